import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createApp } from '../../worker/app.ts';
import type { Log } from '../../worker/services/log.ts';
import { Counters } from '../../worker/services/metrics.ts';
import { Device } from '../support/device.ts';
import { createContext, testConfig, testDeps } from '../support/fixtures.ts';

type LogEntry = Parameters<Log>[0];

const SECRET = `whsec_${randomBytes(24).toString('base64')}`;

/** As Resend signs (https://www.standardwebhooks.com). */
const signed = (
  event: object,
  { secret = SECRET, id = `msg_${randomBytes(8).toString('hex')}`, at = Date.now() } = {},
) => {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(at / 1000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { body, headers: { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,${signature}` } };
};

const receiver = (resendWebhookSecret: string | undefined = SECRET) => {
  const lines: LogEntry[] = [];
  const metrics = new Counters();
  const config = { ...testConfig(), resendWebhookSecret };
  const app = createApp(testDeps({ config, metrics, log: (entry) => void lines.push(entry) }));
  const post = async (event: ReturnType<typeof signed>) =>
    (await app.request('/api/webhooks/resend', { method: 'POST', ...event })).status;
  return { post, metrics, bounces: () => lines.filter(({ event }) => event === 'mail bounced'), lines };
};

const event = (type: string, more = {}) => ({
  type,
  created_at: new Date().toISOString(),
  data: { email_id: 'e-1', from: 'mail@porchlight.test', to: ['rita@example.test'], subject: 'Pool closed', ...more },
});
const bounced = event('email.bounced', {
  bounce: { type: 'Permanent', subType: 'General', message: 'no such mailbox' },
});

test('a mail that came back is counted and logged by its id at Resend, without the address', async () => {
  const { post, metrics, bounces, lines } = receiver();
  expect(await post(signed(bounced))).toBe(200);
  expect(await post(signed(event('email.complained')))).toBe(200);
  expect(await post(signed(event('email.delivered')))).toBe(200);
  expect(metrics.samples()).toEqual([
    { name: 'mail_bounces', labels: { type: 'bounced' }, value: 1 },
    { name: 'mail_bounces', labels: { type: 'complained' }, value: 1 },
  ]);
  expect(bounces()).toMatchObject([
    { type: 'bounced', mail: 'e-1', bounce: 'Permanent' },
    { type: 'complained', mail: 'e-1' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('rita@');
});

test('[13.5] a person whose mail came back for good is marked in each HOA, until one is delivered', async () => {
  const ctx = await createContext();
  const email = `${randomBytes(6).toString('hex')}@example.test`;
  const people = [await ctx.join(ctx.hoa_id, 'Ann', 'resident'), await ctx.join(ctx.olga.hoa_id, 'Ann', 'resident')];
  for (const { id } of people)
    await ctx.db.execute({ sql: 'UPDATE users SET email = ? WHERE id = ?', args: [email, id] });
  const device = await new Device(ctx, ctx.bea).sync();
  const config = { ...testConfig(), resendWebhookSecret: SECRET };
  const app = createApp({ ...ctx.deps, config });
  const says = async (type: string, minutes: number, more = {}) => {
    const created_at = new Date(Date.now() + minutes * 60_000).toISOString();
    const given = signed({ ...event(type, { to: [email.toUpperCase()], ...more }), created_at });
    expect((await app.request('/api/webhooks/resend', { method: 'POST', ...given })).status).toBe(200);
    await device.sync();
    const sql = 'SELECT email_bounced_at IS NOT NULL AS marked FROM users WHERE email = ?';
    const { rows } = await ctx.db.execute({ sql, args: [email] });
    const marks = rows.map(({ marked }) => Number(marked));
    expect(Boolean(device.store.rows('user').get(people[0]?.id)?.email_bounced_at)).toBe(marks[0] === 1);
    return marks;
  };
  expect(
    await says('email.bounced', 0, { bounce: { type: 'Transient', subType: 'MailboxFull', message: '' } }),
  ).toEqual([0, 0]);
  expect(await says('email.bounced', 2, { bounce: { type: 'Permanent', subType: 'General', message: '' } })).toEqual([
    1, 1,
  ]);
  expect(await says('email.delivered', 1)).toEqual([1, 1]);
  expect(await says('email.delivered', 3)).toEqual([0, 0]);
  const permanent = { bounce: { type: 'Permanent', subType: 'General', message: '' } };
  // Reported late: a mail has arrived since.
  expect(await says('email.bounced', 2, permanent)).toEqual([0, 0]);
  expect(await says('email.bounced', 4, permanent)).toEqual([1, 1]);
  await device.close();
});

test('an event that comes again counts once', async () => {
  const { post, metrics } = receiver();
  const twice = signed(bounced);
  expect([await post(twice), await post(twice)]).toEqual([200, 200]);
  expect(metrics.samples()).toMatchObject([{ value: 1 }]);
});

test('what is forged, altered or old is refused and counted; two secrets hold while one is rotated', async () => {
  const { post, metrics } = receiver(`${SECRET}, whsec_${Buffer.from('the next secret').toString('base64')}`);
  const other = `whsec_${Buffer.from('of somebody else').toString('base64')}`;
  expect(await post(signed(bounced, { secret: other }))).toBe(400);
  expect(await post({ ...signed(bounced), body: JSON.stringify(event('email.complained')) })).toBe(400);
  expect(await post(signed(bounced, { at: Date.now() - 6 * 60_000 }))).toBe(400);
  expect(await post(signed(bounced, { secret: `whsec_${Buffer.from('the next secret').toString('base64')}` }))).toBe(
    200,
  );
  expect(metrics.samples()[0]).toEqual({
    name: 'webhook_failures',
    labels: { provider: 'resend', type: 'unsigned' },
    value: 3,
  });
});

test('without a secret the address is unknown', async () => {
  const app = createApp(testDeps());
  expect((await app.request('/api/webhooks/resend', { method: 'POST', ...signed(bounced) })).status).toBe(404);
});
