import { beforeAll, expect, test } from 'vitest';
import { accountIdOf } from '../../sync/accounts/entity.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { inbox } from '../support/announcements.ts';
import type { Person } from '../support/fixtures.ts';
import { check, entriesOf, fine, openAccount, TODAY } from '../support/ledger.ts';
import { payeesForAll } from '../support/paying.ts';
import { BANK, CARD, createInvoices, payOnHostedPage } from '../support/stripe-harness.ts';

const { harness, ctx } = payeesForAll();
const setRule = async (person: Person) => {
  const settings = { enabled: true, first_cents: 2500, later_cents: 3500 };
  const body = { kind: 'returned_fee', starts_on: TODAY, settings };
  expect((await person.call('POST', '/api/policies', body)).status).toBe(201);
};
beforeAll(() => setRule(ctx.bea));

/** An invoice of $125.50 and its payment by bank debit, which is under way. */
const debited = async (payer?: Person, fields: Record<string, string> = BANK) => {
  const person = payer ?? (await ctx.join(ctx.hoa_id, 'Rex Okafor', 'resident'));
  const id = String((await createInvoices(ctx, person)).ids[0]);
  const intent = await payOnHostedPage(harness, person, id, fields);
  return { payer: person, intent, account: accountIdOf(person.id, 0) };
};
const returned = async (intent: string, reason?: string) => {
  await harness.control('POST', `bank/${intent}/clear`);
  await harness.control('POST', `bank/${intent}/return`, { reason });
  await harness.deliver('shuffle');
};
const postedOn = async (account: string) =>
  (await entriesOf(ctx, account))
    .filter(({ kind, category }) => kind !== 'payment' && category !== 'assessment')
    .map(({ kind, amount_cents, reason, memo }) => [kind, amount_cents, reason ?? memo]);
const mailsTo = async ({ email }: Person) => {
  const sql = "SELECT count(*) AS left FROM outbox WHERE hoa_id = ? AND kind = 'mailReturn' AND status = 'pending'";
  await expect
    .poll(async () => {
      await drainOutbox(ctx.deps, { hoa_id: ctx.hoa_id, maxWaitMs: 0 });
      return Number((await ctx.db.execute({ sql, args: [ctx.hoa_id] })).rows[0]?.left);
    })
    .toBe(0);
  return (await inbox('Your payment was returned')).filter(({ to }) => to.includes(email));
};

test('[RET-04] [RET-11] [FEE-14] a bank debit that came back costs the fee of the rules, and its payer reads why', async () => {
  const { payer, intent, account } = await debited();
  await returned(intent);
  expect(await postedOn(account)).toEqual([
    ['return', 12_550, 'Returned by the bank: insufficient funds'],
    ['charge', 2500, 'Returned payment fee'],
  ]);
  const [mail, ...more] = await mailsTo(payer);
  expect([mail?.subject, more]).toEqual(['Your payment was returned: $125.50', []]);
  for (const words of ['insufficient funds', '$125.50', '$25.00', 'You can pay online', '/account'])
    expect(mail?.text).toContain(words);
});

test('[FEE-14] the fee is for money that was missing alone, and another for the next within 12 months', async () => {
  const { payer, intent, account } = await debited();
  await returned(intent, 'incorrect_account_details');
  expect(await postedOn(account)).toEqual([['return', 12_550, 'Returned by the bank: incorrect account details']]);
  const next = await debited(payer);
  await harness.control('POST', `bank/${next.intent}/fail`);
  await harness.deliver('shuffle');
  await harness.deliver();
  expect(await postedOn(account)).toEqual([
    ['return', 12_550, 'Returned by the bank: incorrect account details'],
    ['charge', 3500, 'Returned payment fee'],
  ]);
});

test('[FEE-14] a disputed card costs no fee', async () => {
  const { account } = await debited(undefined, { ...CARD, number: '4000000000000259' });
  await harness.deliver();
  expect(await postedOn(account)).toEqual([['return', 12_550, 'Disputed with the card issuer']]);
});

test('[RET-11] a check that bounced is mailed to its payer', async () => {
  const payer = await ctx.join(ctx.hoa_id, 'Rita Moreno', 'resident');
  const account = await openAccount(ctx, payer);
  await ctx.bea.call('POST', `/api/accounts/${account}/entries`, { kind: 'charge', ...fine(account) });
  const { body } = await ctx.bea.call('POST', `/api/accounts/${account}/payments`, check(account));
  const bounced = { returned_on: TODAY, reason: 'Not enough money', fee: false };
  expect((await ctx.bea.call('POST', `/api/payments/${body._id}/return`, bounced)).status).toBe(201);
  const mails = await mailsTo(payer);
  expect(mails.length).toBe(1);
  expect(mails[0]?.text).toMatch(/Not enough money[\s\S]*Trash cans, \$50\.00/);
});
