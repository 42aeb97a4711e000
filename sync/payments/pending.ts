import type { Pin } from '../../schema/ledger.ts';
import type { Invoice, Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { isClearing } from '../invoices/entity.ts';
import { chargeIdOf, pendingPayment } from '../ledger/entries.ts';
import { fold } from '../ledger/fold.ts';
import type { FoldEntry, FoldOptions } from '../ledger/types.ts';

/** A payment as it would be posted today, after all that is there. */
export const draftPayment = (
  account_id: string,
  today: string,
  { id, ...payment }: { id: string; cents: number; pins: Pin[] },
): Entry => pendingPayment(account_id, { ...payment, id: `~${id}`, on: today });

type Rules = Pick<FoldOptions, 'policies' | 'plans'>;

/** True where payments on their way, its own or those of the whole account, will pay what is open of an invoice, so that nobody is
 * asked for it again. `entries` and `payments` are those of its account, `today` is the HOA's calendar date. */
export const isPaidSoon = (
  invoice: Pick<Invoice, 'id' | 'account_id'>,
  { entries, payments, ...rules }: Rules & { entries: readonly FoldEntry[]; payments: readonly Payment[] },
  today: string,
): boolean => {
  const { id, account_id } = invoice;
  if (isClearing(payments.filter(({ invoice_id }) => invoice_id === id))) return true;
  const pending = payments.filter(({ kind, status }) => kind === 'charge' && status === 'pending');
  if (account_id === null || pending.length === 0) return false;
  const drafts = pending.map((payment) => {
    const { invoice_id, amount_cents: cents } = payment;
    const pins = invoice_id ? [{ debit_id: chargeIdOf(account_id, { id: invoice_id }), amount_cents: cents }] : [];
    return draftPayment(account_id, today, { id: payment.id, cents, pins });
  });
  const { debits } = fold<FoldEntry>([...entries, ...drafts], { ...rules, as_of: today });
  return debits.get(chargeIdOf(account_id, invoice))?.open_cents === 0;
};
