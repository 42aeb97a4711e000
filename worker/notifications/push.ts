import { createHash } from 'node:crypto';
import type { PushSubscriptionRow } from '../../schema/tables/notifications.ts';
import { batch } from '../../sync/server/retry.ts';
import { Refusal } from '../../sync/tx.ts';
import type { Config, Deps } from '../deps.ts';
import { headingOf } from '../emails/headings.ts';
import type { Job } from '../jobs/job.ts';
import { Postponed, RetryLater } from '../services/errors.ts';
import { logError } from '../services/log.ts';
import { fetchOutside } from '../services/outside.ts';
import { readDevices } from './devices.ts';
import { type Entry, readEntries } from './entries.ts';
import { type Recipient, readRecipient, stillWanted, take } from './taken.ts';
import { pushTime } from './timing.ts';

/** One push with all that waits for the person, to each of their devices. A device that has taken it is passed over
 * when the job is run again, and a push that it gets twice replaces itself by its tag. */
export const pushNotifications: Job<'pushNotifications'> = async (deps, { id }, row) => {
  const { push } = deps.config;
  const read = push && (await readRecipient(deps, row, id, 'push'));
  if (!read) return;
  const { recipient } = read;
  if (read.taken.length === 0) assertTime(deps, recipient);
  const taken = read.taken.length > 0 ? read.taken : await take(deps, row, id, 'push');
  const [entries, devices] = await Promise.all([
    readEntries(deps, recipient, stillWanted(taken, recipient, 'push')),
    readDevices(deps, recipient),
  ]);
  if (entries.length === 0) return;
  const message = messageOf(entries, row.id);
  const waiting = devices.filter(({ last_job }) => last_job !== row.id);
  const results = await Promise.all(waiting.map((device) => send(deps, push, device, message)));
  await record(deps, row.id, waiting, results);
  const later = results.find(({ result }) => result === 'later');
  if (later) throw new RetryLater('A push service did not take a push', later.seconds);
};

/** Throws Postponed in quiet hours. */
const assertTime = (deps: Deps, recipient: Recipient): void => {
  const until = pushTime(recipient, recipient.time_zone, deps.now());
  if (until > deps.now()) throw new Postponed('Pushes to this person wait for the end of their quiet hours', until);
};

/** All that leaves our hands, encrypted for the device: a title and where it leads. */
type PushMessage = { title: string; path: string; tag: string };

const messageOf = (entries: readonly Entry[], job: string): PushMessage => {
  const [first] = entries as [Entry];
  const paths = new Set(entries.map(({ path }) => path));
  if (entries.length === 1) return { title: headingOf(first), path: first.path, tag: first.path };
  if (paths.size === 1)
    return { title: `${entries.length} updates: ${first.title}`, path: first.path, tag: first.path };
  return { title: `${entries.length} updates`, path: '/', tag: job };
};

type Sent = { result: 'sent' | 'gone' | 'refused' | 'later'; seconds?: number };

const TIMEOUT_MS = 10_000;
const DAY_SECONDS = 24 * 60 * 60;

const send = async (
  deps: Deps,
  push: NonNullable<Config['push']>,
  device: PushSubscriptionRow,
  message: PushMessage,
): Promise<Sent> => {
  try {
    const { buildPushPayload } = await import('@block65/webcrypto-web-push');
    const { endpoint, p256dh, auth } = device;
    // The builder refuses http, which only the endpoints of tests have.
    const subscription = {
      endpoint: endpoint.replace(/^http:/, 'https:'),
      expirationTime: null,
      keys: { p256dh, auth },
    };
    const topic = createHash('sha256').update(message.tag).digest('base64url').slice(0, 32);
    const options = { ttl: DAY_SECONDS, urgency: 'normal', topic } as const;
    const request = await buildPushPayload({ data: message, options }, subscription, push);
    const answer = await fetchOutside(deps.config, endpoint, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await answer.body?.cancel();
    return resultOf(answer);
  } catch (error) {
    logError(deps, 'push not sent', error, { host: new URL(device.endpoint).host });
    return { result: error instanceof Refusal ? 'refused' : 'later' };
  }
};

/** https://www.rfc-editor.org/rfc/rfc8030#section-5, and 404 or 410 for a subscription that has ended. */
const resultOf = ({ status, headers }: Response): Sent => {
  if (status >= 200 && status < 300) return { result: 'sent' };
  if (status === 404 || status === 410) return { result: 'gone' };
  if (status !== 429 && status < 500) return { result: 'refused' };
  const seconds = Number(headers.get('Retry-After'));
  return { result: 'later', seconds: Number.isFinite(seconds) ? Math.min(seconds, 3600) : 0 };
};

const record = async (
  deps: Deps,
  job: string,
  devices: readonly PushSubscriptionRow[],
  results: readonly Sent[],
): Promise<void> => {
  for (const { result } of results) deps.metrics.count('notification_pushes', { result });
  const idsOf = (...wanted: Sent['result'][]) =>
    JSON.stringify(devices.filter((_, at) => wanted.includes(results[at]!.result)).map(({ id }) => id));
  await batch(
    deps.db,
    [
      {
        sql: 'DELETE FROM push_subscriptions WHERE id IN (SELECT value FROM json_each(?))',
        args: [idsOf('gone')],
      },
      {
        sql: 'UPDATE push_subscriptions SET last_job = ? WHERE id IN (SELECT value FROM json_each(?))',
        args: [job, idsOf('sent', 'refused')],
      },
    ],
    'write',
  );
};
