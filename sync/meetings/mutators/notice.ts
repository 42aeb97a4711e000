import { meetingNoticeInput } from '../../../schema/meeting-notice.ts';
import { bodyOf } from '../../../schema/meetings.ts';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import type { AgendaItem, Meeting } from '../../../schema/tables/meetings.ts';
import { isReachable } from '../../announcements/entity.ts';
import { draftAnnouncement } from '../../announcements/mutators.ts';
import { startSending } from '../../announcements/start.ts';
import { assertNew, authorize, find, mutator, Refusal, type Tx } from '../../tx.ts';
import { canManage } from '../entity.ts';
import { MEETING_NOT_FOUND } from '../kinds.ts';
import { noticeOf, ROLL_MISSING } from '../notice/notice.ts';
import { cancellationText, noticeText } from '../notice/notice-text.ts';

const NO_VOTERS = 'No one on the roll has an account. Print the notice and record it under “By Paper”.';

const titlesOfPapers = async (tx: Tx, items: readonly AgendaItem[]) => {
  const ids = items.flatMap(({ papers }) => (papers ?? []).map(({ document_id }) => document_id));
  const documents = new Map(await Promise.all(ids.map(async (id) => [id, await tx.get('document', id)] as const)));
  return (id: string) => {
    const document = documents.get(id);
    return document?.is_public ? document.title : undefined;
  };
};

const sendMeetingNotice = mutator(meetingNoticeInput, async (tx, { id, announcement_id, reason, again }) => {
  // All that does not depend on the meeting is read with it.
  const [meeting, items, hoa, known] = await Promise.all([
    find(tx, 'meeting', id, MEETING_NOT_FOUND),
    tx.list('agendaItem', 'meeting_id', id),
    find(tx, 'hoa', tx.actor.hoa_id, MEETING_NOT_FOUND),
    tx.get('announcement', announcement_id),
  ]);
  authorize(canManage(tx.actor));
  if (meeting.notice_announcement_id === announcement_id)
    return tx.put('meeting', { ...meeting, notice_reason: reason ?? meeting.notice_reason });
  await assertCanSend(tx, meeting, again);
  assertNew(known);
  const [audience, titleOf] = await Promise.all([audienceOf(tx, meeting), titlesOfPapers(tx, items)]);
  await announce(tx, announcement_id, { ...noticeText(meeting, items, hoa, titleOf), ...audience });
  await tx.put('meeting', {
    ...meeting,
    noticed: true,
    notice_announcement_id: announcement_id,
    notice_of: noticeOf(meeting),
    notice_reason: reason,
  });
  const hidden = meeting.executive_only ? [] : items.filter(({ noticed }) => !noticed);
  await Promise.all(hidden.map((item) => tx.put('agendaItem', { ...item, noticed: true })));
});

const assertCanSend = async (tx: Tx, meeting: Meeting, again: boolean) => {
  if (meeting.status === 'canceled') throw new Refusal('conflict', 'This meeting was canceled.');
  if (meeting.status === 'draft') throw new Refusal('conflict', 'Schedule the meeting before you send its notice.');
  if (again || meeting.notice_announcement_id === null || meeting.notice_of !== noticeOf(meeting)) return;
  const sent = await tx.get('announcement', meeting.notice_announcement_id);
  if (sent && sent.status !== 'failed')
    throw new Refusal('conflict', 'The notice of this meeting has already been sent.');
};

type Audience = Pick<Announcement, 'audience_type' | 'custom_recipients'>;

/** The residents of a board meeting, the roll's voters of a meeting of the members. Throws Refusal. */
const audienceOf = async (tx: Tx, meeting: Meeting): Promise<Audience> => {
  if (meeting.executive_only) return { audience_type: 'board', custom_recipients: [] };
  if (bodyOf(meeting.kind) === 'board') return { audience_type: 'residents', custom_recipients: [] };
  const [roll, users] = await Promise.all([
    tx.list('rollUnit', 'meeting_id', meeting.id),
    tx.list('user', 'hoa_id', tx.actor.hoa_id),
  ]);
  if (roll.length === 0) throw new Refusal('conflict', ROLL_MISSING);
  const voters = new Set(roll.flatMap((unit) => (unit.removed_at ? [] : unit.voter_ids)));
  const custom_recipients = users.filter((user) => voters.has(user.id) && isReachable(user)).map(({ id }) => id);
  if (custom_recipients.length === 0) throw new Refusal('conflict', NO_VOTERS);
  return { audience_type: 'custom', custom_recipients };
};

const announce = async (tx: Tx, id: string, words: Audience & { title: string; message: string }) =>
  startSending(tx, await draftAnnouncement(tx, { id, ...words, category: 'event', attachment: null }));

/** Announces the cancellation to those who had the notice. Returns the announcement's id, which is the meeting's, for
 * `cancel_announcement_id`; null where no notice was sent. Throws LimitReached. */
export const cancellationNotice = async (tx: Tx, meeting: Meeting): Promise<string | null> => {
  if (!meeting.noticed || meeting.notice_announcement_id === null) return null;
  const [hoa, notice, taken] = await Promise.all([
    find(tx, 'hoa', tx.actor.hoa_id, MEETING_NOT_FOUND),
    tx.get('announcement', meeting.notice_announcement_id),
    tx.get('announcement', meeting.id),
  ]);
  if (taken) return taken.id;
  const audience = notice ?? (await audienceOf(tx, meeting));
  const { audience_type, custom_recipients } = audience;
  await announce(tx, meeting.id, { ...cancellationText(meeting, hoa), audience_type, custom_recipients });
  return meeting.id;
};

export const mutators = { sendMeetingNotice };
