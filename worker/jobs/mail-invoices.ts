import type { Deps } from '../deps.ts';
import type { InvoiceMailData } from '../emails/invoice.tsx';
import { LETTERHEAD, withLetterhead } from '../queries/letterhead.ts';
import { isActive, queryAll } from '../queries/query.ts';
import { sendDailyMails } from '../services/daily-mails.ts';
import { MailsRefused, requireEachSent } from '../services/email.ts';
import { queueHalves } from './halves.ts';
import type { Job } from './job.ts';

/** The row's id is the idempotency key, so that a retry after a lost response sends nothing twice even if an invoice
 * was paid in between. */
export const mailInvoices: Job<'mailInvoices'> = async (deps, { ids }, row) => {
  const pending = await readInvoices(deps, row.hoa_id, ids);
  if (pending.length === 0) return;
  const { invoiceMails } = await import('../emails/invoice.tsx');
  const mails = await invoiceMails(deps.config, pending);
  try {
    requireEachSent(await sendDailyMails(deps, row.hoa_id, 'invoices', mails, row.id), pending);
  } catch (error) {
    if (!(error instanceof MailsRefused) || !error.divisible || pending.length === 1) throw error;
    await queueHalves(deps, row, ids, (half) => ({ ids: half }));
  }
};

/** The cents that credit paid of an invoice: none where money came in after its charge. Invoices that credit has paid
 * whole are mailed, too. */
const CREDIT = `iif(EXISTS (SELECT 1 FROM entries c JOIN entries e ON e.hoa_id = c.hoa_id AND e.account_id = c.account_id
  AND e.amount_cents < 0 AND e.rowid > c.rowid WHERE c.hoa_id = i.hoa_id AND c.id = i.account_id || '.' || i.id), 0, i.paid_cents)`;

/** The address that an invoice is for, where its recipient has accounts of several homes. */
const HOME = `iif((SELECT count(*) FROM json_each(u.account_ids) k JOIN accounts o ON o.id = k.value AND o.hoa_id = u.hoa_id
  WHERE o.status = 'open' AND o.address_id IS NOT NULL) < 2, NULL,
  (SELECT iif(p.unit_number <> '', p.street || ', Unit ' || p.unit_number, p.street) FROM accounts a
  JOIN addresses p ON p.hoa_id = a.hoa_id AND p.id = a.address_id WHERE a.hoa_id = i.hoa_id AND a.id = i.account_id))`;

const readInvoices = async ({ db, config }: Deps, hoa_id: string, ids: string[]): Promise<InvoiceMailData[]> => {
  const sql = `SELECT i.id, i.title, i.description, i.amount_cents, ${CREDIT} AS credit_cents, i.due_date, u.email, ${HOME} AS home, ${LETTERHEAD}
    FROM json_each(?) j
    CROSS JOIN invoices i ON i.id = j.value AND i.hoa_id = ?
    JOIN users u ON u.hoa_id = i.hoa_id AND u.id = i.recipient_id AND ${isActive('u')}
    JOIN hoas h ON h.id = i.hoa_id
    WHERE i.status = 'pending' OR i.status = 'paid' AND ${CREDIT} = i.amount_cents ORDER BY j.key`;
  return (await queryAll<InvoiceMailData>(db, sql, [JSON.stringify(ids), hoa_id])).map(withLetterhead(config));
};
