import { addDays } from '../schema/dates.ts';
import {
  DUE_DATE_PAST,
  VIOLATION_CATEGORIES,
  VIOLATION_STATUSES,
  type Violation,
  type ViolationMessage,
  type ViolationStatus,
  violationInput,
  violationMessageInput,
  violationStatus,
} from '../schema/violations.ts';
import { countBy, newestFirst } from './order.ts';
import { can, isStaff } from './roles.ts';
import { historyEntry } from './staff.ts';
import { type Actor, ask, find, fresh, mutator, Refusal, type Synced, type Tx } from './tx.ts';

export const VIOLATION_NOT_FOUND = 'Violation not found or you do not have permission to view it';

export const canManage = (actor: Pick<Actor, 'role'>) => can(actor.role, 'violations.manage');

export const synced: Synced<Violation> = {
  audiences: (violation) => ['board', violation.user_id],
  view: (violation) => violation,
};

/** Internal messages never leave for the device of the resident they are about. */
export const syncedMessages: Synced<ViolationMessage> = {
  audiences: (message) => (message.is_internal ? ['board'] : ['board', message.resident_id]),
  view: (message) => message,
};

/** Filters of the list. Empty sets mean no filter. */
export type ViolationQuery = { category?: readonly string[]; status?: readonly string[] };

/** The rows a query admits, newest first. */
export const list = <Row extends Pick<Violation, 'id' | 'category' | 'status' | 'created_at'>>(
  rows: readonly Row[],
  { category = [], status = [] }: ViolationQuery,
): Row[] =>
  rows
    .filter(
      (row) =>
        (category.length === 0 || category.includes(row.category)) &&
        (status.length === 0 || status.includes(row.status)),
    )
    .sort(newestFirst);

/** Figures over all violations one may see. */
export const summary = (rows: readonly Violation[]) => ({
  byStatus: countBy(VIOLATION_STATUSES, rows, (row) => row.status),
  byCategory: countBy(VIOLATION_CATEGORIES, rows, (row) => row.category),
  recent: [...rows].sort(newestFirst).slice(0, 3),
});

/** Overdue once the due day has ended where the viewer is. `today` is their calendar date. */
export const isOverdue = ({ due_date, status }: Pick<Violation, 'due_date' | 'status'>, today: string) =>
  status === 'open' && due_date < today;

const createViolation = mutator(
  violationInput,
  async (tx, { written_at, ...args }) => {
    ask(canManage(tx.actor));
    fresh(await tx.get('violation', args.id));
    const resident = await tx.find('user', args.user_id);
    if (!resident || resident.deleted_at || resident.status !== 'active')
      throw new Refusal('not_found', 'Resident not found');
    if (args.due_date < earliestDue(tx, written_at)) throw new Refusal('invalid', DUE_DATE_PAST);
    const photo = args.photo_url ? await tx.file(args.photo_url) : null;
    await tx.put('violation', {
      ...args,
      photo_url: photo?.key ?? null,
      photo,
      address_id: resident.address_id,
      issued_by: tx.actor.id,
      issued_by_name: tx.actor.name,
      issued_by_email: tx.actor.email,
      status: 'open',
      resolution: null,
      history: [historyEntry(tx, 'Issued the violation')],
      created_at: tx.now,
    });
    tx.after({ kind: 'mailViolation', key: `violation:${args.id}`, payload: { id: args.id, hoa_id: tx.actor.hoa_id } });
  },
  (args) => [args.photo_url],
);

/** One day before the day it was written, in UTC, so that nobody's local today is refused. */
const earliestDue = (tx: Tx, written_at: string | undefined) => {
  const written = written_at && written_at < tx.now ? written_at : tx.now;
  return addDays(new Date(written).toISOString().slice(0, 10), -1);
};

const setViolationStatus = mutator(violationStatus, async (tx, { id, status, resolution_notes }) => {
  const violation = await findViolation(tx, id);
  ask(canManage(tx.actor));
  const moved = status !== violation.status;
  const resolution = {
    resolved_by: tx.actor.id,
    resolved_by_name: tx.actor.name,
    resolved_at: tx.now,
    resolution_notes: resolution_notes ?? null,
  };
  await tx.put('violation', {
    ...violation,
    status,
    resolution: isEnd(status) ? resolution : null,
    history: moved ? [...violation.history, historyEntry(tx, `Set ${status.replaceAll('_', ' ')}`)] : violation.history,
  });
});

const isEnd = (status: ViolationStatus) => status === 'resolved' || status === 'dismissed';

const addViolationMessage = mutator(
  violationMessageInput,
  async (tx, args) => {
    const violation = await findViolation(tx, args.violation_id);
    fresh(await tx.get('violationMessage', args.id));
    ask(!args.is_internal || canManage(tx.actor), 'Only the board can write internal messages');
    const photo = args.photo_url ? await tx.file(args.photo_url) : null;
    await tx.put('violationMessage', {
      ...args,
      violation_id: violation.id,
      resident_id: violation.user_id,
      sender_id: tx.actor.id,
      sender_name: tx.actor.name,
      is_staff: isStaff(tx.actor.role),
      photo_url: photo?.key ?? null,
      photo,
      sent_at: tx.now,
    });
  },
  (args) => [args.photo_url],
);

const findViolation = (tx: Tx, id: string) => find(tx, 'violation', id, VIOLATION_NOT_FOUND);

export const mutators = { createViolation, setViolationStatus, addViolationMessage };
