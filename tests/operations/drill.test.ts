import { expect, test } from 'vitest';
import { disableDeliveries, drillSecrets } from '../../local/drill.ts';
import { makeSecrets } from '../../local/secrets.ts';
import { varsOf } from '../../local/variables.ts';
import { createContext } from '../support/fixtures.ts';

const at = (port: number) => `http://127.0.0.1:${port}`;
const urls = { app: 'http://localhost:9000', database: at(9001), files: at(9002), mail: at(9003), payments: at(9004) };

test('a drill signs as the stack that was backed up, and reaches nothing of it nor of its providers', () => {
  const kept = {
    ...makeSecrets(),
    JWT_SECRET_PREVIOUS: 'p'.repeat(32),
    PUBLIC_URL: 'https://hoa.example',
    SUPPORT_EMAIL: 'board@hoa.example',
    OPERATOR_EMAIL: 'you@hoa.example',
    MAIL_FROM: 'mail@hoa.example',
    RESEND_URL: 'https://api.resend.com',
    STRIPE_URL: 'https://api.stripe.com',
    S3_ENDPOINT: 'https://files.hoa.example',
  };
  const vars: Record<string, string> = varsOf(urls, drillSecrets(kept));
  expect(vars).toMatchObject({ JWT_SECRET: kept.JWT_SECRET, JWT_SECRET_PREVIOUS: kept.JWT_SECRET_PREVIOUS });
  const shared = Object.entries(kept).filter(([name, value]) => vars[name] === value);
  expect(shared.map(([name]) => name)).toEqual(['JWT_SECRET', 'JWT_SECRET_PREVIOUS']);
  expect(vars).toMatchObject({ PUBLIC_URL: urls.app, RESEND_URL: urls.mail, STRIPE_URL: urls.payments });
});

test('a drill turns off the webhooks to other programs, and notifies no device', async () => {
  const ctx = await createContext();
  const endpoint = { url: 'https://hooks.acme.com/events', events: ['request.created'] };
  expect((await ctx.sue.call('POST', '/api/webhook-endpoints', endpoint)).status).toBe(201);
  await ctx.db.execute({
    sql: `INSERT INTO push_subscriptions (id, hoa_id, user_id, family_id, endpoint, p256dh, auth, created_at)
      VALUES (?, ?, ?, '', ?, '', '', ?)`,
    args: [crypto.randomUUID(), ctx.hoa_id, ctx.rex.id, `https://push.example/${ctx.rex.id}`, new Date().toISOString()],
  });
  await disableDeliveries(ctx.db);
  const { rows } = await ctx.db.execute('SELECT 1 FROM push_subscriptions');
  expect(rows).toEqual([]);
  const { body } = await ctx.sue.call('GET', '/api/webhook-endpoints');
  expect(body.endpoints).toMatchObject([{ disabled_reason: expect.stringContaining('restored copy') }]);
});
