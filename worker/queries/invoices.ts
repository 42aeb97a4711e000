import type { InStatement, Row } from '@libsql/client';
import type { Invoice } from '../../schema/tables/invoices.ts';
import { chunksOf } from '../../sync/chunks.ts';
import { todayOf } from '../../sync/dues/entity.ts';
import { entities } from '../../sync/index.ts';
import { canManage, INVOICE_NOT_FOUND, type InvoiceQuery, statusOf } from '../../sync/invoices/entity.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { Paging } from '../http/rest-shapes.ts';
import type { InvoiceBody } from '../shapes/money.ts';
import { ONE, type Page, pageOf, readPage, rowsOf } from './list.ts';
import { json, queryAll, queryOne } from './query.ts';

type Reader = Pick<Deps, 'db' | 'now'>;
type Query = Omit<InvoiceQuery, 'today'>;

export const readInvoices = async (deps: Reader, viewer: Actor, query: Query, paging: Paging) => {
  const today = await todayFor(deps, viewer.hoa_id);
  return read(deps, viewer, pageOf(viewer, 'invoice', { ...query, today }, paging), today);
};

export const readOwnInvoices = async (deps: Reader, viewer: Actor, query: Query, paging: Paging) => {
  const today = await todayFor(deps, viewer.hoa_id);
  const page = pageOf(viewer, 'invoice', { ...query, today }, paging, canManage(viewer) ? ownOf(viewer) : {});
  return read(deps, viewer, page, today);
};

/** Residents see no others. */
const ownOf = ({ id, hoa_id, account_ids = [] }: Actor) => [
  { hoa_id, recipient_id: id },
  { hoa_id, account_id: account_ids },
];

export const readPaidInvoices = (deps: Reader, viewer: Actor, _query: object, paging: Paging) =>
  readInvoices(deps, viewer, { status: ['paid'], sortBy: 'paid_at' }, paging);

export const readInvoice = async (deps: Reader, viewer: Actor, id: string) => {
  const today = await todayFor(deps, viewer.hoa_id);
  const { docs } = await read(deps, viewer, pageOf(viewer, 'invoice', { today }, ONE, { id }), today);
  return orNotFound(docs[0], INVOICE_NOT_FOUND);
};

const PER_READ = 500;
const ALL: Paging = { page: 1, limit: 1_000_000_000 };

/** All invoices of a query, as they stand when it is asked, each with the HOA's date of `paid_at`. Which they are is read at once,
 * the rows in pieces. */
export const readAllInvoices = async (deps: Reader, viewer: Actor, { own, ...query }: Query & { own: boolean }) => {
  const hoa = await hoaOf(deps, viewer.hoa_id);
  const today = todayOf(hoa, deps.now());
  const only = own && canManage(viewer) ? ownOf(viewer) : {};
  const { sql, args } = rowsOf(pageOf(viewer, 'invoice', { ...query, today }, ALL, only), 't.id');
  const found = await queryAll<{ id: string }>(deps.db, sql, args);
  const ids = found.map(({ id }) => id);
  const { sortBy, sortOrder } = query;
  return (async function* () {
    for (const piece of chunksOf(ids, PER_READ)) {
      const page = pageOf(viewer, 'invoice', { sortBy, sortOrder, today }, ALL, { id: piece });
      const { docs } = await read(deps, viewer, page, today);
      yield docs.map((doc) => ({ ...doc, paid_on: doc.paid_at && todayOf(hoa, doc.paid_at) }));
    }
  })();
};
export type ExportedInvoice = InvoiceBody & { paid_on: string | null };

const todayFor = async (deps: Reader, hoa_id: string): Promise<string> =>
  todayOf(await hoaOf(deps, hoa_id), deps.now());

const hoaOf = ({ db }: Reader, hoa_id: string) =>
  queryOne<{ time_zone: string }>(db, 'SELECT time_zone FROM hoas WHERE id = ?', [hoa_id]);

export const readInvoicesNamed = async (deps: Reader, viewer: Actor, ids: readonly string[]) => {
  const today = await todayFor(deps, viewer.hoa_id);
  const page = pageOf(viewer, 'invoice', { today }, { page: 1, limit: ids.length }, { id: ids });
  return (await read(deps, viewer, page, today)).docs;
};

const read = async (deps: Reader, viewer: Actor, page: Page, today: string) => {
  const { rows, others: _, ...found } = await readPage(deps, page, recordsOf(page));
  return { docs: rows.map((row) => invoiceBody(row, viewer, today)), ...found };
};

const recordsOf = (page: Page): InStatement => {
  const { sql, args } = rowsOf(page, '*');
  return {
    sql: `SELECT ${shapes.invoice.json} AS row,
        json_object('_id', u.id, 'name', u.name, 'email', u.email) AS recipient
      FROM (${sql}) t
      JOIN users u ON u.id = t.recipient_id
      ORDER BY ${page.order}`,
    args,
  };
};

const invoiceBody = ({ row, recipient }: Row, viewer: Actor, today: string): InvoiceBody => {
  const invoice = entities.invoice.view(json<Invoice>(row), viewer) as Invoice;
  return {
    _id: invoice.id,
    dues_id: { _id: invoice.due_id, title: invoice.title, description: invoice.description },
    amountCents: invoice.amount_cents,
    paidCents: invoice.paid_cents,
    remainingCents: invoice.status === 'canceled' ? 0 : invoice.amount_cents - invoice.paid_cents,
    status: statusOf(invoice, today),
    sent: invoice.sent,
    due_date: invoice.due_date,
    paid_at: invoice.paid_at,
    canceled_at: invoice.canceled_at,
    ...(canManage(viewer) && { recipient_id: json(recipient) }),
  };
};
