import type { InStatement } from '@libsql/client';
import type { AgendaItem, Meeting } from '../../schema/tables/meetings.ts';
import type { RollUnit, VotingUnit } from '../../schema/tables/voters.ts';
import { ADDRESS_NOT_FOUND } from '../../sync/addresses/entity.ts';
import { entities } from '../../sync/index.ts';
import { inOrder } from '../../sync/meetings/agenda/agenda.ts';
import { canManage } from '../../sync/meetings/entity.ts';
import { MEETING_NOT_FOUND } from '../../sync/meetings/kinds.ts';
import { type MeetingQuery, meetingList } from '../../sync/meetings/list.ts';
import { votingRows } from '../../sync/meetings/roll.ts';
import { settingsOf } from '../../sync/meetings/rules.ts';
import { ITEM_NOT_FOUND } from '../../sync/meetings/writing.ts';
import { ReadSet } from '../../sync/server/read-set.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, isVisible, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { type Paging, recordBody } from '../http/rest-shapes.ts';
import type {
  AgendaItemBody,
  ListedMeetingBody,
  MeetingBody,
  MeetingRulesBody,
  RollUnitBody,
  VotingUnitBody,
} from '../shapes/meetings.ts';
import { type Page, pageOfList, pageOfTable, readPage, rowsOf } from './list.ts';
import { json } from './query.ts';
import { all, visibleTo, whereSql } from './sql.ts';
import { readVisibleRow } from './visible-row.ts';

export const readMeetings = async (deps: Deps, actor: Actor, query: MeetingQuery, paging: Paging) => {
  const asked = { ...query, hidesMinutes: !canManage(actor) };
  const page = pageOfList(actor, 'meeting', meetingList, asked, paging);
  const { rows, others: _, ...found } = await readPage(deps, page, recordsOf(page));
  return { docs: rows.map(({ row }) => meetingBody(json<Meeting>(row), actor)), ...found };
};

export const readMeetingsNamed = async (deps: Pick<Deps, 'db'>, actor: Actor, ids: readonly string[]) => {
  const where = all([visibleTo(actor, 'meeting'), whereSql({ id: ids })]);
  const keys = [{ sql: 't.id', descending: false }];
  const page = pageOfTable(actor, 'meeting', { where, keys, paging: { page: 1, limit: ids.length } });
  const { rows } = await readPage(deps, page, recordsOf(page));
  return rows.map(({ row }) => meetingBody(json<Meeting>(row), actor));
};

const recordsOf = (page: Page): InStatement => {
  const { sql, args } = rowsOf(page, '*');
  return { sql: `SELECT ${shapes.meeting.json} AS row FROM (${sql}) t ORDER BY ${page.order}`, args };
};

const meetingBody = (row: Meeting, viewer: Actor): ListedMeetingBody =>
  recordBody(entities.meeting.view(row, viewer) as Meeting);

/** As the viewer sees it, with its agenda. Throws Refusal('not_found'). */
export const readMeeting = async (deps: Deps, actor: Actor, id: string): Promise<MeetingBody> => {
  const reads = new ReadSet(deps.db, actor.hoa_id);
  const [row, items] = await Promise.all([reads.row('meeting', id), reads.list('agendaItem', 'meeting_id', id)]);
  const visible = row && isVisible(entities.meeting, row, actor) ? row : undefined;
  const meeting = meetingBody(orNotFound(visible, MEETING_NOT_FOUND), actor);
  const agenda = inOrder(items.filter((item) => isVisible(entities.agendaItem, item, actor)));
  return { ...meeting, agenda: agenda.map((item) => itemBody(item, actor)) };
};

const itemBody = (row: AgendaItem, viewer: Actor): AgendaItemBody =>
  recordBody(entities.agendaItem.view(row, viewer) as AgendaItem);

export const readItem = async (deps: Deps, actor: Actor, id: string): Promise<AgendaItemBody> =>
  itemBody(await readVisibleRow(deps, actor, 'agendaItem', id, ITEM_NOT_FOUND), actor);

/** In the order of their ids; those that the viewer may see. */
export const readItems = async (deps: Deps, actor: Actor, ids: readonly string[]): Promise<AgendaItemBody[]> => {
  const reads = new ReadSet(deps.db, actor.hoa_id);
  const rows = await Promise.all(ids.map((id) => reads.row('agendaItem', id)));
  const isSeen = (row: AgendaItem) => isVisible(entities.agendaItem, row, actor);
  return rows.flatMap((row) => (row && isSeen(row) ? [itemBody(row, actor)] : []));
};

export const readRoll = async (deps: Deps, actor: Actor, meeting_id: string) => {
  const reads = new ReadSet(deps.db, actor.hoa_id);
  const [row, roll] = await Promise.all([
    reads.row('meeting', meeting_id),
    reads.list('rollUnit', 'meeting_id', meeting_id),
  ]);
  const { roll_frozen_at } = orNotFound(row, MEETING_NOT_FOUND);
  const ordered = roll.sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  return { frozen_at: roll_frozen_at, docs: ordered.map(rollBody) };
};

const rollBody = ({ id, hoa_id: _hoa, rev: _rev, ...unit }: RollUnit): RollUnitBody => ({ _id: id, ...unit });

/** Throws Refusal. */
export const readRollUnit = async (deps: Deps, actor: Actor, id: string): Promise<RollUnitBody> =>
  rollBody(await readVisibleRow(deps, actor, 'rollUnit', id, MEETING_NOT_FOUND));

export const readRules = async (deps: Deps, actor: Actor): Promise<MeetingRulesBody> => {
  const row = await new ReadSet(deps.db, actor.hoa_id).row('meetingRules', actor.hoa_id);
  const { changed_at = null, changed_by_name = null } = row ?? {};
  return { ...settingsOf(row?.settings), changed_at, changed_by_name } as MeetingRulesBody;
};

/** Every unit with its vote, in the order of the addresses. */
export const readVotingUnits = async (deps: Deps, actor: Actor): Promise<VotingUnitBody[]> => {
  const reads = new ReadSet(deps.db, actor.hoa_id);
  const { hoa_id } = actor;
  const [addresses, users, accounts, votes] = await Promise.all([
    reads.list('address', 'hoa_id', hoa_id),
    reads.list('user', 'hoa_id', hoa_id),
    reads.list('account', 'hoa_id', hoa_id),
    reads.list('votingUnit', 'hoa_id', hoa_id),
  ]);
  const voteById = new Map(votes.map((vote) => [vote.id, vote]));
  return votingRows({ addresses, users, accounts, votes }, '').map(({ suspended: _, voter_ids: __, ...row }) => ({
    ...row,
    ...setByBoard(voteById.get(row.address_id)),
  }));
};

const setByBoard = (vote: VotingUnit | undefined) => ({
  owners_set: (vote?.owners ?? null) !== null,
  suspended: vote?.suspended ?? null,
  note: vote?.note ?? null,
});

export const readVotingUnit = async (deps: Deps, actor: Actor, id: string): Promise<VotingUnitBody> => {
  const found = (await readVotingUnits(deps, actor)).find(({ address_id }) => address_id === id);
  return orNotFound(found, ADDRESS_NOT_FOUND);
};
