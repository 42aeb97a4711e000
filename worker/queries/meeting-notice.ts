import type { InStatement, Row } from '@libsql/client';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { Meeting } from '../../schema/tables/meetings.ts';
import { MEETING_NOT_FOUND } from '../../sync/meetings/kinds.ts';
import { byPaper, lateness, noticeDue, noticeState, noticeUnits, proofOf } from '../../sync/meetings/notice/notice.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import { nameOf } from '../../sync/users/entity.ts';
import type { Deps } from '../deps.ts';
import type { NoticeProofBody } from '../shapes/meeting-notice.ts';
import { json, queryBatch } from './query.ts';
import { all, visibleTo } from './sql.ts';

/** A meeting that the caller may see, and where. Throws Refusal. */
export const readHeldMeeting = async (
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ meeting: Meeting; hoa: { name: string; time_zone: string } }> => {
  const { sql, args } = all([visibleTo(actor, 'meeting'), { sql: 't.id = ?', args: [id] }]);
  const [meetings, hoas] = await queryBatch<[Row[], { name: string; time_zone: string }[]]>(deps.db, [
    { sql: `SELECT ${shapes.meeting.json} AS row FROM meetings t WHERE ${sql}`, args },
    { sql: 'SELECT name, time_zone FROM hoas WHERE id = ?', args: [actor.hoa_id] },
  ]);
  const meeting = json<Meeting>(orNotFound(meetings[0], MEETING_NOT_FOUND).row);
  return { meeting, hoa: hoas[0]! };
};

/** How each unit was notified of the meeting. Throws Refusal. */
export const readNoticeProof = async (deps: Deps, actor: Actor, id: string): Promise<NoticeProofBody> => {
  const { hoa_id } = actor;
  const rows = (entity: Entity, where: string, more: string[] = [id]): InStatement => ({
    sql: `SELECT ${shapes[entity].json} AS row FROM ${shapes[entity].name} t WHERE t.hoa_id = ? AND ${where}`,
    args: [hoa_id, ...more],
  });
  const ofNotice = '(SELECT m.notice_announcement_id FROM meetings m WHERE m.hoa_id = t.hoa_id AND m.id = ?)';
  const results = await queryBatch<Row[][]>(deps.db, [
    rows('meeting', 't.id = ?'),
    rows('rollUnit', 't.meeting_id = ?'),
    rows('meetingFact', "t.meeting_id = ? AND t.kind IN ('paper_notice', 'voided')"),
    rows('address', 'TRUE', []),
    rows('user', 'TRUE', []),
    rows('account', "t.status = 'open'", []),
    rows('announcement', `t.id = ${ofNotice}`),
    rows('announcementRecipients', `t.id = ${ofNotice}`),
    rows('announcementRead', `t.announcement_id = ${ofNotice}`),
  ]);
  const at = <E extends Entity>(index: number) => (results[index] ?? []).map(({ row }) => json<Rows[E]>(row));
  const meeting = orNotFound(at<'meeting'>(0)[0], MEETING_NOT_FOUND);
  const people = at<'user'>(4);
  const names = new Map(people.map((user) => [user.id, nameOf(user)]));
  const [announcement] = at<'announcement'>(6);
  const units = noticeUnits(meeting, {
    roll: at<'rollUnit'>(1),
    homes: at<'address'>(3),
    people,
    accounts: at<'account'>(5),
  });
  const proof = proofOf({
    units,
    announcement,
    recipients: at<'announcementRecipients'>(7)[0]?.recipients,
    reads: at<'announcementRead'>(8),
    facts: at<'meetingFact'>(2),
    readerName: (user_id) => names.get(user_id) ?? '',
  });
  return {
    state: noticeState(meeting, announcement, deps.now().getTime()),
    due: noticeDue(meeting),
    sent_at: announcement?.sent_at ?? null,
    announcement_id: meeting.notice_announcement_id,
    late: lateness(meeting, announcement),
    counts: proof.counts,
    by_paper: byPaper(proof).map(({ unit }) => unit.id),
    units: proof.units.map(({ unit, ...rest }) => ({
      _id: unit.id,
      label: unit.label,
      owners: [...unit.owners],
      ...rest,
    })),
  };
};
