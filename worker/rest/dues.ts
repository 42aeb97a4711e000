import { DUE_FREQUENCIES, DUE_STATUSES } from '../../schema/dues.ts';
import { DUE_NOT_FOUND } from '../../sync/dues/entity.ts';
import { type Actor, Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { duesQuery, paymentsQuery } from '../http/list-queries.ts';
import { jsonBody } from '../http/validate.ts';
import { payInvoice } from '../payments/checkout.ts';
import { readDue, readDues } from '../queries/dues.ts';
import { readPaidInvoices } from '../queries/invoices.ts';
import { queryOne } from '../queries/query.ts';
import { readVisibleRow } from '../queries/visible-row.ts';
import { runMutator } from '../run-mutator.ts';
import { command, givenId } from './command.ts';
import { handler, list, query } from './query.ts';
import type { Route } from './route.ts';

const id = DUE_NOT_FOUND;
const writes = { tag: 'Dues', access: 'board', scope: 'dues:write' } as const;
const reads = { tag: 'Dues', access: 'person', scope: 'dues:read' } as const;

export const dueRoutes: readonly Route[] = [
  list('GET /api/dues', {
    ...reads,
    summary: 'List dues',
    notes: 'Residents get those that they pay.',
    query: duesQuery,
    values: { frequency: DUE_FREQUENCIES, status: DUE_STATUSES },
    read: readDues,
    of: 'due',
  }),
  command('POST /api/dues', 'createDue', {
    ...{ ...writes, isChecked: true, makes: givenId },
    summary: 'Make a due',
    answer: [201, readDue, 'due'],
  }),
  list('GET /api/dues/payments', {
    ...{ tag: 'Invoices', access: 'person', scope: 'invoices:read' },
    summary: 'List paid invoices',
    notes: 'The board sees everyone’s, residents their own.',
    query: paymentsQuery,
    read: readPaidInvoices,
    of: 'invoice',
  }),
  query('GET /api/dues/:id', { ...reads, id, summary: 'Get a due', answer: [readDue, 'due'] }),
  handler('PUT /api/dues/:id', {
    ...{ ...writes, id },
    summary: 'Change a due',
    body: 'updateDue',
    answers: { 200: 'due' },
    mutators: ['updateDue'],
    isChecked: false,
    handle: async ({ c, deps, actor, id }) => {
      const { send_date } = await readDue(deps, actor, id);
      await runMutator(c, 'updateDue', { ...withoutEchoedSendDate(await jsonBody(c), send_date), id });
      return readDue(deps, actor, id);
    },
  }),
  handler('POST /api/dues/:id/pay', {
    ...{ tag: 'Dues', access: 'resident', id },
    errors: [502],
    summary: 'Pay the oldest open invoice of a due',
    answers: { 200: 'checkout' },
    handle: async ({ deps, actor, id }) => {
      const due = await readVisibleRow(deps, actor, 'due', id, DUE_NOT_FOUND);
      return { checkout_url: await payInvoice(deps, actor, await oldestUnpaid(deps, actor, due.id)) };
    },
  }),
];

/** A finished due has no send date; sending that null back changes nothing. */
const withoutEchoedSendDate = (body: Record<string, unknown>, current: string | null) => {
  const { send_date, ...rest } = body;
  return send_date === null && current === null ? rest : body;
};

const oldestUnpaid = async ({ db }: Deps, { hoa_id, id }: Actor, due_id: string): Promise<string> => {
  const sql = `SELECT id FROM invoices WHERE hoa_id = ? AND due_id = ? AND recipient_id = ? AND status = 'pending'
    ORDER BY due_date, id LIMIT 1`;
  const invoice = await queryOne<{ id: string }>(db, sql, [hoa_id, due_id, id]);
  if (!invoice) throw new Refusal('conflict', 'You have nothing to pay for this due.');
  return invoice.id;
};
