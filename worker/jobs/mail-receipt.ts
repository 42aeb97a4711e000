import { entryIdOf } from '../../sync/ledger/entries.ts';
import { titleOf } from '../../sync/ledger/entry-titles.ts';
import { receiptOf } from '../../sync/payments/receipts.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { ReceiptMailData } from '../emails/receipt.tsx';
import { readAccountRows } from '../queries/accounts.ts';
import { LETTERHEAD, type Letterhead, withLetterhead } from '../queries/letterhead.ts';
import { isActive, queryAll, queryOne } from '../queries/query.ts';
import { sendDailyMails } from '../services/daily-mails.ts';
import { requireSent } from '../services/email.ts';
import type { Job } from './job.ts';

/** To each active holder of the account; nothing where the payment was taken back before the mail was made. */
export const mailReceipt: Job<'mailReceipt'> = async (deps, { id }, { id: row_id, hoa_id }) => {
  const receipt = await readReceipt(deps, hoa_id, id);
  if (!receipt || receipt.emails.length === 0) return;
  const { receiptMails } = await import('../emails/receipt.tsx');
  requireSent(await sendDailyMails(deps, hoa_id, 'mails', await receiptMails(deps.config, receipt), row_id));
};

type Paid = { account_id: string; hoa: string; letterhead: Letterhead };

const readReceipt = async (deps: Deps, hoa_id: string, payment_id: string): Promise<ReceiptMailData | undefined> => {
  const sql = `SELECT p.account_id, ${LETTERHEAD} FROM payments p JOIN hoas h ON h.id = p.hoa_id
    WHERE p.id = ? AND p.hoa_id = ? AND p.status = 'succeeded'`;
  const paid = await queryOne<Paid>(deps.db, sql, [payment_id, hoa_id]);
  if (!paid?.account_id) return undefined;
  const rows = await readAccountRows(deps, boardOf(hoa_id), paid.account_id, {});
  const entry = rows.entries.find(({ id }) => id === entryIdOf(paid.account_id, payment_id));
  if (!entry) return undefined;
  const { covered, left_cents, amount_cents, balance_cents } = receiptOf(entry, rows.entries, rows.fold, {
    policies: [],
  });
  const lines = covered.map((cover) => ({ title: titleOf(cover.entry, rows), cents: cover.cents }));
  return {
    hoa: paid.hoa,
    letterhead: withLetterhead(deps.config)(paid).letterhead,
    account_id: paid.account_id,
    payment_id,
    paid_on: entry.effective_on,
    way: titleOf(entry, rows),
    amount_cents,
    left_cents,
    balance_cents,
    lines,
    emails: await emailsOf(deps, hoa_id, paid.account_id),
  };
};

/** Reads what the board does: who has asked may have gone since. */
const boardOf = (hoa_id: string): Actor => ({
  id: '',
  hoa_id,
  role: 'board',
  name: '',
  email: '',
  address_id: null,
  account_ids: [],
});

const emailsOf = async ({ db }: Deps, hoa_id: string, account_id: string): Promise<string[]> => {
  const sql = `SELECT u.email FROM accounts a CROSS JOIN json_each(a.holder_ids) j
    JOIN users u ON u.hoa_id = a.hoa_id AND u.id = j.value AND ${isActive('u')}
    WHERE a.id = ? AND a.hoa_id = ? ORDER BY j.key`;
  return (await queryAll<{ email: string }>(db, sql, [account_id, hoa_id])).map(({ email }) => email);
};
