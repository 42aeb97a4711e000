import type { ActionItem, MinutesText } from '../../schema/tables/minutes.ts';
import { type ActionItemQuery, actionItemList } from '../../sync/meetings/action-list.ts';
import { MEETING_NOT_FOUND } from '../../sync/meetings/kinds.ts';
import { ACTION_NOT_FOUND } from '../../sync/meetings/mutators/action-items.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { type Found, type Paging, recordBody } from '../http/rest-shapes.ts';
import type { ActionItemBody, MinutesStateBody, MinutesTextBody } from '../shapes/minutes.ts';
import { pageOfList, readPage, rowsOf } from './list.ts';
import { json } from './query.ts';
import { readVisibleRow } from './visible-row.ts';

/** Throws Refusal. */
export const readMinutesText = async (deps: Deps, actor: Actor, id: string): Promise<MinutesTextBody> =>
  textBody(await readVisibleRow(deps, actor, 'minutesText', id, MEETING_NOT_FOUND));

export const textBody = ({ id, hoa_id: _hoa, rev: _rev, ...text }: MinutesText): MinutesTextBody => ({
  _id: id,
  ...text,
});

export const readMinutesState = async (deps: Deps, actor: Actor, id: string): Promise<MinutesStateBody> => {
  const { minutes_status } = await readVisibleRow(deps, actor, 'meeting', id, MEETING_NOT_FOUND);
  return { _id: id, minutes_status };
};

/** Throws Refusal. */
export const readActionItem = async (deps: Deps, actor: Actor, id: string): Promise<ActionItemBody> =>
  recordBody(await readVisibleRow(deps, actor, 'actionItem', id, ACTION_NOT_FOUND));

export const readActionItems = async (
  deps: Deps,
  actor: Actor,
  query: ActionItemQuery,
  paging: Paging,
): Promise<Found<ActionItemBody>> => {
  const page = pageOfList(actor, 'actionItem', actionItemList, query, paging);
  const { rows, others: _, ...found } = await readPage(deps, page, rowsOf(page, `${shapes.actionItem.json} AS row`));
  return { docs: rows.map(({ row }) => recordBody(json<ActionItem>(row))), ...found };
};
