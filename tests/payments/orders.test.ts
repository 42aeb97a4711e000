import fc from 'fast-check';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { Device } from '../support/device.ts';
import { settle } from '../support/dues.ts';
import { call } from '../support/fixtures.ts';
import { payeesForAll } from '../support/paying.ts';
import { nth, required } from '../support/required.ts';
import { runs } from '../support/runs.ts';
import { applicant, completeSignup } from '../support/signup.ts';
import { deliver as deliverSigned, eventsOf as eventsAt } from '../support/stripe-events.ts';
import {
  BANK,
  billedContext,
  CARD,
  checkout,
  createInvoices,
  moneyOf,
  payOnHostedPage,
  sessionOf,
  statusOf,
  submit,
  submitCheckout,
} from '../support/stripe-harness.ts';

const { harness, ctx } = payeesForAll();

const deliver = (event: Stripe.Event) => deliverSigned(harness, ctx, event);
const eventsOf = (words: readonly string[]) => eventsAt(harness, words);

type Story = {
  steps: ((outcome: { payment: string }) => Promise<unknown>)[];
  status: string;
  money: string[];
  disputes?: string[];
};

const pays =
  (id: string, fields: Record<string, string> = CARD) =>
  async (outcome: { payment: string }) => {
    outcome.payment = await payOnHostedPage(harness, ctx.rex, id, fields);
  };

const decides =
  (how: 'win' | 'lose') =>
  async ({ payment }: { payment: string }) => {
    const dispute = nth((await harness.stripe.disputes.list({ payment_intent: payment })).data, 0);
    await harness.control('POST', `disputes/${dispute.id}/${how}`);
  };

const disputesOf = async (id: string) => {
  const sql = 'SELECT status, withdrawn_cents FROM disputes WHERE invoice_id = ?';
  return (await ctx.db.execute({ sql, args: [id] })).rows.map((row) => `${row.status} ${row.withdrawn_cents}`);
};

/** The events of an invoice, step by step, and how it must end in whatever order the webhooks arrive. */
const stories: Record<string, (id: string) => Story> = {
  'a card': (id) => ({
    steps: [pays(id)],
    status: 'paid',
    money: ['charge 12550 succeeded'],
  }),
  'a card that was declined first': (id) => ({
    steps: [async () => submitCheckout(await checkout(ctx.rex, id), { ...DECLINED }), pays(id)],
    status: 'paid',
    money: ['charge 12550 succeeded'],
  }),
  'a transfer that clears': (id) => ({
    steps: [pays(id, BANK), ({ payment }) => harness.control('POST', `bank/${payment}/clear`)],
    status: 'paid',
    money: ['charge 12550 succeeded'],
  }),
  'a transfer that comes back': (id) => ({
    steps: [pays(id, BANK), ({ payment }) => harness.control('POST', `bank/${payment}/fail`)],
    status: 'pending',
    money: ['charge 12550 failed'],
  }),
  'two refunds in part': (id) => ({
    steps: [
      pays(id),
      ({ payment }) => harness.stripe.refunds.create({ payment_intent: payment, amount: 1 }),
      ({ payment }) => harness.stripe.refunds.create({ payment_intent: payment, amount: 12_549 }),
    ],
    status: 'pending',
    money: ['charge 12550 succeeded', 'refund -1 succeeded', 'refund -12549 succeeded'],
  }),
  'a dispute that is lost': (id) => ({
    steps: [pays(id, DISPUTED), decides('lose')],
    status: 'pending',
    money: ['charge 12550 succeeded'],
    disputes: ['lost 12550'],
  }),
  'a dispute that is won': (id) => ({
    steps: [pays(id, DISPUTED), decides('win')],
    status: 'paid',
    money: ['charge 12550 succeeded'],
    disputes: ['won 0'],
  }),
  'a bank transfer that comes back after it had cleared': (id) => ({
    steps: [
      pays(id, BANK),
      ({ payment }) => harness.control('POST', `bank/${payment}/clear`),
      ({ payment }) => harness.control('POST', `bank/${payment}/return`),
    ],
    status: 'pending',
    money: ['charge 12550 succeeded'],
    disputes: ['lost 12550'],
  }),
  'a checkout that expires, and another that is paid': (id) => ({
    steps: [async () => harness.stripe.checkout.sessions.expire(sessionOf(await checkout(ctx.rex, id))), pays(id)],
    status: 'paid',
    money: ['charge 12550 succeeded'],
  }),
};
const DISPUTED = { ...CARD, number: '4000000000000259' };
const DECLINED = { method: 'card', number: '4000000000000002', expiry: '12 / 34', cvc: '123', zip: '60614' };

test.each(Object.keys(stories))(
  '[BILLING-26] [INV-29] %s ends right, whatever is told when, how often and in which order',
  async (name) => {
    const tape = fc.array(fc.nat({ max: 1000 }), { minLength: 40, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(tape, async (numbers) => {
        let at = 0;
        const below = (most: number) => nth(numbers, at++ % numbers.length) % most;
        const id = String((await createInvoices(ctx, ctx.rex)).ids[0]);
        const { steps, status, money, disputes = [] } = required(stories[name])(id);
        const [outcome, heard] = [{ payment: id }, new Set<string>()];
        for (const step of steps) {
          await step(outcome);
          const known = await eventsOf([id, outcome.payment]);
          for (let left = below(4); left > 0 && known.length > 0; left -= 1) {
            const event = nth(known, below(known.length));
            heard.add(event.id);
            await deliver(event);
          }
        }
        const all = await eventsOf([id, outcome.payment]);
        const rest = all.filter((event) => !heard.has(event.id) || below(2) === 0);
        while (rest.length > 0) await deliver(nth(rest.splice(below(rest.length), 1), 0));
        expect(await statusOf(ctx.rex, id)).toBe(status);
        const rows = (await moneyOf(ctx, id)).map(
          ({ kind, amount_cents, status: of }) => `${kind} ${amount_cents} ${of}`,
        );
        expect(rows.sort()).toEqual(money.sort());
        expect(await disputesOf(id)).toEqual(disputes);
      }),
      { numRuns: runs(2, 4), endOnFailure: true },
    );
  },
  60_000,
);

test('[INV-28] [INV-29] the board and a webhook at once settle an invoice once, and no money is lost sight of', async () => {
  for (let round = 0; round < 6; round += 1) {
    // What one round leaves as credit would pay the invoice of the next.
    const payer = await ctx.join(ctx.hoa_id, 'Rex Okafor', 'resident');
    const id = String((await createInvoices(ctx, payer)).ids[0]);
    const payment = await payOnHostedPage(harness, payer, id);
    const events = await eventsOf([id, payment]);
    const [{ status: answer }] = await Promise.all([settle(ctx.bea, id, 'paid'), ...events.map(deliver)]);
    expect(await statusOf(payer, id)).toBe('paid');
    const money = (await moneyOf(ctx, id)).map(({ kind, note }) => `${kind} ${note}`);
    const late = 'charge 125.50 USD arrived after the invoice was already paid. It is kept as credit.';
    expect(money).toEqual(answer === 200 ? [late, 'outside null'] : ['charge null']);
  }
});

test('[INV-26] [DUE-24] a device is told neither the provider’s ids nor, a resident’s, what the board noted', async () => {
  const home = await billedContext(harness);
  const { rex, rita, bea } = home.ctx;
  const payment = await payOnHostedPage(harness, rex, home.id);
  await harness.stripe.refunds.create({ payment_intent: payment, amount: 500 });
  await harness.deliver();
  const held = async (person: typeof rex) => {
    const device = await new Device(home.ctx, person).sync();
    const rows = (['due', 'invoice', 'payment'] as const).map((entity) => [...device.store.rows(entity).all]);
    await device.close();
    return rows;
  };
  const [his, hers, boards] = [await held(rex), await held(rita), await held(bea)];
  expect([his, hers, boards].map((rows) => rows.map(({ length }) => length))).toEqual([
    [1, 1, 2],
    [0, 0, 0],
    [1, 1, 2],
  ]);
  expect(JSON.stringify([his, boards])).not.toMatch(/"(pi|cs|re|ch|acct|cus)_/);
  expect(JSON.stringify(his)).not.toContain(rita.id);
});

test('[SEC-12] nobody without a sign-in reaches any route of money', async () => {
  const routes = [
    ['POST', '/api/invoices/x/pay'],
    ['POST', '/api/dues/x/pay'],
    ['GET', '/api/dues/payments'],
    ['PUT', '/api/invoices/x/status'],
    ['GET', '/api/stripe-connect/account-status'],
    ['POST', '/api/subscriptions/cancel'],
  ] as const;
  for (const [method, path] of routes) expect((await call(ctx.app, method, path)).status).toBe(401);
});

/** The acts of a superadmin in Stripe's portal, without the app. */
const doings: Record<string, (portal: string) => Promise<unknown>> = {
  upgrade: async (portal) => submit(`${portal}/plan`, await priceOf('pro')),
  downgrade: async (portal) => submit(`${portal}/plan`, await priceOf('starter')),
  cancel: (portal) => submit(`${portal}/cancel`, { feedback: 'unused', comment: '' }),
  keep: (portal) => submit(`${portal}/keep`, {}),
};
const priceOf = async (plan: string) => {
  const { data } = await harness.stripe.prices.list({ lookup_keys: [`porchlight_${plan}_monthly`] });
  return { price: String(data[0]?.id) };
};

test.each([
  [['upgrade', 'cancel', 'keep'], 'pro null active'],
  [['cancel', 'keep', 'downgrade'], 'growth starter active'],
  [['upgrade', 'downgrade'], 'pro starter active'],
  [['upgrade', 'cancel'], 'pro null canceled'],
])(
  '[BILLING-10] [BILLING-26] %j in the portal is heard of in any order: %s',
  async (actions, expected) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 1000 }), { minLength: 30, maxLength: 30 }), async (numbers) => {
        let at = 0;
        const below = (most: number) => nth(numbers, at++ % numbers.length) % most;
        const sue = await completeSignup(harness, ctx, applicant({ plan: 'growth' }));
        const { body } = await sue.call('POST', '/api/subscriptions/create-billing-portal', {});
        await harness.stripe.subscriptions.update(sue.ids.subscription_id, { trial_end: 'now' });
        for (const action of actions) {
          await required(doings[action])(body.portal_url);
          const known = await eventsOf([sue.ids.subscription_id]);
          for (let left = below(3); left > 0; left -= 1) await deliver(nth(known, below(known.length)));
        }
        const rest = await eventsOf([sue.ids.subscription_id]);
        while (rest.length > 0) await deliver(nth(rest.splice(below(rest.length), 1), 0));
        const row = (await sue.call('GET', '/api/subscriptions/status')).body;
        expect(`${row.plan.name} ${row.next_plan?.name ?? null} ${row.status}`).toBe(expected);
      }),
      { numRuns: runs(2, 4), endOnFailure: true },
    );
  },
  60_000,
);
