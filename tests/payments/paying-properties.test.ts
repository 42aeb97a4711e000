import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, test } from 'vitest';
import { accountIdOf } from '../../sync/accounts/entity.ts';
import { contextForAll } from '../support/fixtures.ts';
import { TODAY } from '../support/ledger.ts';
import { nth } from '../support/required.ts';
import { runs } from '../support/runs.ts';
import { deliver, eventsOf } from '../support/stripe-events.ts';
import {
  activateAccount,
  BANK,
  CARD,
  createInvoices,
  stripeForAll,
  submitCheckout,
} from '../support/stripe-harness.ts';

const harness = stripeForAll();
const ctx = contextForAll(() => harness.createContext());
const FEE = 195;
beforeAll(async () => {
  await activateAccount(harness, ctx, ctx.sue);
  const settings = { bearer: 'payer_flat', flat_cents: FEE, confirmed: true };
  const rule = { id: uuidv7(), kind: 'online_fee', starts_on: TODAY, settings };
  expect((await ctx.sue.call('POST', '/api/policies', rule)).status).toBe(201);
});

/** The events of a payment of $100.00 and the fee, and the rest of it. */
const FATES = {
  'a card': { fields: CARD, kept: 10_000 },
  'a transfer on its way': { fields: BANK, kept: 0 },
  'a transfer that clears': { fields: BANK, ends: 'clear', kept: 10_000 },
  'a transfer that fails': { fields: BANK, ends: 'fail', kept: 0 },
  'a refund of a part': { fields: CARD, refund: 1_000, kept: 9_000 },
  'a refund of all, the fee too': { fields: CARD, refund: 10_000 + FEE, kept: 0 },
} as const;

test('[INVAR-05] [INVAR-09] [PAY-06] a payment on an account posts what came in without the fee, in whatever order it is heard of', async () => {
  const tape = fc.array(fc.nat({ max: 1000 }), { minLength: 30, maxLength: 30 });
  const fate = fc.constantFrom(...(Object.keys(FATES) as (keyof typeof FATES)[]));
  await fc.assert(
    fc.asyncProperty(fate, tape, async (name, numbers) => {
      let at = 0;
      const below = (most: number) => nth(numbers, at++ % numbers.length) % most;
      const payer = await ctx.join(ctx.hoa_id, 'Rex Okafor', 'resident');
      await createInvoices(ctx, payer);
      const account = accountIdOf(payer.id, 0);
      const { body } = await payer.call('POST', `/api/accounts/${account}/pay`, { amount: 100 });
      await submitCheckout(body.checkout_url, FATES[name].fields);
      const expand = ['data.payment_intent'];
      const { data } = await harness.stripe.checkout.sessions.list({ limit: 1, expand });
      const intent = data[0]?.payment_intent as { id: string };
      const hear = async (all: boolean) => {
        const known = await eventsOf(harness, [intent.id]);
        const rest = all ? [...known, ...known.filter(() => below(3) === 0)] : known.filter(() => below(2) === 0);
        while (rest.length > 0) await deliver(harness, ctx, nth(rest.splice(below(rest.length), 1), 0));
      };
      await hear(false);
      const { kept, ...more } = FATES[name];
      if ('ends' in more) await harness.control('POST', `bank/${intent.id}/${more.ends}`);
      if ('refund' in more) await harness.stripe.refunds.create({ payment_intent: intent.id, amount: more.refund });
      await hear(true);
      const sql = `SELECT (SELECT sum(amount_cents) FROM entries WHERE account_id = ?1 AND kind <> 'charge') AS posted,
        (SELECT balance_cents FROM accounts WHERE id = ?1) AS balance,
        (SELECT group_concat(status) FROM checkouts WHERE account_id = ?1) AS checkouts,
        (SELECT count(*) FROM accounts WHERE id = ?1 AND checkout_session_id IS NOT NULL) AS open`;
      const [found] = (await ctx.db.execute({ sql, args: [account] })).rows.map((row) => ({ ...row }));
      expect([name, found?.posted ?? 0, found?.balance]).toEqual([name, -kept || 0, 12_550 - kept]);
      expect([found?.checkouts, found?.open]).toEqual(['complete', 0]);
    }),
    { numRuns: runs(8, 60), endOnFailure: true },
  );
}, 60_000);
