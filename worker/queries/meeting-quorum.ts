import type { Row } from '@libsql/client';
import type { FactKind } from '../../schema/facts.ts';
import type { Entity } from '../../schema/rows.ts';
import { DESK_WORK, desksOut, NO_DEVICE } from '../../sync/meetings/desks.ts';
import { MEETING_NOT_FOUND } from '../../sync/meetings/kinds.ts';
import { meetingBooks } from '../../sync/meetings/meeting-books.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { QuorumBody } from '../shapes/meeting-facts.ts';
import { caseStatements, casesIn } from './meeting-cases.ts';
import { queryBatch } from './query.ts';
import { rowsOf, selectRows } from './rows.ts';

const KINDS: readonly FactKind[] = [
  ...(['arrived', 'left', 'recused', 'item_started'] as const),
  ...(['recorder_taken', 'desk_opened', 'desk_closed'] as const),
];

/** The last fact of each desk, and its last one of the work that a desk does. */
const LAST = `SELECT id FROM (
  SELECT id, row_number() OVER (
    PARTITION BY desk, kind IN (${DESK_WORK.map(() => '?').join()}) ORDER BY at DESC, id DESC
  ) AS place FROM meeting_facts WHERE hoa_id = ? AND meeting_id = ?
) WHERE place = 1`;

/** The light as a board device shows it that holds what the server holds. Throws Refusal. */
export const readQuorum = async (deps: Deps, actor: Actor, id: string): Promise<QuorumBody> => {
  const args = [actor.hoa_id, id];
  const rows = (entity: Entity, condition: string, more: readonly string[] = []) =>
    selectRows(entity, actor.hoa_id, condition, [id, ...more]);
  // What takes a check-in back may be of any kind.
  const facts = `t.meeting_id = ? AND (t.kind IN (${KINDS.map(() => '?').join()}) OR t.replaces <> '[]' OR t.id IN (${LAST}))`;
  const [meetings, items, roll, found, proxies, desks, hoas, ...cases] = await queryBatch<Row[][]>(deps.db, [
    rows('meeting', 't.id = ?'),
    rows('agendaItem', 't.meeting_id = ?'),
    rows('rollUnit', 't.meeting_id = ?'),
    rows('meetingFact', facts, [...KINDS, ...DESK_WORK, ...args]),
    rows('proxy', 't.meeting_id = ?'),
    {
      sql: `SELECT desk, max(at) AS last_seen, max(recorded_at) AS recorded_at FROM meeting_facts
        WHERE hoa_id = ? AND meeting_id = ? GROUP BY desk ORDER BY desk`,
      args,
    },
    { sql: 'SELECT time_zone FROM hoas WHERE id = ?', args: [actor.hoa_id] },
    ...caseStatements(actor.hoa_id, id),
  ]);
  const books = meetingBooks({
    time_zone: String(hoas?.[0]?.time_zone),
    meeting: orNotFound(rowsOf<'meeting'>(meetings)[0], MEETING_NOT_FOUND),
    items: rowsOf<'agendaItem'>(items),
    roll: rowsOf<'rollUnit'>(roll),
    facts: rowsOf<'meetingFact'>(found),
    proxies: rowsOf<'proxy'>(proxies),
    ...{ motions: [], texts: [], cases: casesIn(cases) },
  });
  const { present, total, needed, units, weight, met, just_enough } = books.quorum;
  const light = { present, total, needed, units, weight, met, just_enough };
  return { ...light, ...seen(desks ?? []), desksOut: desksOut(books, NO_DEVICE, true) };
};

const seen = (desks: readonly Row[]): Pick<QuorumBody, 'asOf' | 'otherDesks'> => ({
  asOf:
    desks
      .map((desk) => String(desk.recorded_at))
      .sort()
      .at(-1) ?? null,
  otherDesks: desks.map(({ desk, last_seen }) => ({ desk: String(desk), last_seen: String(last_seen) })),
});
