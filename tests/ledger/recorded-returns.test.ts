import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import { dayInWords } from '../../sync/words.ts';
import { testBothApis } from '../support/apis.ts';
import type { TestContext } from '../support/fixtures.ts';
import { ago, check, entriesOf, signInAll, sumsOf, TODAY } from '../support/ledger.ts';
import { conflict, invalid, OK, paymentsOf, recorded } from '../support/recorded-payments.ts';

const kindsOf = async (ctx: TestContext, account: string) =>
  (await entriesOf(ctx, account)).map(({ kind, amount_cents }) => [kind, amount_cents]);

testBothApis('[REC-06] [REC-10] a returned check may be recorded again under its number', async (api, ctx) => {
  const { account, id, entry_id } = await recorded(api, ctx, { received_on: ago(9) });
  const back = (over: object = {}) =>
    api.act(ctx.bea, 'returnPayment', {
      id: uuidv7(),
      payment_id: id,
      returned_on: ago(2),
      reason: 'No funds',
      ...over,
    });
  expect(await back({ returned_on: ago(10) })).toEqual(invalid(`The date cannot be before ${dayInWords(ago(9))}.`));
  expect(await back()).toEqual(OK);
  expect(await back()).toEqual(conflict('At most $0.00 of this payment can be returned.'));
  expect(await kindsOf(ctx, account)).toEqual([
    ['payment', -5000],
    ['return', 5000],
  ]);
  expect(await paymentsOf(ctx, account)).toMatchObject([{ status: 'succeeded', returned_cents: 5000 }]);
  const undo = { id: uuidv7(), entry_id, reason: 'Wrong home' };
  expect(await api.act(ctx.bea, 'reverseEntry', undo)).toEqual(
    conflict(`Undo the return of ${dayInWords(ago(2))} first.`),
  );
  expect(await api.act(ctx.bea, 'recordPayment', check(account))).toEqual(OK);
  expect(await sumsOf(ctx, account)).toEqual([-5000, 5000]);
});

testBothApis(
  '[RET-03] [FEE-14] a bounced check carries the fee of the rules, once, unless the board leaves it out',
  async (api, ctx) => {
    const { account, id } = await recorded(api, ctx, { received_on: TODAY });
    const settings = { enabled: true, first_cents: 2500, later_cents: 3500 };
    const rule = { id: uuidv7(), kind: 'returned_fee', starts_on: TODAY, settings };
    expect(await api.act(ctx.bea, 'createPolicy', rule)).toEqual(OK);
    const back = (payment_id: string, over: object = {}) =>
      api.act(ctx.bea, 'returnPayment', { id: uuidv7(), payment_id, returned_on: TODAY, reason: 'No funds', ...over });
    const [second, third] = [check(account, { reference: '2' }), check(account, { reference: '3' })];
    for (const args of [second, third]) expect(await api.act(ctx.bea, 'recordPayment', args)).toEqual(OK);
    expect([await back(id), await back(second.id), await back(third.id, { fee: false })]).toEqual([OK, OK, OK]);
    expect((await entriesOf(ctx, account)).filter(({ kind }) => kind === 'charge')).toMatchObject([
      { category: 'returned_payment_fee', amount_cents: 2500, due_on: TODAY, rule: { policy_id: rule.id } },
      { category: 'returned_payment_fee', amount_cents: 3500 },
    ]);
  },
);

testBothApis('[REC-10] [RET-07] money given back by check is at most what is left', async (api, ctx) => {
  await signInAll(ctx);
  const { account, id, entry_id } = await recorded(api, ctx);
  const refund = (over: object = {}) =>
    api.act(ctx.bea, 'recordRefund', {
      id: uuidv7(),
      source_id: entry_id,
      amount: 20,
      method: 'check',
      refunded_on: TODAY,
      reference: '77',
      reason: 'Paid twice',
      ...over,
    });
  expect(await refund({ amount: 50.01 })).toEqual(conflict('At most $50.00 of this payment can be refunded.'));
  expect(await refund({ reference: '' })).toEqual(invalid('Please enter the check number.'));
  const first = uuidv7();
  expect(await refund({ id: first })).toEqual(OK);
  expect(await refund({ amount: 30.01 })).toEqual(conflict('At most $30.00 of this payment can be refunded.'));
  expect((await paymentsOf(ctx, account))[1]).toMatchObject({
    id: first,
    kind: 'refund',
    amount_cents: -2000,
    method: 'check',
    reference: '77',
    refund_of: id,
  });
  const undo = { id: uuidv7(), entry_id: `${account}.${first}`, reason: 'Never sent' };
  expect(await api.act(ctx.bea, 'reverseEntry', undo)).toEqual(OK);
  expect((await paymentsOf(ctx, account))[1]).toMatchObject({ status: 'canceled' });
  expect(await refund({ amount: 50 })).toEqual(OK);
});
