import type { InStatement, Row } from '@libsql/client';
import type { ApprovedMinutes } from '../../schema/tables/minutes.ts';
import type { MeetingBooks } from '../../sync/meetings/books.ts';
import { meetingBooks } from '../../sync/meetings/meeting-books.ts';
import type { MinutesContext } from '../../sync/meetings/minutes/minutes.ts';
import type { Deps } from '../deps.ts';
import { CORRECTION_STATEMENTS, correctionStatements, earlierCorrectionsIn } from './earlier-corrections.ts';
import { caseStatements, casesIn } from './meeting-cases.ts';
import { queryBatch } from './query.ts';
import { rowsOf, selectRows } from './rows.ts';

export type BooksOfMeeting = { books: MeetingBooks; context: MinutesContext; approved: ApprovedMinutes | undefined };

/** All rows of a meeting, in one round trip, and what its minutes need beside them; undefined without it. */
export const readBooks = async (
  { db }: Pick<Deps, 'db'>,
  hoa_id: string,
  id: string,
): Promise<BooksOfMeeting | undefined> => {
  const [meetings, items, roll, facts, motions, texts, proxies, actions, approved, staff, hoas, notices, ...more] =
    await queryBatch<Row[][]>(db, bookStatements(hoa_id, id));
  const [meeting] = rowsOf<'meeting'>(meetings);
  if (!meeting) return undefined;
  const names = new Map(rowsOf<'user'>(staff).map((user) => [user.id, user.name || user.email]));
  const [hoa] = hoas as unknown as { name: string; time_zone: string }[];
  const [notice] = notices as unknown as { sent_at: string | null }[];
  const time_zone = hoa?.time_zone ?? 'America/Chicago';
  return {
    books: meetingBooks({
      time_zone,
      meeting,
      items: rowsOf<'agendaItem'>(items),
      roll: rowsOf<'rollUnit'>(roll),
      facts: rowsOf<'meetingFact'>(facts),
      motions: rowsOf<'motion'>(motions),
      texts: rowsOf<'minutesText'>(texts),
      proxies: rowsOf<'proxy'>(proxies),
      cases: casesIn(more.slice(CORRECTION_STATEMENTS)),
    }),
    context: {
      hoa: hoa?.name ?? '',
      time_zone,
      nameOf: (user_id) => names.get(user_id) ?? null,
      actions: rowsOf<'actionItem'>(actions),
      earlier_corrections: earlierCorrectionsIn(more, meeting, time_zone),
      notice_sent_at: notice?.sent_at,
    },
    approved: rowsOf<'approvedMinutes'>(approved)[0],
  };
};

const PARTS = ['agendaItem', 'rollUnit', 'meetingFact', 'motion', 'minutesText', 'proxy', 'actionItem'] as const;

/** In the order in which `readBooks` takes their results. */
const bookStatements = (hoa_id: string, id: string): InStatement[] => {
  const notice = 'SELECT m.notice_announcement_id FROM meetings m WHERE m.hoa_id = t.hoa_id AND m.id = ?';
  const staff = `(t.id IN (SELECT value FROM meetings m, json_each(json_array(m.chair_id, m.secretary_id))
    WHERE m.hoa_id = t.hoa_id AND m.id = ?))`;
  return [
    selectRows('meeting', hoa_id, 't.id = ?', [id]),
    ...PARTS.map((entity) => selectRows(entity, hoa_id, 't.meeting_id = ?', [id])),
    selectRows('approvedMinutes', hoa_id, 't.id = ?', [id]),
    selectRows('user', hoa_id, staff, [id]),
    { sql: 'SELECT name, time_zone FROM hoas WHERE id = ?', args: [hoa_id] },
    { sql: `SELECT t.sent_at FROM announcements t WHERE t.hoa_id = ? AND t.id = (${notice})`, args: [hoa_id, id] },
    ...correctionStatements(hoa_id),
    ...caseStatements(hoa_id, id),
  ];
};
