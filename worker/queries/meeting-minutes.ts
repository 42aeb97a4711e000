import type { Context } from 'hono';
import type { ActionItem, MinutesText } from '../../schema/tables/meetings.ts';
import { action_items } from '../../schema/tables/meetings.ts';
import { ACTION_NOT_FOUND } from '../../sync/meetings/mutators/action-items.ts';
import { MEETING_NOT_FOUND } from '../../sync/meetings/rights.ts';
import { chosen } from '../../sync/where.ts';
import type { Env } from '../deps.ts';
import { type Paging, recordBody } from '../http/rest-shapes.ts';
import type { ActionItemBody, MinutesStateBody, MinutesTextBody } from '../openapi/meeting-minutes.ts';
import { readPage, rowsOf } from './list.ts';
import { decoderOf } from './query.ts';
import { all, visibleTo, whereSql } from './sql.ts';
import { readVisibleRow } from './visible-row.ts';

/** Throws Refusal. */
export const readMinutesText = async (c: Context<Env>, id: string): Promise<MinutesTextBody> =>
  textBody(await readVisibleRow(c, 'minutesText', id, MEETING_NOT_FOUND));

const textBody = ({ id, hoa_id: _hoa, rev: _rev, ...text }: MinutesText): MinutesTextBody => ({ _id: id, ...text });

export const readMinutesState = async (c: Context<Env>, id: string): Promise<MinutesStateBody> => {
  const { minutes_status } = await readVisibleRow(c, 'meeting', id, MEETING_NOT_FOUND);
  return { _id: id, minutes_status };
};

/** Throws Refusal. */
export const readActionItem = async (c: Context<Env>, id: string): Promise<ActionItemBody> =>
  recordBody(await readVisibleRow(c, 'actionItem', id, ACTION_NOT_FOUND));

/** Those due first come first. */
export const readActionItems = async (
  { var: { deps, actor } }: Context<Env>,
  { status, meeting_id, page, limit }: Paging & { status: string[]; meeting_id?: string | undefined },
): Promise<{ docs: ActionItemBody[]; total: number }> => {
  const only = { status: chosen(status), ...(meeting_id && { meeting_id }) };
  const found = {
    table: 'action_items',
    where: all([visibleTo(actor, 'actionItem'), whereSql<ActionItem>(only as object)]),
    order: 't.due_on IS NULL, t.due_on, t.id',
    paging: { page, limit },
  };
  const { rows, total } = await readPage(deps, found, rowsOf(found, 't.*'));
  return { docs: rows.map((row) => recordBody(decode(row) as ActionItem)), total };
};

const decode = decoderOf(action_items);
