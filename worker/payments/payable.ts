import { centsOf } from '../../schema/dues.ts';
import type { Pin } from '../../schema/ledger.ts';
import type { PayInput } from '../../schema/pay-inputs.ts';
import { AMOUNT_TOO_SMALL, ONLINE_MINIMUM } from '../../schema/paying.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Dispute } from '../../schema/tables/disputes.ts';
import type { Invoice, Payment } from '../../schema/tables/invoices.ts';
import type { Entry, Policy } from '../../schema/tables/ledger.ts';
import { isHoldingPayment } from '../../sync/disputes/entity.ts';
import { assertUnsettled, CLEARING, INVOICE_NOT_FOUND } from '../../sync/invoices/entity.ts';
import { LAST_DAY } from '../../sync/ledger/books.ts';
import { chargeIdOf } from '../../sync/ledger/entries.ts';
import { titleOf } from '../../sync/ledger/entry-titles.ts';
import { type Debit, type Fold, type FoldPlan, fold } from '../../sync/ledger/fold.ts';
import { portionsOf } from '../../sync/ledger/plans.ts';
import { draftPayment } from '../../sync/payments/pending.ts';
import { isDirectedOn } from '../../sync/policies/rules.ts';
import { Refusal } from '../../sync/tx.ts';
import { moneyInWords } from '../../sync/words.ts';

/** A payment that is about to be made. `items` say what it will cover; `invoice_id` is that of the only invoice it is for. */
export type Payable = {
  amount_cents: number;
  items: { name: string; cents: number }[];
  pins: Pin[] | null;
  invoice_id: string | null;
};

/** `invoices` are those that were chosen, `disputes` those of their payments; `today` is the HOA's calendar date. */
type PayableRows = {
  account: Account;
  entries: readonly Entry[];
  policies: readonly Policy[];
  plans: readonly FoldPlan[];
  payments: readonly Payment[];
  /** The pins of payments that are on their way, by checkout session. */
  pinned: ReadonlyMap<string, readonly Pin[]>;
  invoices: readonly Invoice[];
  disputes: readonly Dispute[];
  today: string;
};

/** Throws Refusal where there is nothing to pay, or what is chosen cannot be paid now. */
export const payableOf = (rows: PayableRows, asked: PayInput): Payable => {
  const pending = rows.payments.filter(({ kind, status }) => kind === 'charge' && status === 'pending');
  const drafts = pending.map((payment) =>
    draftFor(rows, payment.id, payment.amount_cents, pinsOfPending(rows, payment)),
  );
  const [now, soon] = [foldOf(rows, []), foldOf(rows, drafts)];
  const chosen = asked.all_due ? dueOf(soon, rows.today) : chosenOf(rows, asked, soon);
  const on_its_way = sumOf(pending.map(({ amount_cents }) => amount_cents));
  const amount_cents = asked.all_due
    ? Math.max(0, sumOf(dueOf(now, rows.today).map(({ cents }) => cents)) - on_its_way)
    : asked.amount === undefined
      ? sumOf(chosen.map(({ cents }) => cents))
      : centsOf(asked.amount);
  assertAmount(amount_cents, on_its_way);
  const pins = isDirectedOn(rows.policies, rows.today) ? pinsFor(chosen, amount_cents) : [];
  const draft = draftFor(rows, 'draft', amount_cents, pins);
  const covered = foldOf(rows, [...drafts, draft]).credits.get(draft.id)?.covers ?? [];
  const [invoice] = rows.invoices;
  const isWhole = rows.invoices.length === 1 && amount_cents <= sumOf(chosen.map(({ cents }) => cents));
  return {
    amount_cents,
    items: itemsOf(rows, covered, amount_cents),
    pins: pins.length > 0 ? pins : null,
    invoice_id: invoice && isWhole ? invoice.id : null,
  };
};

const foldOf = ({ entries, policies, plans }: PayableRows, drafts: readonly Entry[]): Fold<Entry> =>
  fold([...entries, ...drafts], { policies, plans, as_of: LAST_DAY });

const draftFor = ({ account, today }: PayableRows, id: string, cents: number, pins: Pin[]): Entry =>
  draftPayment(account.id, today, { id, cents, pins });

const pinsOfPending = (rows: PayableRows, { invoice_id, checkout_session_id, amount_cents }: Payment): Pin[] => {
  const pins = rows.pinned.get(checkout_session_id ?? '');
  if (pins || invoice_id === null) return [...(pins ?? [])];
  return [{ debit_id: chargeIdOf(rows.account.id, { id: invoice_id }), amount_cents }];
};

type Chosen = { debit_id: string; cents: number };

const dueOf = ({ open }: Fold<Entry>, today: string): Chosen[] =>
  open.flatMap((debit: Debit<Entry>) => {
    const due = portionsOf(debit).filter(({ due_on }) => due_on <= today);
    return due.length > 0 ? { debit_id: debit.entry.id, cents: sumOf(due.map(({ cents }) => cents)) } : [];
  });

const chosenOf = (rows: PayableRows, { invoice_ids = [] }: PayInput, { debits }: Fold<Entry>): Chosen[] =>
  [...new Set(invoice_ids)].map((id) => {
    const invoice = rows.invoices.find((one) => one.id === id && one.account_id === rows.account.id);
    if (!invoice) throw new Refusal('not_found', INVOICE_NOT_FOUND);
    assertUnsettled(
      invoice,
      rows.payments.filter(({ invoice_id }) => invoice_id === id),
    );
    if (rows.disputes.some((dispute) => dispute.invoice_id === id && isHoldingPayment(dispute)))
      throw new Refusal('conflict', DISPUTED);
    const debit_id = chargeIdOf(rows.account.id, invoice);
    const cents = debits.get(debit_id)?.open_cents ?? 0;
    if (cents === 0) throw new Refusal('conflict', CLEARING);
    return { debit_id, cents };
  });

const DISPUTED = 'A payment for this invoice is disputed. You can pay it again after the bank decides.';

const assertAmount = (cents: number, on_its_way: number): void => {
  if (cents === 0 && on_its_way > 0) throw new Refusal('conflict', onItsWay(on_its_way));
  if (cents === 0) throw new Refusal('conflict', 'You have nothing to pay.');
  if (cents < ONLINE_MINIMUM) throw new Refusal('conflict', AMOUNT_TOO_SMALL);
};

const onItsWay = (cents: number) =>
  `A payment of ${moneyInWords(cents)} is on its way. It can take up to five business days.`;

const pinsFor = (chosen: readonly Chosen[], amount_cents: number): Pin[] => {
  let left = amount_cents;
  return chosen.flatMap(({ debit_id, cents }) => {
    const part = Math.min(left, cents);
    left -= part;
    return part > 0 ? { debit_id, amount_cents: part } : [];
  });
};

/** Stripe takes at most 100 on a page. */
const ITEMS_LIMIT = 40;

const itemsOf = (
  { entries }: PayableRows,
  covers: readonly { debit_id: string; cents: number }[],
  amount_cents: number,
): Payable['items'] => {
  const names = new Map(entries.map((entry) => [entry.id, titleOf(entry, { payments: new Map() })]));
  const cents = new Map<string, number>();
  for (const cover of covers) cents.set(cover.debit_id, (cents.get(cover.debit_id) ?? 0) + cover.cents);
  const items = [...cents].map(([id, part]) => ({ name: names.get(id) ?? 'Charge', cents: part }));
  const shown = items.slice(0, ITEMS_LIMIT);
  const others = sumOf(items.slice(ITEMS_LIMIT).map((item) => item.cents));
  const rest = amount_cents - sumOf(items.map((item) => item.cents));
  return [
    ...shown,
    ...(others > 0 ? [{ name: 'Other charges', cents: others }] : []),
    ...(rest > 0 ? [{ name: 'Payment on account', cents: rest }] : []),
  ];
};

const sumOf = (cents: readonly number[]): number => cents.reduce((sum, one) => sum + one, 0);
