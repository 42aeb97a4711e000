import type { FactKind } from '../../schema/facts.ts';
import type { MeetingFact, Motion } from '../../schema/tables/meetings.ts';
import { MEETING_NOT_FOUND } from '../../sync/meetings/kinds.ts';
import { MOTION_NOT_FOUND } from '../../sync/meetings/rights.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { Found, Paging } from '../http/rest-shapes.ts';
import type { MeetingFactBody, MotionBody } from '../shapes/meeting-facts.ts';
import { pageOfTable, readPage, rowsOf } from './list.ts';
import { json } from './query.ts';
import { all, whereSql } from './sql.ts';
import { readVisibleRow } from './visible-row.ts';

/** In the order in which they happened. Throws Refusal. */
export const readFacts = async (
  deps: Deps,
  actor: Actor,
  meeting_id: string,
  { kind }: { kind?: FactKind | undefined },
  paging: Paging,
): Promise<Found<MeetingFactBody>> => {
  const { hoa_id } = actor;
  const where = all([{ sql: 't.hoa_id = ?', args: [hoa_id] }, whereSql<MeetingFact>({ meeting_id, kind })]);
  const page = pageOfTable(actor, 'meetingFact', { where, keys: IN_TIME, paging });
  const meeting = { sql: 'SELECT id FROM meetings WHERE hoa_id = ? AND id = ?', args: [hoa_id, meeting_id] };
  const facts = rowsOf(page, `${shapes.meetingFact.json} AS row`);
  const { rows, others, ...found } = await readPage(deps, page, facts, [meeting]);
  orNotFound(others[0]?.[0], MEETING_NOT_FOUND);
  return { docs: rows.map(({ row }) => factBody(json<MeetingFact>(row))), ...found };
};

const IN_TIME = ['t.at', 't.id'].map((sql) => ({ sql, descending: false }));

export const factBody = ({ id, hoa_id: _hoa, rev: _rev, ...fact }: MeetingFact): MeetingFactBody => ({
  _id: id,
  ...fact,
});

/** Throws Refusal. */
export const readMotion = async (deps: Deps, actor: Actor, id: string): Promise<MotionBody> =>
  motionBody(await readVisibleRow(deps, actor, 'motion', id, MOTION_NOT_FOUND));

export const motionBody = ({ id, hoa_id: _hoa, rev: _rev, ...motion }: Motion): MotionBody => ({ _id: id, ...motion });
