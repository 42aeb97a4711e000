import { expect, test } from 'vitest';
import { shadesOf } from '../../sync/hoas/accent.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { createTrackedContext } from '../support/dues.ts';
import { type TestContext, testConfig } from '../support/fixtures.ts';
import { check, fine, openAccount } from '../support/ledger.ts';
import { ResendEmulator } from '../support/resend-emulator.ts';
import { GENUINE, named, put } from '../support/uploads.ts';
import { draft } from '../support/violations.ts';

const CONTACT = { street: 'PO Box 12', city: 'Austin', state: 'TX', zip: '78701', email: 'board@example.com' };
const LINE = 'PO Box 12, Austin, TX 78701 · board@example.com';

type Cause = (ctx: TestContext) => Promise<number>;

const mailsTo = async (change: object | null, cause: Cause, branding?: (ctx: TestContext) => Promise<object>) => {
  const resend = await new ResendEmulator().open();
  try {
    const ctx = await createTrackedContext({ config: { ...testConfig(), resendUrl: resend.url } });
    if (change) expect((await ctx.sue.call('PUT', '/api/hoa', change)).status).toBe(200);
    if (branding) expect((await ctx.sue.call('PUT', '/api/hoa/branding', await branding(ctx))).status).toBe(200);
    expect(await cause(ctx)).toBeLessThan(300);
    await ctx.finishBackgroundWork();
    await drainOutbox(ctx.deps, { hoa_id: ctx.hoa_id });
    expect(resend.sent.length).toBeGreaterThan(0);
    return resend.sent;
  } finally {
    await resend.close();
  }
};

const receipt = async (ctx: TestContext) => {
  const account = await openAccount(ctx, ctx.rex);
  await ctx.bea.call('POST', `/api/accounts/${account}/entries`, { kind: 'charge', ...fine(account, { amount: 30 }) });
  const { body } = await ctx.bea.call('POST', `/api/accounts/${account}/payments`, check(account));
  return (await ctx.bea.call('POST', `/api/payments/${body._id}/mail-receipt`)).status;
};

const violation = async ({ bea, rex }: TestContext) => (await bea.call('POST', '/api/violations', draft(rex))).status;

test.each([
  ['receipt', receipt],
  ['violation', violation],
])('a mail (%s) names the address and contact of its association at its foot', async (_, cause) => {
  for (const { text, html } of await mailsTo({ ...CONTACT, phone: '' }, cause)) {
    expect(text).toContain(LINE);
    expect(html).toContain(LINE);
  }
});

test('what the association typed stays text in a mail, and nothing stands there where it typed nothing', async () => {
  const [hostile] = await mailsTo({ street: '<img src=x onerror=alert(1)>' }, receipt);
  expect(hostile?.html).not.toContain('<img');
  expect(hostile?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  const [plain] = await mailsTo({ street: '', city: '', state: '', zip: '', email: '', phone: '' }, receipt);
  expect(plain?.text).toMatch(/Sent by .+ through Porchlight/);
  expect(plain?.text).not.toContain('·');
});

const withLogo = async ({ sue }: TestContext) => {
  const { body } = await sue.call('POST', '/api/branding/presigned-url', named('logo.png'));
  await put(body.uploadUrl, GENUINE.png as Uint8Array, 'image/png');
  return { accent: '#fff3a0', logo: { s3Key: body.s3Key, width: 512, height: 128 } };
};

test.each([
  ['receipt', receipt],
  ['violation', violation],
])(
  '[BILLING-07] a mail (%s) has the logo of its association and its accent, and reads without images',
  async (_, cause) => {
    const [mail] = await mailsTo(null, cause, withLogo);
    expect(mail?.html).toMatch(/<img[^>]* alt="Logo"[^>]* src="https?:[^"]+\/api\/logos\/[^"]+\.png"[^>]* width="192"/);
    const { solid, ink } = shadesOf('#fff3a0', 'light');
    expect(mail?.html).toContain(`background:${solid};color:${ink}`);
    expect(mail?.html).not.toContain('#1d5b4b');
    expect(mail?.text).not.toContain('/api/logos/');
    expect(mail?.text).toMatch(/Sent by .+ through Porchlight/);
  },
);

test('a mail of an association without branding has no image, and the green of Porchlight', async () => {
  const [mail] = await mailsTo(null, violation);
  expect(mail?.html).not.toContain('<img');
  expect(mail?.html).toContain('#1d5b4b');
});
