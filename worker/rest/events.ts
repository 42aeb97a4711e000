import { WEBHOOK_EVENTS } from '../../schema/webhooks.ts';
import { eventsQuery } from '../http/list-queries.ts';
import { readEvents } from '../queries/events.ts';
import { query } from './query.ts';
import type { Route } from './route.ts';

export const eventRoutes: readonly Route[] = [
  query('GET /api/events', {
    ...{ tag: 'Webhooks', access: 'board', scope: 'events:read' },
    summary: 'List what has changed',
    notes:
      'The events of the last 30 days, the oldest first, of the time in which the association had a token or a webhook. `next` is the cursor of the following call, also where nothing has happened since: keep it and ask again. The id of an event is the `id` of its webhook.',
    query: eventsQuery,
    values: { type: WEBHOOK_EVENTS },
    answer: [readEvents, 'events'],
  }),
];
