import type { Entry } from '../../schema/tables/ledger.ts';
import { LAST_DAY } from '../../sync/ledger/books.ts';
import { reversalOf } from '../../sync/ledger/entry-status.ts';
import { titleOf } from '../../sync/ledger/entry-titles.ts';
import { fold } from '../../sync/ledger/fold.ts';
import { returnedFeeIdOf } from '../../sync/payments/returned-fee.ts';
import { SYSTEM } from '../../sync/server/tx.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { ReturnNotice } from '../emails/return.tsx';
import { type AccountRows, readAccountRows } from '../queries/accounts.ts';
import { LETTERHEAD, type Letterhead, withLetterhead } from '../queries/letterhead.ts';
import { isActive, queryOne } from '../queries/query.ts';
import { sendDailyMails } from '../services/daily-mails.ts';
import { requireSent } from '../services/email.ts';
import type { Job } from './job.ts';

/** Tells the payer that a payment came back, unless that was undone since. */
export const mailReturn: Job<'mailReturn'> = async (deps, { payment_id, entry_id }, { id, hoa_id }) => {
  const payer = await readPayer(deps, hoa_id, payment_id);
  if (!payer || payer.mail_off) return;
  const system: Actor = { id: SYSTEM, hoa_id, role: 'superadmin', name: 'Porchlight', email: '', address_id: null };
  const rows = await readAccountRows(deps, system, entry_id.split('.')[0] ?? '', {});
  const notice = noticeOf(rows, entry_id);
  if (!notice) return;
  const { returnMail } = await import('../emails/return.tsx');
  const mail = await returnMail(deps.config, {
    ...{ ...notice, hoa: payer.hoa, letterhead: withLetterhead(deps.config)(payer).letterhead },
    canPay: payer.online_payments === 'on',
  });
  requireSent(await sendDailyMails(deps, hoa_id, 'invoices', [{ ...mail, to: payer.email }], id));
};

type Payer = { email: string; hoa: string; letterhead: Letterhead; online_payments: string | null; mail_off: number };

const readPayer = ({ db }: Deps, hoa_id: string, payment_id: string): Promise<Payer | undefined> =>
  queryOne<Payer>(
    db,
    `SELECT u.email, ${LETTERHEAD}, h.online_payments, coalesce(a.mail_off, 0) AS mail_off FROM payments p
      JOIN users u ON u.hoa_id = p.hoa_id AND u.id = p.user_id AND ${isActive('u')}
      JOIN hoas h ON h.id = p.hoa_id LEFT JOIN accounts a ON a.hoa_id = p.hoa_id AND a.id = p.account_id
      WHERE p.hoa_id = ? AND p.id = ?`,
    [hoa_id, payment_id],
  );

const noticeOf = (
  rows: AccountRows,
  entry_id: string,
): Omit<ReturnNotice, 'hoa' | 'letterhead' | 'canPay'> | undefined => {
  const { entries, payments } = rows;
  const taken = entries.find(({ id }) => id === entry_id);
  const paid = entries.find(({ id }) => id === taken?.source_id);
  if (!taken || !paid || reversalOf(entries, entry_id)) return undefined;
  const fee = entries.find(({ id }) => id === `${taken.account_id}.${returnedFeeIdOf(String(taken.payment_id))}`);
  return {
    paid_on: paid.effective_on,
    cents: taken.amount_cents,
    reason: taken.reason ?? '',
    open: reopenedBy(taken, rows).map(({ entry, cents }) => ({ title: titleOf(entry, { payments }), cents })),
    fee_cents: fee && !reversalOf(entries, fee.id) ? fee.amount_cents : 0,
  };
};

/** The charges of which more is open than would be without the return. */
const reopenedBy = (
  taken: Entry,
  { entries, options: { policies, plans = [] } }: AccountRows,
): { entry: Entry; cents: number }[] => {
  const options = { policies, plans, as_of: LAST_DAY };
  const without = fold(
    entries.filter(({ id, source_id }) => id !== taken.id && source_id !== taken.id),
    options,
  );
  return fold(entries, options).open.flatMap(({ entry, open_cents }) => {
    const before = without.debits.get(entry.id);
    const cents = open_cents - (before?.open_cents ?? open_cents);
    return cents > 0 ? [{ entry, cents }] : [];
  });
};
