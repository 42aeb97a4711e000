import { uuidv7 } from 'uuidv7';
import { FACT_KINDS } from '../../schema/facts.ts';
import { MEETING_NOT_FOUND } from '../../sync/meetings/kinds.ts';
import { MOTION_NOT_FOUND } from '../../sync/meetings/rights.ts';
import { meetingFactsQuery } from '../http/list-queries.ts';
import { jsonBody } from '../http/validate.ts';
import { readFacts, readMotion } from '../queries/meeting-facts.ts';
import { readQuorum } from '../queries/meeting-quorum.ts';
import { runMutator } from '../run-mutator.ts';
import { command, givenId } from './command.ts';
import { handler, list, query } from './query.ts';
import type { Route } from './route.ts';

const id = MEETING_NOT_FOUND;
const writes = { tag: 'Meetings', access: 'board', scope: 'meetings:write' } as const;
const reads = { ...writes, scope: 'meetings:read' } as const;

const RECORDERS =
  'Also for people the board named for a desk, until 14 days after the meeting. People who have left the board since get no content.';

export const meetingFactRoutes: readonly Route[] = [
  list('GET /api/meetings/:id/facts', {
    ...{ ...reads, id },
    summary: 'List what happened in a meeting',
    notes: 'In the order of time. No fact is ever changed or deleted: another one takes it back.',
    query: meetingFactsQuery,
    values: { kind: FACT_KINDS },
    read: readFacts,
    of: 'meetingFact',
  }),
  query('GET /api/meetings/:id/quorum', {
    ...{ ...reads, id },
    summary: 'Read the quorum of a meeting',
    notes: 'By what has reached the server. Desks that are offline may know of more.',
    answer: [readQuorum, 'quorum'],
  }),
  handler('POST /api/meetings/:id/facts', {
    ...{ ...writes, id },
    summary: 'Record what happened',
    notes: `Facts whose ids stand already are passed over. ${RECORDERS}`,
    body: 'recordFacts',
    answers: { 201: 'factIds' },
    mutators: ['recordFacts'],
    ...{ into: 'meeting_id', made: ['facts.id'] },
    isChecked: false,
    handle: async ({ c, id: meeting_id }) => {
      const { facts, ...body } = withIds(await jsonBody(c));
      await runMutator(c, 'recordFacts', { ...body, facts, meeting_id });
      return { ids: facts.map(({ id }) => id) };
    },
  }),
  command('POST /api/meetings/:id/motions', 'makeMotion', {
    ...{ ...writes, id, into: 'meeting_id', makes: givenId },
    summary: 'Make a motion',
    notes: `Its words, votes and result are facts. ${RECORDERS}`,
    mayBeHidden: true,
    answer: [201, readMotion, 'motion'],
  }),
  command('PUT /api/motions/:id', 'updateMotion', {
    ...{ ...writes, id: MOTION_NOT_FOUND },
    summary: 'Change a motion before the vote',
    notes: RECORDERS,
    mayBeHidden: true,
    answer: [200, readMotion, 'motion'],
  }),
];

/** The ids of facts are the server's to make where the caller names none. */
const withIds = ({ facts, ...body }: Record<string, unknown>) => ({
  ...body,
  facts: (Array.isArray(facts) ? facts : []).map((fact: object | null) => ({
    ...fact,
    id: String((fact as { id?: unknown } | null)?.id ?? uuidv7()).toLowerCase(),
  })),
});
