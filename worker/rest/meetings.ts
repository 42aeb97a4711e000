import { weightsInput } from '../../schema/meeting-inputs.ts';
import { MEETING_KINDS, MEETING_STATUSES } from '../../schema/meetings.ts';
import { ADDRESS_NOT_FOUND } from '../../sync/addresses/entity.ts';
import { rollId } from '../../sync/meetings/books.ts';
import { MEETING_NOT_FOUND } from '../../sync/meetings/kinds.ts';
import { importWeights, type WeightsOutcome } from '../../sync/meetings/mutators/rules.ts';
import { ITEM_NOT_FOUND } from '../../sync/meetings/writing.ts';
import type { Tx } from '../../sync/tx.ts';
import { meetingsQuery } from '../http/list-queries.ts';
import { jsonBody } from '../http/validate.ts';
import {
  readItem,
  readItems,
  readMeeting,
  readMeetings,
  readRoll,
  readRollUnit,
  readRules,
  readVotingUnit,
  readVotingUnits,
} from '../queries/meetings.ts';
import { runMutator, transactAs } from '../run-mutator.ts';
import { command, givenId } from './command.ts';
import { handler, list, query } from './query.ts';
import type { Args, Route } from './route.ts';

const id = MEETING_NOT_FOUND;
const writes = { tag: 'Meetings', access: 'board', scope: 'meetings:write' } as const;
const reads = { ...writes, scope: 'meetings:read' } as const;
const forAll = { ...reads, access: 'person' } as const;

const rulesRoutes = [
  query('GET /api/meeting-rules', { ...reads, summary: 'Get the meeting rules', answer: [readRules, 'meetingRules'] }),
  command('PUT /api/meeting-rules', 'setMeetingRules', {
    ...writes,
    summary: 'Change the meeting rules',
    notes: 'A meeting copies them when it is scheduled. What is absent stays.',
    answer: [200, readRules, 'meetingRules'],
  }),
  query('GET /api/voting-units', {
    ...reads,
    summary: 'List the votes of all units',
    answer: [
      async (deps, actor) => {
        const docs = await readVotingUnits(deps, actor);
        return { docs, units: docs.length, weight: docs.reduce((sum, { weight }) => sum + weight, 0) };
      },
      'votingUnits',
    ],
  }),
  command('PUT /api/voting-units/:id', 'setVotingUnit', {
    ...{ ...writes, id: ADDRESS_NOT_FOUND },
    summary: 'Change the vote of a unit',
    answer: [200, readVotingUnit, 'votingUnit'],
  }),
  handler('POST /api/voting-units/import', {
    ...writes,
    summary: 'Set the weights of many units',
    notes: 'All or none. With `dry_run` it only tells what would come of it.',
    body: weightsInput,
    answers: { 200: 'weightsImport' },
    isChecked: false,
    handle: async ({ deps, actor, input }) => {
      const args = await input();
      let outcome: WeightsOutcome | undefined;
      const run = async (tx: Tx) => {
        outcome = await importWeights(tx, args);
      };
      await transactAs(deps, actor, run, { action: 'setVotingUnit', args });
      return outcome;
    },
  }),
];

const recordRoutes = [
  list('GET /api/meetings', {
    ...forAll,
    summary: 'List meetings',
    notes: 'Residents get those whose notice was sent.',
    query: meetingsQuery,
    values: { kind: MEETING_KINDS, status: MEETING_STATUSES },
    read: (deps, actor, { to, ...query }, paging) => readMeetings(deps, actor, { ...query, below: to }, paging),
    of: 'listedMeeting',
  }),
  command('POST /api/meetings', 'createMeeting', {
    ...{ ...writes, makes: givenId },
    summary: 'Make a meeting',
    answer: [201, readMeeting, 'meeting'],
  }),
  query('GET /api/meetings/:id', {
    ...{ ...forAll, id },
    summary: 'Get a meeting with its agenda',
    answer: [readMeeting, 'meeting'],
  }),
  command('PUT /api/meetings/:id', 'updateMeeting', {
    ...{ ...writes, id },
    summary: 'Change or schedule a meeting',
    answer: [200, readMeeting, 'meeting'],
  }),
  command('DELETE /api/meetings/:id', 'deleteMeeting', { ...writes, id, summary: 'Delete a draft', answer: [204] }),
  command('POST /api/meetings/:id/cancel', 'cancelMeeting', {
    ...{ ...writes, id },
    summary: 'Cancel a meeting',
    answer: [200, readMeeting, 'meeting'],
  }),
];

const rollRoutes = [
  query('GET /api/meetings/:id/roll', { ...reads, id, summary: 'Get the roll', answer: [readRoll, 'roll'] }),
  command('POST /api/meetings/:id/roll', 'freezeRoll', {
    ...{ ...writes, id, into: 'meeting_id' },
    summary: 'Freeze the roll',
    answer: [200, readRoll, 'roll'],
  }),
  command('POST /api/meetings/:id/roll/units', 'addRollUnit', {
    ...{ ...writes, id, into: 'meeting_id' },
    summary: 'Add a unit or a director to a frozen roll',
    notes:
      '`member_id` is that of an address, or of a user at a board meeting; with `name` a new one, of a director without an account. With a reason once the meeting was called to order.',
    reads: ({ meeting_id, member_id }) => rollId(String(meeting_id), String(member_id).trim().toLowerCase()),
    answer: [201, readRollUnit, 'rollUnit'],
  }),
  command('PUT /api/roll-units/:id', 'updateRollUnit', {
    ...{ ...writes, longId: MEETING_NOT_FOUND },
    summary: 'Change a unit on the roll',
    notes: 'With a reason once the meeting was called to order.',
    answer: [200, readRollUnit, 'rollUnit'],
  }),
];

const agendaRoutes = [
  command('POST /api/meetings/:id/agenda', 'addAgendaItem', {
    ...{ ...writes, id, into: 'meeting_id', makes: givenId },
    summary: 'Add an agenda item',
    answer: [201, readItem, 'agendaItem'],
  }),
  handler('POST /api/meetings/:id/agenda/records', {
    ...{ ...writes, id },
    summary: 'Add records to the agenda',
    body: 'addAgendaRecords',
    answers: { 201: 'agendaItems' },
    mutators: ['addAgendaRecords'],
    ...{ into: 'meeting_id', made: ['items.id'] },
    isChecked: false,
    handle: async ({ c, deps, actor, id: meeting_id }) => {
      const { items, ...body } = withIds(await jsonBody(c));
      await runMutator(c, 'addAgendaRecords', { ...body, items, meeting_id });
      const ids = items.map(({ id }) => id);
      return readItems(deps, actor, ids);
    },
  }),
  command('PUT /api/agenda-items/:id', 'updateAgendaItem', {
    ...{ ...writes, id: ITEM_NOT_FOUND },
    summary: 'Change an agenda item',
    answer: [200, readItem, 'agendaItem'],
  }),
  command('POST /api/agenda-items/:id/move', 'moveAgendaItem', {
    ...{ ...writes, id: ITEM_NOT_FOUND },
    summary: 'Move an agenda item',
    answer: [200, readItem, 'agendaItem'],
  }),
  command('POST /api/agenda-items/:id/withdraw', 'withdrawAgendaItem', {
    ...{ ...writes, id: ITEM_NOT_FOUND },
    summary: 'Withdraw an agenda item, or put it back',
    answer: [200, readItem, 'agendaItem'],
  }),
];

export const meetingRoutes: readonly Route[] = [...rulesRoutes, ...recordRoutes, ...rollRoutes, ...agendaRoutes];

/** The ids of items are the server's to make where the caller names none. */
const withIds = ({ items, ...body }: Record<string, unknown>) => ({
  ...body,
  items: (Array.isArray(items) ? items : []).map((item: Args | null) => ({ ...item, id: givenId(item ?? {}) })),
});
