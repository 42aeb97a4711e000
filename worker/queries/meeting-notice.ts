import type { InStatement, Row } from '@libsql/client';
import type { Entity } from '../../schema/rows.ts';
import type { Meeting } from '../../schema/tables/meetings.ts';
import { MEETING_NOT_FOUND } from '../../sync/meetings/kinds.ts';
import { byPaper, lateness, noticeDue, noticeState, noticeUnits, proofOf } from '../../sync/meetings/notice/notice.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import { nameOf } from '../../sync/users/entity.ts';
import type { Deps } from '../deps.ts';
import type { NoticeProofBody } from '../shapes/meeting-notice.ts';
import { json, queryBatch } from './query.ts';
import { rowsOf, selectRows } from './rows.ts';
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
  const [meetings, roll, facts, homes, users, accounts, announcements, recipients, reads] = await queryBatch<Row[][]>(
    deps.db,
    noticeStatements(actor.hoa_id, id),
  );
  const meeting = orNotFound(rowsOf<'meeting'>(meetings)[0], MEETING_NOT_FOUND);
  const people = rowsOf<'user'>(users);
  const names = new Map(people.map((user) => [user.id, nameOf(user)]));
  const [announcement] = rowsOf<'announcement'>(announcements);
  const units = noticeUnits(meeting, {
    roll: rowsOf<'rollUnit'>(roll),
    homes: rowsOf<'address'>(homes),
    people,
    accounts: rowsOf<'account'>(accounts),
  });
  const proof = proofOf({
    units,
    announcement,
    recipients: rowsOf<'announcementRecipients'>(recipients)[0]?.recipients,
    reads: rowsOf<'announcementRead'>(reads),
    facts: rowsOf<'meetingFact'>(facts),
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

/** In the order in which `readNoticeProof` takes their results. */
const noticeStatements = (hoa_id: string, id: string): InStatement[] => {
  const ofMeeting = (entity: Entity, condition: string) => selectRows(entity, hoa_id, condition, [id]);
  const notice = '(SELECT m.notice_announcement_id FROM meetings m WHERE m.hoa_id = t.hoa_id AND m.id = ?)';
  return [
    ofMeeting('meeting', 't.id = ?'),
    ofMeeting('rollUnit', 't.meeting_id = ?'),
    ofMeeting('meetingFact', "t.meeting_id = ? AND t.kind IN ('paper_notice', 'voided')"),
    selectRows('address', hoa_id),
    selectRows('user', hoa_id),
    selectRows('account', hoa_id, "t.status = 'open'"),
    ofMeeting('announcement', `t.id = ${notice}`),
    ofMeeting('announcementRecipients', `t.id = ${notice}`),
    ofMeeting('announcementRead', `t.announcement_id = ${notice}`),
  ];
};
