import type * as z from 'zod/mini';
import { addDays } from '../../schema/dates.ts';
import type { Violation } from '../../schema/tables/violations.ts';
import {
  violationAttachment,
  violationInput,
  violationMessageInput,
  violationStatus,
  violationUpdate,
} from '../../schema/violation-inputs.ts';
import { DUE_DATE_PAST } from '../../schema/violations.ts';
import { historyEntry } from '../activity/history.ts';
import { recordEdits, refuseConflicts } from '../edits.ts';
import { clearFailedJobs } from '../failed-jobs/entity.ts';
import { notify } from '../notifications/rules.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { fileOf, replaceFile } from '../photos/files.ts';
import { claimPhotos, keysOf } from '../photos/rules.ts';
import { isStaff } from '../roles.ts';
import { assertNew, authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import { canManage, conflictsOf, isEnd, notesAfter, VIOLATION_NOT_FOUND, withNotes } from './entity.ts';

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
  const violation = await findViolation(tx, args.id);
  authorize(canManage(tx.actor));
  // Repeating a status without notes keeps the first author and their notes.
  if (args.status === violation.status && !args.resolution_notes) return;
  refuseConflicts(tx, withNotes(violation), conflictsOf(violation, args));
  await changeViolationStatus(tx, violation, args);
});

type StatusChange = Pick<z.output<typeof violationStatus>, 'status' | 'resolution_notes'>;

/** `action` is what the history says of another status. */
export const changeViolationStatus = async (
  tx: Tx,
  violation: Violation,
  { status, resolution_notes }: StatusChange,
  action = `Set ${status.replaceAll('_', ' ')}`,
): Promise<void> => {
  const { id } = violation;
  const moved = status !== violation.status;
  await tx.put('violation', {
    ...violation,
    status,
    resolution: isEnd(status) ? resolutionBy(tx, resolution_notes) : null,
    history: moved ? [...violation.history, historyEntry(tx, action)] : violation.history,
    edits: recordEdits(tx, withNotes(violation), notesAfter({ status, resolution_notes })),
  });
  if (moved) notify(tx, isEnd(status) ? 'decision' : 'status', { entity: 'violation', ids: [id] });
  if (isEnd(status)) await clearFailedJobs(tx, id);
};

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
  async (tx, { photo_url, more_photo_urls, status, base, ...args }) => {
    const message = tx.get('violationMessage', args.id);
    const [violation, known] = await Promise.all([findViolation(tx, args.violation_id), message]);
    assertNew(known);
    authorize(!args.is_internal || canManage(tx.actor), 'Only the board can write internal messages');
    authorize(status === undefined || canManage(tx.actor));
    const moves = status !== undefined && status !== violation.status;
    if (moves) refuseConflicts(tx, withNotes(violation), conflictsOf(violation, { status, base }));
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
    if (moves) await changeViolationStatus(tx, violation, { status });
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
