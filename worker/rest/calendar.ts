import { callerIn } from '../auth/limits.ts';
import { hashToken } from '../auth/secrets.ts';
import { endFeed, feedOf, readFeed, renewFeed } from '../calendar/feeds.ts';
import { handler, query } from './query.ts';
import type { Route } from './route.ts';

const person = { tag: 'Account', access: 'person' } as const;

export const calendarRoutes: readonly Route[] = [
  query('GET /api/calendar', {
    ...person,
    summary: 'Whether the caller’s due dates have a calendar address',
    answer: [async (deps, actor) => ({ createdAt: await feedOf(deps, actor) }), 'calendarFeed'],
  }),
  handler('POST /api/calendar', {
    ...person,
    summary: 'Make the address of the caller’s calendar',
    notes: 'It is shown this once. The address before it ends.',
    answers: { 201: 'newCalendarFeed' },
    handle: async ({ deps, actor }) => ({ url: await renewFeed(deps, actor) }),
  }),
  handler('DELETE /api/calendar', {
    ...person,
    summary: 'End the address of the caller’s calendar',
    answers: { 204: null },
    handle: ({ deps, actor }) => endFeed(deps, actor),
  }),
  handler('GET /api/calendar/:token', {
    ...{ tag: 'Account', access: 'anyone' },
    summary: 'The due dates of a person, for calendar programs (RFC 5545)',
    notes: 'The address is the secret. Answers `If-None-Match` with 304.',
    answers: { 200: 'text/calendar', 304: null },
    handle: async ({ c, deps }) => {
      const token = c.req.param('token') ?? '';
      const ics = await readFeed(deps, token.replace(/\.ics$/, ''), callerIn(c));
      const ETag = `"${await hashToken(ics)}"`;
      const headers = { ETag, 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' };
      if (c.req.header('If-None-Match')?.replace(/^W\//, '') === ETag) return c.body(null, 304, headers);
      return c.body(ics, 200, { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' });
    },
  }),
];
