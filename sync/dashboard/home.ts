import type { Invoice } from '../../schema/tables/invoices.ts';
import type { Request } from '../../schema/tables/requests.ts';
import type { Violation } from '../../schema/tables/violations.ts';
import { figuresOn, unpaidFirst } from '../invoices/entity.ts';
import { tally } from '../list.ts';
import { OPEN_STATUSES } from '../requests/entity.ts';
import { isOverdue } from '../violations/entity.ts';
import type { AwayKind, AwayLine, AwayRecord } from './away.ts';

type Owed = Pick<Invoice, 'id' | 'status' | 'due_date' | 'amount_cents'> & Partial<Pick<Invoice, 'paid_cents'>>;

/** A resident's debt: `cents` of the `unpaid` invoices, of which `overdue_cents` (`overdue` invoices) are overdue. The
 * unpaid come in the order in which they are to be paid. `today` is the HOA's date. */
export const owedOf = <I extends Owed>(invoices: readonly I[], today: string) => {
  const { outstanding_cents, overdue, overdue_cents } = tally(figuresOn(today), invoices);
  const unpaid = unpaidFirst(invoices.filter(({ status }) => status === 'pending'));
  return { cents: outstanding_cents, overdue_cents, overdue, unpaid };
};

/** Updates of a record: messages of others that were not opened, and what others did since the last visit and since it
 * was last opened. */
export type Updates = { unread: number; changes: readonly AwayLine[] };
type WithUpdates<Row> = { row: Row; updates: Updates };

/** The updates by record of one kind. `unread` counts messages by record, so those of `changes` are left out: who has opened
 * them has seen them. `opened` has the last change that was there when a record was opened. */
export const updatesOf = (
  kind: AwayKind,
  unread: ReadonlyMap<string, number>,
  changes: readonly AwayRecord[],
  opened: Readonly<Record<string, string>>,
): ((id: string) => Updates) => {
  const ofKind = changes.filter((record) => record.kind === kind);
  const isNew = (id: string, { what, at }: AwayLine) => !what.startsWith('wrote ') && at > (opened[id] ?? '');
  const lines = new Map(ofKind.map(({ id, lines }) => [id, lines.filter((line) => isNew(id, line))]));
  return (id) => ({ unread: unread.get(id) ?? 0, changes: lines.get(id) ?? [] });
};

const isUpdate = ({ unread, changes }: Updates) => unread > 0 || changes.length > 0;

type Filed = Pick<Request, 'id' | 'status' | 'created_at'>;

/** A resident's requests that are open or have updates, those with updates first, then the newest first. */
export const requestsToShow = <R extends Filed>(
  requests: readonly R[],
  updatesOf: (id: string) => Updates,
): WithUpdates<R>[] =>
  withUpdates(requests, updatesOf)
    .filter(({ row, updates }) => OPEN_STATUSES.includes(row.status) || isUpdate(updates))
    .sort((a, b) => updatedFirst(a, b) || compare(b.row.created_at, a.row.created_at) || compare(a.row.id, b.row.id));

type Issued = Pick<Violation, 'id' | 'status' | 'due_date'>;

/** A resident's violations that are not settled or have updates: the overdue first, then those with updates, then by due date. */
export const violationsToShow = <V extends Issued>(
  violations: readonly V[],
  updatesOf: (id: string) => Updates,
  today: string,
): WithUpdates<V>[] =>
  withUpdates(violations, updatesOf)
    .filter(({ row, updates }) => (row.status !== 'resolved' && row.status !== 'dismissed') || isUpdate(updates))
    .sort(
      (a, b) =>
        Number(isOverdue(b.row, today)) - Number(isOverdue(a.row, today)) ||
        updatedFirst(a, b) ||
        compare(a.row.due_date, b.row.due_date) ||
        compare(a.row.id, b.row.id),
    );

const withUpdates = <Row extends { id: string }>(
  rows: readonly Row[],
  of: (id: string) => Updates,
): WithUpdates<Row>[] => rows.map((row) => ({ row, updates: of(row.id) }));

const updatedFirst = (a: WithUpdates<unknown>, b: WithUpdates<unknown>) =>
  Number(isUpdate(b.updates)) - Number(isUpdate(a.updates));
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
