import { describe, expect, test } from 'vitest';
import { call, contextForAll } from '../support/fixtures.ts';
import {
  applicant,
  complete,
  completeSignup,
  confirmCard,
  confirmPayment,
  countAtStripe,
  PASSWORD,
  startSignup,
} from '../support/signup.ts';
import { stripeForAll } from '../support/stripe-harness.ts';

const harness = stripeForAll();
const ctx = contextForAll(() => harness.createContext());

const logIn = (email: string, password = PASSWORD) => call(ctx.app, 'POST', '/api/auth/login', { email, password });

describe('card', () => {
  test('[SIGNUP-45] [SIGNUP-46] [SIGNUP-47] the confirmed card becomes the one that is charged', async () => {
    const ids = await startSignup(ctx);
    const card = await confirmCard(harness, ids);
    expect(await confirmPayment(ctx, ids, card)).toMatchObject({ status: 200, body: { success: true } });
    const subscription = await harness.stripe.subscriptions.retrieve(ids.subscription_id);
    expect(subscription.default_payment_method).toBe(card);
    const customer = await harness.stripe.customers.retrieve(String(subscription.customer));
    expect(customer).toMatchObject({ invoice_settings: { default_payment_method: card } });
  });

  test('[SIGNUP-47] either id names the payment; without one there is nothing to confirm', async () => {
    const ids = await startSignup(ctx);
    const card = await confirmCard(harness, ids);
    expect((await confirmPayment(ctx, ids, card, { setup_intent_id: undefined })).status).toBe(200);
    expect((await confirmPayment(ctx, ids, card, { subscription_id: undefined })).status).toBe(200);
    const neither = { setup_intent_id: undefined, subscription_id: undefined };
    expect((await confirmPayment(ctx, ids, card, neither)).status).toBe(400);
  });

  test('[SIGNUP-47] a card that Stripe has not confirmed is refused', async () => {
    const ids = await startSignup(ctx);
    const answer = await confirmPayment(ctx, ids, 'pm_made_up');
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('not been confirmed') } });
    await harness.stripe.setupIntents
      .confirm(ids.setup_intent_id, { payment_method: 'pm_card_chargeDeclined' })
      .catch(() => null);
    expect((await confirmPayment(ctx, ids, 'pm_card_chargeDeclined')).status).toBe(400);
    const card = await confirmCard(harness, ids);
    expect((await confirmPayment(ctx, ids, 'pm_another')).status).toBe(400);
    expect((await confirmPayment(ctx, ids, card)).status).toBe(200);
  });

  test("[SIGNUP-47] [SIGNUP-49] somebody else's ids are not found, and their card helps nobody", async () => {
    const [mine, theirs] = [await startSignup(ctx), await startSignup(ctx)];
    const card = await confirmCard(harness, theirs);
    for (const over of [
      { user_id: theirs.user.id },
      { hoa_id: theirs.hoa.id },
      { subscription_id: theirs.subscription_id },
      { setup_intent_id: theirs.setup_intent_id },
    ]) {
      expect(await confirmPayment(ctx, mine, card, over)).toMatchObject({
        status: 404,
        body: { message: 'Signup not found' },
      });
      expect((await complete(ctx, mine, over)).status).toBe(404);
    }
    expect((await confirmPayment(ctx, mine, card)).status).toBe(400);
    expect(await complete(ctx, mine)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('not been confirmed') },
    });
  });

  test('[SIGNUP-49] a setup intent of another customer does not count, nor one that served another signup', async () => {
    const [mine, theirs] = [await startSignup(ctx), await startSignup(ctx)];
    await confirmCard(harness, theirs);
    const rebind = (id: string) =>
      ctx.db.execute({ sql: 'UPDATE signups SET setup_intent_id = ? WHERE hoa_id = ?', args: [id, mine.hoa.id] });
    await expect(rebind(theirs.setup_intent_id)).rejects.toThrow(/UNIQUE/);
    const foreign = await harness.stripe.setupIntents.create({ confirm: true, payment_method: 'pm_card_visa' });
    await rebind(foreign.id);
    expect((await complete(ctx, { ...mine, setup_intent_id: foreign.id })).status).toBe(400);
  });
});

describe('[SIGNUP-62] [SIGNUP-52] completion', () => {
  test('[SIGNUP-48] [SIGNUP-56] [HOASETUP-14] completion signs the superadmin in', async () => {
    const input = applicant();
    const { body, token, ids } = await completeSignup(harness, ctx, input);
    expect(body.user).toMatchObject({
      id: ids.user.id,
      name: 'Ann Lee',
      email: input.email,
      role: 'superadmin',
      status: 'active',
    });
    expect(body.hoa).toMatchObject({ id: ids.hoa.id, name: input.hoa_name, city: null, zip: null });
    expect(body.subscription).toMatchObject({ status: 'trialing', plan: { name: 'growth', price_cents: 9900 } });
    expect(Date.parse(body.subscription.trial_end)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    expect(await call(ctx.app, 'GET', '/api/auth/profile', undefined, token)).toMatchObject({ status: 200 });
    expect((await logIn(input.email)).status).toBe(200);
  });

  test('[SIGNUP-56] [SESSION-15] completion sets the refresh cookie', async () => {
    const ids = await startSignup(ctx);
    await confirmCard(harness, ids);
    const { status, headers } = await complete(ctx, ids);
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toMatch(/__Host-porchlight=.+HttpOnly.+SameSite=Strict/i);
  });

  test('[SIGNUP-49] the plan must be the one signed up for', async () => {
    const ids = await startSignup(ctx);
    await confirmCard(harness, ids);
    expect((await complete(ctx, ids, { plan: 'starter' })).status).toBe(400);
    expect((await complete(ctx, ids, { plan: 'free' })).status).toBe(400);
  });

  test('[HOASETUP-12] [HOASETUP-04] [HOASETUP-05] repeating completion saves name, city and ZIP, without a second subscription', async () => {
    const { ids, input } = await completeSignup(harness, ctx);
    const hoa = { name: `  ${input.hoa_name} West `, city: 'Naperville', zip: '60540' };
    const { status, body } = await complete(ctx, ids, { hoa });
    expect([status, body.hoa.name, body.hoa.city, body.hoa.zip]).toEqual([
      200,
      `${input.hoa_name} West`,
      'Naperville',
      '60540',
    ]);
    expect(body.token).toBeTruthy();
    expect((await complete(ctx, ids, { hoa: { name: ' ' } })).body.message).toBe('HOA name is required');
    expect(await countAtStripe(harness, input.email)).toEqual({ customers: 1, subscriptions: 1 });
  });

  test('the time zone of the browser is proposed with the trial, and what is chosen in the setup stands', async () => {
    const zoneOf = (body: { hoa: { time_zone: string } }) => body.hoa.time_zone;
    const { ids, body } = await completeSignup(harness, ctx, applicant({ time_zone: 'America/Phoenix' }));
    expect(zoneOf(body)).toBe('America/Phoenix');
    const setUp = async (hoa: object) => complete(ctx, ids, { hoa: { name: body.hoa.name, ...hoa } });
    expect(zoneOf((await setUp({ city: 'Mesa' })).body)).toBe('America/Phoenix');
    expect(zoneOf((await setUp({ time_zone: 'America/Denver' })).body)).toBe('America/Denver');
    expect((await setUp({ time_zone: 'Mars/Base' })).body.message).toBe('Please choose a time zone');
    expect(zoneOf((await completeSignup(harness, ctx)).body)).toBe('America/Chicago');
  });

  test('[HOASETUP-13] a name that another HOA has is refused', async () => {
    const [one, other] = [await completeSignup(harness, ctx), await completeSignup(harness, ctx)];
    const hoa = { name: other.input.hoa_name.toUpperCase() };
    expect(await complete(ctx, one.ids, { hoa })).toMatchObject({
      status: 409,
      body: { message: 'An HOA with this name already exists' },
    });
  });
});
