import { ACTION_ITEM_STATUSES } from '../../schema/meetings.ts';
import { MEETING_NOT_FOUND } from '../../sync/meetings/kinds.ts';
import { ACTION_NOT_FOUND } from '../../sync/meetings/mutators/action-items.ts';
import { MOTION_NOT_FOUND } from '../../sync/meetings/rights.ts';
import { actionItemsQuery, minutesQuery } from '../http/list-queries.ts';
import { jsonBody } from '../http/validate.ts';
import { readMinutes, readMotions } from '../queries/meeting-composed.ts';
import { readMotion } from '../queries/meeting-facts.ts';
import { readActionItem, readActionItems, readMinutesState, readMinutesText } from '../queries/meeting-minutes.ts';
import { runMutator } from '../run-mutator.ts';
import { command, givenId, orHidden } from './command.ts';
import { handler, list, query } from './query.ts';
import type { Route } from './route.ts';

const id = MEETING_NOT_FOUND;
const writes = { tag: 'Meetings', access: 'board', scope: 'meetings:write' } as const;
const reads = { ...writes, scope: 'meetings:read' } as const;

export const minutesRoutes: readonly Route[] = [
  query('GET /api/meetings/:id/minutes', {
    ...{ ...reads, id },
    summary: 'Get the minutes of a meeting',
    notes:
      'Composed from what happened; once they are approved `text` is what was approved. `form=public` is what residents read once it is published, `form=executive` the executive session alone.',
    query: minutesQuery,
    answer: [(deps, actor, id, { form }) => readMinutes(deps, actor, id, form), 'minutes'],
  }),
  query('GET /api/meetings/:id/motions', {
    ...{ ...reads, id },
    summary: 'List the motions of a meeting',
    notes: 'Each with its wording, totals and result, as the screens show them.',
    answer: [readMotions, 'motionStates'],
  }),
  command('POST /api/meetings/:id/publish', 'publishMinutes', {
    ...{ ...writes, id, into: 'meeting_id' },
    summary: 'Publish the minutes',
    notes: 'Files them as a document that residents read; until they are approved it is marked DRAFT.',
    body: 'none',
    answer: [202, readMinutesState, 'minutesState'],
  }),
  handler('POST /api/meetings/:id/minutes', {
    ...{ ...writes, id },
    summary: 'Write a section of the minutes, or move them on',
    notes:
      'A text is a version of its section until another replaces it. With `status` the minutes go to review or are approved.',
    body: 'minutesBody',
    answers: { 200: 'minutesState', 201: 'minutesText', 204: null },
    mutators: ['saveMinutesText', 'setMinutesStatus'],
    ...{ into: 'meeting_id', made: ['id'] },
    ...{ isChecked: false, resumes: true },
    handle: async ({ c, deps, actor, id: meeting_id }) => {
      const body = await jsonBody(c);
      if (body.status !== undefined) {
        await runMutator(c, 'setMinutesStatus', { ...body, meeting_id });
        return readMinutesState(deps, actor, meeting_id);
      }
      const id = givenId(body, deps.once?.record_id);
      await runMutator(c, 'saveMinutesText', { ...body, id, meeting_id });
      const text = await orHidden(readMinutesText(deps, actor, id));
      return text ? c.json(text, 201) : undefined;
    },
  }),
  command('POST /api/motions/:id/decision', 'applyDecision', {
    ...{ ...writes, id: MOTION_NOT_FOUND, into: 'motion_id' },
    summary: 'Apply the decision of a motion to its record',
    notes:
      'Once for each result, and only while the record is as `seen` says; otherwise the motion says what happened.',
    answer: [200, readMotion, 'motion'],
  }),
  list('GET /api/action-items', {
    ...{ ...reads, access: 'person' },
    summary: 'List action items',
    notes: 'Residents get their own.',
    query: actionItemsQuery,
    values: { status: ACTION_ITEM_STATUSES },
    read: readActionItems,
    of: 'actionItem',
  }),
  command('POST /api/action-items', 'createActionItem', {
    ...{ ...writes, makes: givenId },
    summary: 'Make an action item',
    mayBeHidden: true,
    answer: [201, readActionItem, 'actionItem'],
  }),
  command('PUT /api/action-items/:id', 'updateActionItem', {
    ...{ ...writes, access: 'person', id: ACTION_NOT_FOUND },
    summary: 'Change an action item',
    notes: 'Its owner may mark it done.',
    answer: [200, readActionItem, 'actionItem'],
  }),
];
