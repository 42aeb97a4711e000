import { ruleOf } from '../../schema/notifications.ts';
import { mutators } from '../../sync/mutators.ts';
import { type Actor, actorOf } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { jsonBody } from '../http/validate.ts';
import { readUnsubscribeToken } from '../notifications/unsubscribe.ts';
import { isActive, queryOne } from '../queries/query.ts';
import { transactAs } from '../run-mutator.ts';
import { handler } from './query.ts';
import type { Route } from './route.ts';

const INVALID = 'This link is not valid. Sign in and choose your emails in your profile.';

const anyone = { tag: 'Account', access: 'anyone', query: 'unsubscribeQuery' } as const;

/** Signed out, by the signed link of a mail. A GET changes nothing, since programs that check links follow them. */
export const unsubscribeRoutes: readonly Route[] = [
  handler('GET /api/unsubscribe', {
    ...anyone,
    summary: 'Go to the page of the link in a mail',
    answers: { 302: null },
    handle: ({ c, deps }) => {
      const query = new URLSearchParams({ token: c.req.query('token') ?? '' });
      return c.redirect(`${deps.config.publicUrl}/unsubscribe?${query}`);
    },
  }),
  handler('POST /api/unsubscribe', {
    ...anyone,
    errors: [404],
    summary: 'Turn off what a mail was about',
    notes: 'In one click by RFC 8058; with `mail: true` it is turned on again.',
    body: 'unsubscribeBody',
    answers: { 200: 'unsubscribed' },
    handle: async ({ c, deps }) => {
      const subject = await readUnsubscribeToken(deps.config, c.req.query('token') ?? '');
      const person = subject && (await readPerson(deps, subject));
      if (!person) throw new HttpError(404, INVALID);
      // A mail program posts a form that says nothing of it.
      const isJson = c.req.header('content-type')?.startsWith('application/json') === true;
      const mail = isJson && (await jsonBody(c)).mail === true;
      const choices = Object.fromEntries(subject.events.map((event) => [event, { mail }]));
      await transactAs(deps, person, (tx) => mutators.updateNotificationPreferences.run(tx, { choices }), {
        action: 'updateNotificationPreferences',
      });
      return { mail, hoa: person.hoa, labels: subject.events.map((event) => ruleOf(event).label) };
    },
  }),
];

const readPerson = async ({ db }: Deps, { hoa_id, user_id }: { hoa_id: string; user_id: string }) => {
  const sql = `SELECT u.id, u.hoa_id, u.role, u.name, u.email, u.address_id, u.account_ids, h.name AS hoa
    FROM users u JOIN hoas h ON h.id = u.hoa_id
    WHERE u.hoa_id = ? AND u.id = ? AND ${isActive('u')}`;
  const person = await queryOne<Actor & { hoa: string }>(db, sql, [hoa_id, user_id]);
  return person && { ...actorOf(person), hoa: person.hoa };
};
