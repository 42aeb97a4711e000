import type { InStatement, Row } from '@libsql/client';
import type { Invoice } from '../../schema/invoices.ts';
import { todayOf } from '../../sync/dues.ts';
import { canManage, INVOICE_NOT_FOUND, type InvoiceQuery, statusOf, synced } from '../../sync/invoices.ts';
import { batch } from '../../sync/server/retry.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { Paging } from '../http/rest-shapes.ts';
import { all, type Condition, contains } from './conditions.ts';

/** `own`: only invoices addressed to the viewer, whatever their role; else all that they may see. */
type Selection = Omit<InvoiceQuery, 'sortBy'> & { sortBy?: InvoiceQuery['sortBy'] | 'paid_at' } & {
  id?: string;
  own?: boolean;
};
type Reader = Pick<Deps, 'db' | 'now'>;

/** A page of invoices as the wire shows them, and how many there are in all. */
export const readInvoices = async (deps: Reader, viewer: Actor, selection: Selection, paging: Paging) => {
  const today = await todayFor(deps, viewer.hoa_id);
  const where = admitted(viewer, selection, today);
  const count = { sql: `SELECT count(*) AS total FROM invoices t WHERE ${where.sql}`, args: where.args };
  const [counted, rows] = await batch(deps.db, [count, pageOf(where, selection, paging)], 'read');
  return {
    docs: (rows?.rows ?? []).map((row) => shape(row, viewer, today)),
    total: Number(counted?.rows[0]?.total),
  };
};

/** One invoice as the wire shows it. Throws Refusal('not_found') where the viewer may not see it. */
export const readInvoice = async (deps: Reader, viewer: Actor, id: string) => {
  const { docs } = await readInvoices(deps, viewer, { id }, { page: 1, limit: 1 });
  return orNotFound(docs[0], INVOICE_NOT_FOUND);
};

/** The HOA's calendar date now. */
const todayFor = async ({ db, now }: Reader, hoa_id: string): Promise<string> => {
  const sql = 'SELECT time_zone FROM hoas WHERE id = ?';
  const [hoa] = await batch(db, [{ sql, args: [hoa_id] }], 'read');
  return todayOf(hoa?.rows[0] as { time_zone: string } | undefined, now());
};

/** `audiences` of sync/invoices.ts, asked of SQL. */
const visible = (viewer: Actor, own = false): Condition[] => [
  { sql: 't.hoa_id = ?', args: [viewer.hoa_id] },
  ...(canManage(viewer) && !own ? [] : [{ sql: 't.recipient_id = ?', args: [viewer.id] }]),
];

/** `list` of sync/invoices.ts, asked of SQL. */
const admitted = (viewer: Actor, { id, own, title, status = [] }: Selection, today: string): Condition =>
  all([
    ...visible(viewer, own),
    ...(id === undefined ? [] : [{ sql: 't.id = ?', args: [id] }]),
    ...(status.length === 0 ? [] : [readsAs(status, today)]),
    ...contains('t.title', title),
  ]);

/** `statusOf` of sync/invoices.ts, asked of SQL. */
const readsAs = (status: readonly string[], today: string): Condition => ({
  sql: `iif(t.status = 'pending' AND t.due_date < ?, 'overdue', t.status) IN (SELECT value FROM json_each(?))`,
  args: [today, JSON.stringify(status)],
});

const pageOf = ({ sql, args }: Condition, selection: Selection, { page, limit }: Paging): InStatement => {
  const { sortBy = 'due_date', sortOrder = 'desc' } = selection;
  const order = `t.${sortBy} ${sortOrder}, t.id ${sortOrder}`;
  return {
    sql: `SELECT ${shapes.invoice.json} AS row,
        json_object('_id', u.id, 'name', u.name, 'email', u.email) AS recipient
      FROM (SELECT * FROM invoices t WHERE ${sql} ORDER BY ${order} LIMIT ? OFFSET ?) t
      JOIN users u ON u.id = t.recipient_id
      ORDER BY ${order}`,
    args: [...args, limit, (page - 1) * limit],
  };
};

/** Who it is addressed to is told to the board alone; title and description are those of the due when it was sent. */
const shape = ({ row, recipient }: Row, viewer: Actor, today: string) => {
  const invoice = synced.view(JSON.parse(String(row)) as Invoice, viewer) as Invoice;
  return {
    _id: invoice.id,
    dues_id: { _id: invoice.due_id, title: invoice.title, description: invoice.description },
    amountCents: invoice.amount_cents,
    status: statusOf(invoice, today),
    sent: invoice.sent,
    due_date: invoice.due_date,
    paid_at: invoice.paid_at,
    canceled_at: invoice.canceled_at,
    ...(canManage(viewer) && { recipient_id: JSON.parse(String(recipient)) }),
  };
};
