import type { InStatement, Row } from '@libsql/client';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { Meeting } from '../../schema/tables/meetings.ts';
import { correctionsFor, type EarlierCorrection } from '../../sync/meetings/minutes/corrections.ts';
import { shapes } from '../../sync/server/tables.ts';
import { json } from './query.ts';

/** The first condition is that of the index. */
const CORRECTED = `SELECT f.meeting_id FROM meeting_facts f
  WHERE f.hoa_id = t.hoa_id AND f.kind IN ('minutes_correction', 'result')
    AND (f.kind = 'minutes_correction' OR json_extract(f.data, '$.reason') IS NOT NULL)`;

/** Statements that read the meetings whose minutes were corrected with those after them, and of the corrected ones what says
 * how far a correction is executive. */
export const correctionStatements = (hoa_id: string): InStatement[] => {
  const rows = (entity: Entity, where: string): InStatement => ({
    sql: `SELECT ${shapes[entity].json} AS row FROM ${shapes[entity].name} t WHERE t.hoa_id = ? AND ${where}`,
    args: [hoa_id],
  });
  return [
    rows(
      'meeting',
      `t.starts_at >= (SELECT min(c.starts_at) FROM meetings c WHERE c.hoa_id = t.hoa_id AND c.id IN (${CORRECTED}))`,
    ),
    rows('meetingFact', `t.meeting_id IN (${CORRECTED}) AND t.kind NOT IN ('arrived', 'left', 'vote', 'paper_notice')`),
    rows('agendaItem', `t.meeting_id IN (${CORRECTED})`),
    rows('motion', `t.meeting_id IN (${CORRECTED})`),
  ];
};

export const earlierCorrectionsIn = (
  results: readonly Row[][],
  meeting: Meeting,
  time_zone: string,
): EarlierCorrection[] => {
  const at = <E extends Entity>(index: number) => (results[index] ?? []).map(({ row }) => json<Rows[E]>(row));
  const of = <R extends { meeting_id: string }>(rows: readonly R[], id: string) =>
    rows.filter(({ meeting_id }) => meeting_id === id);
  const [facts, items, motions] = [at<'meetingFact'>(1), at<'agendaItem'>(2), at<'motion'>(3)];
  return correctionsFor(meeting, at<'meeting'>(0), (id) => ({
    time_zone,
    facts: of(facts, id),
    items: of(items, id),
    motions: of(motions, id),
  }));
};
