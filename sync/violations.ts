import type * as z from 'zod/mini';
import { addDays } from '../schema/dates.ts';
import type { Violation, ViolationMessage } from '../schema/tables/violations.ts';
import {
  DUE_DATE_PAST,
  VIOLATION_CATEGORIES,
  VIOLATION_STATUSES,
  type ViolationStatus,
  violationAttachment,
  violationInput,
  violationMessageInput,
  violationStatus,
  violationUpdate,
} from '../schema/violations.ts';
import { type CalendarSource, lastChange } from './calendar.ts';
import { conflictsIn, recordEdits, refuseConflicts } from './edits.ts';
import { clearFailedJobs } from './failed-jobs.ts';
import { fileOf, replaceFile } from './files.ts';
import { defineList } from './list.ts';
import { notify } from './notifications.ts';
import { NEWEST_FIRST } from './order.ts';
import { outboxKeys } from './outbox-keys.ts';
import { claimPhotos, keysOf } from './photos.ts';
import { can, isStaff } from './roles.ts';
import { historyEntry } from './staff.ts';
import { type Tally, zeros } from './tally.ts';
import { type Actor, assertNew, authorize, find, mutator, Refusal, type Synced, type Tx } from './tx.ts';
import { chosen } from './where.ts';

export const VIOLATION_NOT_FOUND = 'Violation not found or you do not have permission to view it';

export const canManage = (actor: Pick<Actor, 'role'>) => can(actor.role, 'violations.manage');

export const synced: Synced<Violation> = {
  audiences: [{ audience: 'board' }, { namedIn: 'user_id' }],
  view: (violation, viewer) => (canManage(viewer) ? violation : { ...violation, edits: undefined }),
};

export const syncedMessages: Synced<ViolationMessage> = {
  audiences: [{ audience: 'board' }, { namedIn: 'resident_id', when: { is_internal: false } }],
  view: (message) => message,
};

/** `overdue_on`: those alone that are overdue on this day. */
export type ViolationQuery = {
  category?: readonly string[];
  status?: readonly string[];
  overdue_on?: string | undefined;
};

type Listed = Pick<Violation, 'id' | 'category' | 'status' | 'due_date' | 'created_at'>;

export const list = defineList<Listed, ViolationQuery>({
  filters: ({ category, status, overdue_on }) => ({
    category: chosen(category),
    status: overdue_on ? ['open'].filter((open) => !status?.length || status.includes(open)) : chosen(status),
    ...(overdue_on && { due_date: { below: overdue_on } }),
  }),
  order: () => NEWEST_FIRST,
});

const noFigures = { byStatus: zeros(VIOLATION_STATUSES), byCategory: zeros(VIOLATION_CATEGORIES) };

export const figures: Tally<Pick<Violation, 'status' | 'category'>, typeof noFigures> = {
  zero: () => structuredClone(noFigures),
  add: ({ byStatus, byCategory }, { status, category }, times) => {
    byStatus[status] += times;
    byCategory[category] += times;
  },
};

/** `today` is the viewer's calendar date. */
export const isOverdue = ({ due_date, status }: Pick<Violation, 'due_date' | 'status'>, today: string) =>
  status === 'open' && due_date < today;

const UNSETTLED: readonly ViolationStatus[] = ['open', 'under_review', 'escalated'];

/** For the resident, and for who issued it. */
export const calendar: CalendarSource<Violation> = {
  where: ({ id }) => [
    { user_id: id, status: UNSETTLED },
    { issued_by: id, status: UNSETTLED },
  ],
  events: (violation) => [
    {
      uid: `violation-${violation.id}`,
      day: violation.due_date,
      title: `Violation: ${violation.title}`,
      text: `${violation.category}, to be settled by this day.`,
      path: `/compliance/${violation.id}`,
      revision: violation.rev,
      changed_at: lastChange(violation),
    },
  ],
};

const createViolation = mutator(
  violationInput,
  async (tx, { written_at, photo_url, more_photo_urls, ...args }) => {
    authorize(canManage(tx.actor));
    assertNew(await tx.get('violation', args.id));
    const resident = await findResident(tx, args.user_id);
    refusePastDue(tx, args.due_date, written_at);
    const photos = await claimPhotos(tx, 'violation', args.id, { photo_url, more_photo_urls });
    await tx.put('violation', {
      ...args,
      ...photos,
      address_id: resident.address_id,
      issued_by: tx.actor.id,
      issued_by_name: tx.actor.name,
      issued_by_email: tx.actor.email,
      status: 'open',
      resolution: null,
      history: [historyEntry(tx, 'Created the violation')],
      created_at: tx.now,
    });
    tx.after({
      kind: 'mailViolation',
      key: outboxKeys.mailViolation(args.id),
      payload: { id: args.id, hoa_id: tx.actor.hoa_id },
    });
    notify(tx, 'newViolation', { entity: 'violation', ids: [args.id] });
  },
  keysOf,
);

const refusePastDue = (tx: Tx, due_date: string, written_at: string | undefined) => {
  if (due_date < earliestDue(tx, written_at)) throw new Refusal('invalid', DUE_DATE_PAST, [PAST_ISSUE]);
};

const PAST_ISSUE = { path: 'due_date', msg: DUE_DATE_PAST };

/** Board members may receive violations, because they live there too. */
const findResident = async (tx: Tx, id: string) => {
  const user = await tx.findVisible('user', id);
  if (user?.status !== 'active' || user.deleted_at) throw new Refusal('not_found', 'Resident not found');
  return user;
};

/** One day before the UTC day of writing, so that today is accepted in every time zone. */
const earliestDue = (tx: Tx, written_at = tx.now) => {
  const written = Date.parse(written_at) < Date.parse(tx.now) ? new Date(written_at).toISOString() : tx.now;
  return addDays(written.slice(0, 10), -1);
};

const updateViolation = mutator(violationUpdate, async (tx, { id, due_date, written_at }) => {
  const violation = await findViolation(tx, id);
  authorize(canManage(tx.actor));
  if (due_date === undefined || due_date === violation.due_date) return;
  refusePastDue(tx, due_date, written_at);
  const action = `Moved the due date from ${violation.due_date} to ${due_date}`;
  await tx.put('violation', { ...violation, due_date, history: [...violation.history, historyEntry(tx, action)] });
  notify(tx, 'dueDate', { entity: 'violation', ids: [id] });
});

const setViolationStatus = mutator(violationStatus, async (tx, args) => {
  const { status, resolution_notes } = args;
  const violation = await findViolation(tx, args.id);
  authorize(canManage(tx.actor));
  const moved = status !== violation.status;
  // Repeating a status without notes keeps the first author and their notes.
  if (!moved && !resolution_notes) return;
  refuseConflicts(tx, withNotes(violation), conflictsOf(violation, args));
  await tx.put('violation', {
    ...violation,
    status,
    resolution: isEnd(status) ? resolutionBy(tx, resolution_notes) : null,
    history: moved ? [...violation.history, historyEntry(tx, `Set ${status.replaceAll('_', ' ')}`)] : violation.history,
    edits: recordEdits(tx, withNotes(violation), notesAfter(args)),
  });
  if (moved) notify(tx, isEnd(status) ? 'decision' : 'status', { entity: 'violation', ids: [args.id] });
  if (isEnd(status)) await clearFailedJobs(tx, args.id);
});

export const noteUnsentNotice = async (tx: Tx, id: string): Promise<void> => {
  const violation = await tx.get('violation', id);
  if (!violation || !isEnd(violation.status) || violation.history.some(({ action }) => action === NOTICE_UNSENT))
    return;
  await tx.put('violation', { ...violation, history: [...violation.history, historyEntry(tx, NOTICE_UNSENT)] });
};

const NOTICE_UNSENT = 'Sent no notice by email: the violation had ended before';

/** Only the resolution notes can conflict. */
export const conflictsOf = (violation: Violation, change: Partial<z.output<typeof violationStatus>>): string[] =>
  conflictsIn(withNotes(violation), notesAfter(change), change.base);

const notesAfter = ({ status, resolution_notes }: Partial<z.output<typeof violationStatus>>) => ({
  resolution_notes: (status && isEnd(status) && resolution_notes) || null,
});
export const withNotes = (violation: Violation) => ({
  ...violation,
  resolution_notes: violation.resolution?.resolution_notes ?? null,
});

const isEnd = (status: ViolationStatus) => status === 'resolved' || status === 'dismissed';

const resolutionBy = ({ actor, now }: Tx, notes: string | null | undefined) => ({
  resolved_by: actor.id,
  resolved_by_name: actor.name,
  resolved_at: now,
  resolution_notes: notes || null,
});

const attachViolationFile = mutator(
  violationAttachment,
  async (tx, args) => {
    const violation = await findViolation(tx, args.id);
    authorize(canManage(tx.actor));
    const photo = await fileOf(tx, args.photo_url, 'violation', violation.id);
    const history = [...violation.history, ...replaceFile(tx, violation.photo, photo)];
    await tx.put('violation', { ...violation, photo_url: photo.key, photo, history });
  },
  (args) => [args.photo_url],
);

const addViolationMessage = mutator(
  violationMessageInput,
  async (tx, { photo_url, more_photo_urls, ...args }) => {
    const message = tx.get('violationMessage', args.id);
    const [violation, known] = await Promise.all([findViolation(tx, args.violation_id), message]);
    assertNew(known);
    authorize(!args.is_internal || canManage(tx.actor), 'Only the board can write internal messages');
    const photos = await claimPhotos(tx, 'violationMessage', args.id, { photo_url, more_photo_urls });
    await tx.put('violationMessage', {
      ...args,
      violation_id: violation.id,
      resident_id: violation.user_id,
      sender_id: tx.actor.id,
      sender_name: tx.actor.name,
      is_staff: isStaff(tx.actor.role),
      ...photos,
      sent_at: tx.now,
    });
    if (!args.is_internal) notify(tx, 'reply', { entity: 'violation', ids: [violation.id], item: args.id });
  },
  keysOf,
);

const findViolation = (tx: Tx, id: string) => find(tx, 'violation', id, VIOLATION_NOT_FOUND);

export const mutators = {
  createViolation,
  updateViolation,
  setViolationStatus,
  attachViolationFile,
  addViolationMessage,
};
