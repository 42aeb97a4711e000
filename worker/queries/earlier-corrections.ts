import type { InStatement, Row } from '@libsql/client';
import type { Meeting } from '../../schema/tables/meetings.ts';
import { correctionsFor, type EarlierCorrection } from '../../sync/meetings/minutes/corrections.ts';
import { rowsOf, selectRows } from './rows.ts';

/** The first condition is that of the index. */
const CORRECTED = `SELECT f.meeting_id FROM meeting_facts f
  WHERE f.hoa_id = t.hoa_id AND f.kind IN ('minutes_correction', 'result')
    AND (f.kind = 'minutes_correction' OR json_extract(f.data, '$.reason') IS NOT NULL)`;

/** Statements that read the meetings whose minutes were corrected with those after them, and of the corrected ones what says
 * how far a correction is executive. */
export const correctionStatements = (hoa_id: string): InStatement[] => {
  return [
    selectRows(
      'meeting',
      hoa_id,
      `t.starts_at >= (SELECT min(c.starts_at) FROM meetings c WHERE c.hoa_id = t.hoa_id AND c.id IN (${CORRECTED}))`,
    ),
    selectRows(
      'meetingFact',
      hoa_id,
      `t.meeting_id IN (${CORRECTED}) AND t.kind NOT IN ('arrived', 'left', 'vote', 'paper_notice')`,
    ),
    selectRows('agendaItem', hoa_id, `t.meeting_id IN (${CORRECTED})`),
    selectRows('motion', hoa_id, `t.meeting_id IN (${CORRECTED})`),
  ];
};

/** How many statements `correctionStatements` gives. */
export const CORRECTION_STATEMENTS = 4;

/** Reads the results of `correctionStatements`, in their order. */
export const earlierCorrectionsIn = (
  [meetings, corrected, agenda, moved]: readonly Row[][],
  meeting: Meeting,
  time_zone: string,
): EarlierCorrection[] => {
  const of = <R extends { meeting_id: string }>(rows: readonly R[], id: string) =>
    rows.filter(({ meeting_id }) => meeting_id === id);
  const [facts, items, motions] = [
    rowsOf<'meetingFact'>(corrected),
    rowsOf<'agendaItem'>(agenda),
    rowsOf<'motion'>(moved),
  ];
  return correctionsFor(meeting, rowsOf<'meeting'>(meetings), (id) => ({
    time_zone,
    facts: of(facts, id),
    items: of(items, id),
    motions: of(motions, id),
  }));
};
