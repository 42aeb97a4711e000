import type { InStatement, Row } from '@libsql/client';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { ApprovedMinutes } from '../../schema/tables/minutes.ts';
import type { MeetingBooks } from '../../sync/meetings/books.ts';
import { meetingBooks } from '../../sync/meetings/meeting-books.ts';
import type { MinutesContext } from '../../sync/meetings/minutes/minutes.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Deps } from '../deps.ts';
import { correctionStatements, earlierCorrectionsIn } from './earlier-corrections.ts';
import { caseStatements, casesIn } from './meeting-cases.ts';
import { json, queryBatch } from './query.ts';

export type BooksOfMeeting = { books: MeetingBooks; context: MinutesContext; approved: ApprovedMinutes | undefined };

/** All rows of a meeting, in one round trip, and what its minutes need beside them; undefined without it. */
export const readBooks = async (
  { db }: Pick<Deps, 'db'>,
  hoa_id: string,
  id: string,
): Promise<BooksOfMeeting | undefined> => {
  const rows = (entity: Entity, where: string): InStatement => ({
    sql: `SELECT ${shapes[entity].json} AS row FROM ${shapes[entity].name} t WHERE t.hoa_id = ? AND ${where}`,
    args: [hoa_id, id],
  });
  const ofMeeting = 'SELECT m.notice_announcement_id FROM meetings m WHERE m.hoa_id = t.hoa_id AND m.id = ?';
  const staff = `(t.id IN (SELECT value FROM meetings m, json_each(json_array(m.chair_id, m.secretary_id))
    WHERE m.hoa_id = t.hoa_id AND m.id = ?))`;
  const results = await queryBatch<Row[][]>(db, [
    rows('meeting', 't.id = ?'),
    ...(['agendaItem', 'rollUnit', 'meetingFact', 'motion', 'minutesText', 'proxy', 'actionItem'] as const).map(
      (entity) => rows(entity, 't.meeting_id = ?'),
    ),
    rows('approvedMinutes', 't.id = ?'),
    rows('user', staff),
    { sql: 'SELECT name, time_zone FROM hoas WHERE id = ?', args: [hoa_id] },
    { sql: `SELECT t.sent_at FROM announcements t WHERE t.hoa_id = ? AND t.id = (${ofMeeting})`, args: [hoa_id, id] },
    ...correctionStatements(hoa_id),
    ...caseStatements(hoa_id, id),
  ]);
  const at = <E extends Entity>(index: number) => (results[index] ?? []).map(({ row }) => json<Rows[E]>(row));
  const [meeting] = at<'meeting'>(0);
  if (!meeting) return undefined;
  const names = new Map(at<'user'>(9).map((user) => [user.id, user.name || user.email]));
  const [hoa] = results[10] as unknown as { name: string; time_zone: string }[];
  const time_zone = hoa?.time_zone ?? 'America/Chicago';
  const [notice] = results[11] as unknown as { sent_at: string | null }[];
  return {
    books: meetingBooks({
      time_zone,
      meeting,
      items: at<'agendaItem'>(1),
      roll: at<'rollUnit'>(2),
      facts: at<'meetingFact'>(3),
      motions: at<'motion'>(4),
      texts: at<'minutesText'>(5),
      proxies: at<'proxy'>(6),
      cases: casesIn(results.slice(16)),
    }),
    context: {
      hoa: hoa?.name ?? '',
      time_zone,
      nameOf: (user_id) => names.get(user_id) ?? null,
      actions: at<'actionItem'>(7),
      earlier_corrections: earlierCorrectionsIn(results.slice(12, 16), meeting, time_zone),
      notice_sent_at: notice?.sent_at,
    },
    approved: at<'approvedMinutes'>(8)[0],
  };
};
