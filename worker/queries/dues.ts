import type { Due } from '../../schema/tables/dues.ts';
import { canManage, DUE_NOT_FOUND, type DueQuery } from '../../sync/dues/entity.ts';
import { ruleOf } from '../../sync/dues/recipients.ts';
import { entities } from '../../sync/index.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { Paging } from '../http/rest-shapes.ts';
import type { DueBody } from '../shapes/money.ts';
import { ONE, type Page, pageOf, readPage, rowsOf } from './list.ts';
import { json } from './query.ts';

type Reader = Pick<Deps, 'db'>;

export const readDues = (deps: Reader, viewer: Actor, query: DueQuery, paging: Paging) =>
  read(deps, viewer, pageOf(viewer, 'due', query, paging));

export const readDue = async (deps: Reader, viewer: Actor, id: string) => {
  const { docs } = await read(deps, viewer, pageOf(viewer, 'due', {}, ONE, { id }));
  return orNotFound(docs[0], DUE_NOT_FOUND);
};

export const readDuesNamed = async (deps: Reader, viewer: Actor, ids: readonly string[]) =>
  (await read(deps, viewer, pageOf(viewer, 'due', {}, { page: 1, limit: ids.length }, { id: ids }))).docs;

const read = async (deps: Reader, viewer: Actor, page: Page) => {
  const isBoard = canManage(viewer);
  const { rows, others: _, ...found } = await readPage(deps, page, rowsOf(page, `${shapes.due.json} AS row`));
  return { docs: rows.map(({ row }) => dueBody(entities.due.view(json<Due>(row), viewer) as Due, isBoard)), ...found };
};

/** REST uses dollars. */
const dueBody = (due: Due, isBoard: boolean): DueBody => ({
  _id: due.id,
  title: due.title,
  frequency: due.frequency,
  recipients: due.recipients,
  ...(isBoard && { recipient_rule: ruleOf(due), excluded: due.excluded ?? [] }),
  send_date: due.send_date,
  due_date: due.due_date,
  due_date_offset: due.due_date_offset,
  amount: due.amount_cents / 100,
  reason: due.reason,
  fund: due.fund,
  category: due.category,
  description: due.description,
  status: due.status,
  created_by: { _id: due.created_by, name: due.created_by_name },
  createdAt: due.created_at,
});
