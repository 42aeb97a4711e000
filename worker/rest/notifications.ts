import { deviceChoice, deviceInput, forgetDevice, saveDevice } from '../notifications/devices.ts';
import { readPreferences } from '../queries/notifications.ts';
import { command } from './command.ts';
import { handler, query } from './query.ts';
import type { Route } from './route.ts';

const person = { tag: 'Account', access: 'person' } as const;

/** Settings of people themselves; no API token may change them. */
export const notificationRoutes: readonly Route[] = [
  query('GET /api/notifications/preferences', {
    ...person,
    summary: 'What the caller is told of, and how',
    answer: [readPreferences, 'preferences'],
  }),
  command('PUT /api/notifications/preferences', 'updateNotificationPreferences', {
    ...person,
    summary: 'Choose what to be told of, and how',
    notes: 'What is left out stays as it is. Hours are those of the HOA.',
    answer: [200, readPreferences, 'preferences'],
  }),
  query('GET /api/notifications/push-key', {
    ...person,
    summary: 'The key that pushes are signed with',
    answer: [async ({ config }) => ({ key: config.push?.publicKey ?? null }), 'pushKey'],
  }),
  handler('POST /api/notifications/devices', {
    ...person,
    summary: 'Send pushes to this browser',
    body: deviceInput,
    answers: { 204: null },
    handle: async ({ c, deps, actor, input }) => saveDevice(deps, actor, c.var.family_id, await input()),
  }),
  handler('DELETE /api/notifications/devices', {
    ...person,
    summary: 'Send this browser no more pushes',
    body: deviceChoice,
    answers: { 204: null },
    handle: async ({ deps, actor, input }) => forgetDevice(deps, actor, (await input()).endpoint),
  }),
];
