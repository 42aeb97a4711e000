import type { Row } from '@libsql/client';
import type { FactKind } from '../../schema/facts.ts';
import type { MeetingFact, Motion } from '../../schema/tables/meetings.ts';
import { MEETING_NOT_FOUND } from '../../sync/meetings/kinds.ts';
import { MOTION_NOT_FOUND } from '../../sync/meetings/rights.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { Paging } from '../http/rest-shapes.ts';
import type { MeetingFactBody, MotionBody } from '../shapes/meeting-facts.ts';
import { json, queryBatch } from './query.ts';
import { readVisibleRow } from './visible-row.ts';

/** In the order in which they happened. Throws Refusal. */
export const readFacts = async (
  deps: Deps,
  actor: Actor,
  meeting_id: string,
  { kind, page, limit }: Paging & { kind?: FactKind | undefined },
): Promise<{ docs: MeetingFactBody[]; total: number }> => {
  const where = `t.hoa_id = ? AND t.meeting_id = ?${kind ? ' AND t.kind = ?' : ''}`;
  const args = [actor.hoa_id, meeting_id, ...(kind ? [kind] : [])];
  const [meetings, [counted], rows] = await queryBatch<[Row[], Row[], Row[]]>(deps.db, [
    { sql: 'SELECT id FROM meetings WHERE hoa_id = ? AND id = ?', args: [actor.hoa_id, meeting_id] },
    { sql: `SELECT count(*) AS total FROM meeting_facts t WHERE ${where}`, args },
    {
      sql: `SELECT ${shapes.meetingFact.json} AS row FROM meeting_facts t WHERE ${where}
        ORDER BY t.at, t.id LIMIT ? OFFSET ?`,
      args: [...args, limit, (page - 1) * limit],
    },
  ]);
  orNotFound(meetings[0], MEETING_NOT_FOUND);
  return { docs: rows.map(({ row }) => factBody(json<MeetingFact>(row))), total: Number(counted?.total) };
};

export const factBody = ({ id, hoa_id: _hoa, rev: _rev, ...fact }: MeetingFact): MeetingFactBody => ({
  _id: id,
  ...fact,
});

/** Throws Refusal. */
export const readMotion = async (deps: Deps, actor: Actor, id: string): Promise<MotionBody> =>
  motionBody(await readVisibleRow(deps, actor, 'motion', id, MOTION_NOT_FOUND));

export const motionBody = ({ id, hoa_id: _hoa, rev: _rev, ...motion }: Motion): MotionBody => ({ _id: id, ...motion });
