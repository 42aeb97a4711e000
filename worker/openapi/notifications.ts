import * as z from 'zod';
import { EVENT_NAMES } from '../../schema/notifications.ts';
import { deviceChoice, deviceInput } from '../notifications/devices.ts';
import type { Operation } from './operation.ts';

const hour = z.int().min(0).max(23);
const preferences = z.strictObject({
  events: z.array(
    z.strictObject({
      event: z.enum(EVENT_NAMES),
      label: z.string(),
      mail: z.boolean(),
      push: z.boolean(),
      mailRequired: z.boolean().describe('An official notice, which cannot be turned off.'),
    }),
  ),
  quietHours: z.strictObject({ from: hour, to: hour }).nullable(),
  digestHour: hour.nullable(),
});
const unsubscribed = z.strictObject({ mail: z.boolean(), hoa: z.string(), labels: z.array(z.string()) });
const unsubscribeQuery = z.object({ token: z.string().describe('Of the link in a mail.') });

/** What people choose for themselves; no API token may. */
export const notificationOperations: Readonly<Record<string, Operation>> = {
  'GET /api/notifications/preferences': {
    tag: 'Account',
    access: 'person',
    summary: 'What the caller is told of, and how',
    answers: { 200: preferences },
  },
  'PUT /api/notifications/preferences': {
    tag: 'Account',
    access: 'person',
    summary: 'Choose what to be told of, and how',
    notes: 'What is left out stays as it is. Hours are those of the HOA.',
    body: 'updateNotificationPreferences',
    answers: { 200: preferences },
  },
  'GET /api/notifications/push-key': {
    tag: 'Account',
    access: 'person',
    summary: 'The key that pushes are signed with',
    answers: { 200: z.strictObject({ key: z.string().nullable() }) },
  },
  'POST /api/notifications/devices': {
    tag: 'Account',
    access: 'person',
    summary: 'Send pushes to this browser',
    body: deviceInput,
    answers: { 204: null },
  },
  'DELETE /api/notifications/devices': {
    tag: 'Account',
    access: 'person',
    summary: 'Send this browser no more pushes',
    body: deviceChoice,
    answers: { 204: null },
  },
  'GET /api/calendar': {
    tag: 'Account',
    access: 'person',
    summary: 'Whether the caller’s due dates have a calendar address',
    answers: { 200: z.strictObject({ createdAt: z.iso.datetime().nullable() }) },
  },
  'POST /api/calendar': {
    tag: 'Account',
    access: 'person',
    summary: 'Make the address of the caller’s calendar',
    notes: 'It is shown this once. The address before it ends.',
    answers: { 201: z.strictObject({ url: z.url() }) },
  },
  'DELETE /api/calendar': {
    tag: 'Account',
    access: 'person',
    summary: 'End the address of the caller’s calendar',
    answers: { 204: null },
  },
  'GET /api/calendar/:token': {
    tag: 'Account',
    access: 'anyone',
    summary: 'The due dates of a person, for calendar programs (RFC 5545)',
    notes: 'The address is the secret. Answers `If-None-Match` with 304.',
    answers: { 200: 'text/calendar', 304: null },
  },
  'GET /api/unsubscribe': {
    tag: 'Account',
    access: 'anyone',
    summary: 'Go to the page of the link in a mail',
    query: unsubscribeQuery,
    answers: { 302: null },
  },
  'POST /api/unsubscribe': {
    tag: 'Account',
    access: 'anyone',
    summary: 'Turn off what a mail was about',
    notes: 'In one click by RFC 8058; with `mail: true` it is turned on again.',
    query: unsubscribeQuery,
    body: z.object({ mail: z.boolean().optional() }),
    answers: { 200: unsubscribed },
  },
};
