import type * as z from 'zod/mini';
import { meetingCancellation, meetingChoice, meetingInput, meetingUpdate } from '../../../schema/meeting-inputs.ts';
import { bodyOf } from '../../../schema/meetings.ts';
import type { Unsaved } from '../../../schema/rows.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { refuseConflicts } from '../../edits.ts';
import { deleteFileEffect } from '../../photos/files.ts';
import { assertNew, authorize, find, mutator, Refusal, type Tx } from '../../tx.ts';
import { nthPosition } from '../agenda/agenda.ts';
import { lastUnapproved } from '../agenda/minutes-item.ts';
import { templatesOf } from '../agenda/templates.ts';
import { isHeld } from '../canceled.ts';
import { conflictsOf } from '../conflicts.ts';
import { canManage } from '../entity.ts';
import { derivedId, nthId } from '../ids.ts';
import { MEETING_NOT_FOUND } from '../kinds.ts';
import { assertStaff, staffAmong } from '../rights.ts';
import { noticeHours } from '../rules.ts';
import {
  assertUsers,
  findMeeting,
  findOpenMeeting,
  newItem,
  noticedOf,
  readSettings,
  readToSchedule,
  schedule,
} from '../writing.ts';
import { cancellationNotice } from './notice.ts';

const createMeeting = mutator(meetingInput, async (tx, { template, status, ...args }) => {
  authorize(canManage(tx.actor));
  const [known, earlier, , staff] = await Promise.all([
    tx.get('meeting', args.id),
    args.adjourned_from ? find(tx, 'meeting', args.adjourned_from, MEETING_NOT_FOUND) : undefined,
    assertUsers(tx, [args.chair_id, args.secretary_id]),
    staffAmong(tx, args.desk_ids ?? []),
    status === 'scheduled' && readToSchedule(tx, args.id),
    args.adjourned_from && readToContinue(tx, args.adjourned_from),
  ]);
  assertNew(known);
  assertEnd(args);
  assertContinues(args, earlier);
  assertStaff(args.desk_ids ?? [], [...staff, ...(earlier?.recorder_ids ?? [])]);
  const meeting = { ...newMeeting(tx, args, earlier), recorder_ids: staff };
  await tx.put('meeting', meeting);
  if (earlier) await copyAgenda(tx, meeting, earlier);
  else if (template) await startAgenda(tx, meeting, template);
  if (status === 'scheduled') await schedule(tx, meeting);
});

const readToContinue = (tx: Tx, earlier: string): Promise<unknown> =>
  Promise.all((['agendaItem', 'rollUnit', 'proxy'] as const).map((entity) => tx.list(entity, 'meeting_id', earlier)));

type Args = Omit<z.output<typeof meetingInput>, 'template' | 'status'>;

const newMeeting = (tx: Tx, args: Args, earlier: Meeting | undefined): Unsaved<Meeting> => ({
  ...args,
  ...UNHELD,
  ends_at: args.ends_at ?? null,
  place: args.place ?? null,
  remote_link: args.remote_link ?? null,
  purpose: args.purpose ?? null,
  chair_id: args.chair_id ?? null,
  secretary_id: args.secretary_id ?? null,
  desk_ids: args.desk_ids ?? [],
  recorder_ids: [],
  proxy_officers: args.proxy_officers ?? [],
  executive_only: args.executive_only ?? false,
  has_election: args.has_election ?? false,
  exec_summary: args.exec_summary ?? null,
  record_date: args.record_date ?? null,
  adjourned_from: earlier?.id ?? null,
  adjourned_from_at: earlier?.starts_at ?? null,
  first_at: earlier ? (earlier.first_at ?? earlier.starts_at) : null,
  changed_at: tx.now,
  created_by: tx.actor.id,
  created_by_name: tx.actor.name,
  created_at: tx.now,
});

/** A draft, before its notice and all that is recorded of it. */
const UNHELD = {
  status: 'draft',
  rules: null,
  roll_frozen_at: null,
  notice_announcement_id: null,
  noticed: false,
  notice_reason: null,
  notice_of: null,
  cancel_announcement_id: null,
  cancel_reason: null,
  canceled_at: null,
  canceled_by_name: null,
  called_at: null,
  adjourned_at: null,
  had_executive: false,
  minutes_status: 'none',
  minutes_approved_on: null,
  minutes_approved_at: null,
  minutes_late_at: null,
  minutes_document_id: null,
  exec_minutes_document_id: null,
  sequence: 0,
} as const;

const assertEnd = ({ starts_at, ends_at }: { starts_at: string; ends_at?: string | null | undefined }): void => {
  const msg = 'The end must be after the start.';
  if (ends_at && ends_at <= starts_at) throw new Refusal('invalid', msg, [{ path: 'ends_at', msg }]);
};

const assertContinues = ({ kind, starts_at }: Args, earlier: Meeting | undefined): void => {
  if (!earlier) return;
  const refuse = (path: string, msg: string) => {
    throw new Refusal('invalid', msg, [{ path, msg }]);
  };
  if (earlier.status !== 'scheduled') throw new Refusal('conflict', 'Only a meeting that was held can be continued.');
  if (bodyOf(earlier.kind) !== bodyOf(kind))
    refuse('kind', 'A meeting can only be continued by a meeting of the same body.');
  if (starts_at <= earlier.starts_at) refuse('starts_at', 'Choose a start after the meeting that it continues.');
};

const startAgenda = async (tx: Tx, meeting: Unsaved<Meeting>, template: string): Promise<void> => {
  const [settings, minutes] = await Promise.all([readSettings(tx), lastUnapproved(tx, meeting)]);
  const templates = templatesOf(settings);
  const items = templates.find(({ id }) => id === template)?.items;
  if (!items) throw new Refusal('not_found', 'Agenda template not found');
  await Promise.all(
    items.map(({ minutes: planned, executive, ...item }, n) =>
      tx.put(
        'agendaItem',
        newItem(tx, meeting, {
          ...item,
          id: nthId(meeting.id, n),
          position: nthPosition(n),
          minutes: planned ?? null,
          executive: executive ?? false,
          description: item.title === PURPOSE && meeting.purpose ? paragraph(meeting.purpose) : '',
          ...(item.kind === 'minutes' && n === items.findIndex(({ kind }) => kind === 'minutes') && minutes),
        }),
      ),
    ),
  );
};

const PURPOSE = 'Stated purpose';

const paragraph = (text: string): string =>
  `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`;

const copyAgenda = async (tx: Tx, meeting: Unsaved<Meeting>, earlier: Meeting): Promise<void> => {
  const items = await tx.list('agendaItem', 'meeting_id', earlier.id);
  const live = items.filter(({ removed_at }) => !removed_at);
  await Promise.all(
    live.map((item) => tx.put('agendaItem', newItem(tx, meeting, { ...item, id: derivedId(meeting.id, item.id) }))),
  );
};

const updateMeeting = mutator(meetingUpdate, async (tx, { status, base, ...args }) => {
  const before = await findOpenMeeting(tx, args.id);
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
  refuseConflicts(tx, before, conflictsOf(before, { ...args, base }));
  const meeting: Meeting = { ...before, ...given };
  assertEnd(meeting);
  if (meeting.kind !== before.kind && before.status !== 'draft')
    throw new Refusal('conflict', 'You can’t change the type after scheduling.');
  if (meeting.executive_only !== before.executive_only && isHeld(before))
    throw new Refusal('conflict', 'This meeting was called to order, so you can’t make all of it executive.');
  const named = added(before.desk_ids, args.desk_ids);
  const [staff] = await Promise.all([staffAmong(tx, named), assertUsers(tx, [args.chair_id, args.secretary_id])]);
  assertStaff(named, staff);
  if (JSON.stringify(meeting) === JSON.stringify(before) && (!status || before.status === status)) return;
  const changed = {
    ...meeting,
    ...(hasMoved(before, meeting) && { sequence: before.sequence + 1 }),
    changed_at: tx.now,
    recorder_ids: [...(before.recorder_ids ?? []), ...staff].filter((id) => meeting.desk_ids.includes(id)),
    rules: await rulesAfter(tx, before, meeting),
  };
  if (status === 'scheduled' && before.status === 'draft') await schedule(tx, changed);
  else await tx.put('meeting', changed);
  if (noticedOf(before) !== noticedOf(meeting)) await showItems(tx, meeting);
});

const added = (before: readonly string[], after: readonly string[] | undefined) =>
  (after ?? []).filter((id) => !before.includes(id));

const hasMoved = (before: Meeting, after: Meeting): boolean =>
  (['starts_at', 'ends_at', 'place', 'remote_link'] as const).some((field) => before[field] !== after[field]);

/** Its own copy stays, but for the hours that depend on what it is. */
const rulesAfter = async (tx: Tx, before: Meeting, after: Meeting): Promise<Meeting['rules']> => {
  const isSame = before.executive_only === after.executive_only && before.has_election === after.has_election;
  if (!before.rules || isSame) return before.rules;
  return { ...before.rules, notice_hours: noticeHours(await readSettings(tx), after) };
};

/** Residents see open items of a meeting as long as they see it. */
const showItems = async (tx: Tx, meeting: Meeting): Promise<void> => {
  const items = await tx.list('agendaItem', 'meeting_id', meeting.id);
  const noticed = noticedOf(meeting);
  await Promise.all(
    items.filter((item) => item.noticed !== noticed).map((item) => tx.put('agendaItem', { ...item, noticed })),
  );
};

const cancelMeeting = mutator(meetingCancellation, async (tx, { id, reason }) => {
  const meeting = await findMeeting(tx, id);
  if (meeting.status === 'canceled') return;
  if (meeting.adjourned_at) throw new Refusal('conflict', 'This meeting was held, so it can’t be canceled.');
  if (meeting.called_at)
    throw new Refusal('conflict', 'This meeting is in session. Adjourn it instead of canceling it.');
  const cancel_reason = reason ?? null;
  await tx.put('meeting', {
    ...meeting,
    status: 'canceled',
    cancel_reason,
    cancel_announcement_id: await cancellationNotice(tx, { ...meeting, cancel_reason }),
    canceled_at: tx.now,
    canceled_by_name: tx.actor.name,
    sequence: meeting.sequence + 1,
    changed_at: tx.now,
  });
});

const deleteMeeting = mutator(meetingChoice, async (tx, { id }) => {
  const meeting = await findMeeting(tx, id);
  if (meeting.status !== 'draft')
    throw new Refusal('conflict', 'Only drafts can be deleted. Cancel this meeting instead.');
  const [items, roll, proxies, actions] = await Promise.all([
    tx.list('agendaItem', 'meeting_id', id),
    tx.list('rollUnit', 'meeting_id', id),
    tx.list('proxy', 'meeting_id', id),
    tx.list('actionItem', 'meeting_id', id),
  ]);
  await Promise.all([
    ...items.map((row) => tx.delete('agendaItem', row.id)),
    ...roll.map((row) => tx.delete('rollUnit', row.id)),
    ...proxies.map((row) => tx.delete('proxy', row.id)),
    ...actions.map((row) => tx.put('actionItem', { ...row, meeting_id: null, item_id: null, motion_id: null })),
  ]);
  for (const { photo_url } of proxies) if (photo_url) tx.after(deleteFileEffect(photo_url));
  await tx.delete('meeting', id);
});

export const mutators = { createMeeting, updateMeeting, cancelMeeting, deleteMeeting };
