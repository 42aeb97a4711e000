import { expect, test } from 'vitest';
import type { Payment } from '../../schema/tables/invoices.ts';
import { fold } from '../../sync/ledger/fold.ts';
import { comparableNumber, possibleDuplicates } from '../../sync/payments/duplicates.ts';
import { receiptOf } from '../../sync/payments/receipts.ts';
import { testBothApis } from '../support/apis.ts';
import { createContext } from '../support/fixtures.ts';
import { ago, check, entriesOf, fine, openAccount, TODAY } from '../support/ledger.ts';
import { OK } from '../support/recorded-payments.ts';
import { required } from '../support/required.ts';

test('[REC-08] REST lists deposits with their sums, and payments of an account or a deposit, the newest first, for the board alone', async () => {
  const ctx = await createContext();
  const [ofRex, ofRita] = [await openAccount(ctx, ctx.rex), await openAccount(ctx, ctx.rita)];
  const call = (path: string) => ctx.bea.call('GET', path);
  const open = async (name: string, made_on: string) =>
    (await ctx.bea.call('POST', '/api/deposits', { name, made_on })).body._id as string;
  const [older, newer] = [await open('October', ago(30)), await open('November', TODAY)];
  const record = async (account: string, over: object) => {
    const { id: _, account_id: __, ...body } = check(account, over);
    return (await ctx.bea.call('POST', `/api/accounts/${account}/payments`, body)).body._id as string;
  };
  const first = await record(ofRex, { deposit_id: older, reference: '1' });
  const second = await record(ofRita, { deposit_id: older, reference: '2', amount: 25 });
  const third = await record(ofRex, { reference: '3', note: 'By hand' });
  expect((await ctx.bea.call('PUT', `/api/deposits/${older}`, { status: 'closed' })).status).toBe(200);

  const deposits = (await call('/api/deposits')).body;
  expect(deposits).toMatchObject({ totalDocs: 2, hasNextPage: false });
  expect(deposits.docs).toMatchObject([
    { _id: newer, name: 'November', status: 'open', count: 0, totalCents: 0 },
    { _id: older, name: 'October', status: 'closed', number: 1, count: 2, totalCents: 7500 },
  ]);
  const ids = async (query: string) =>
    (await call(`/api/payments${query}`)).body.docs.map(({ _id }: { _id: string }) => _id);
  expect(await ids('')).toEqual([third, second, first]);
  expect(await ids(`?account_id=${ofRex}`)).toEqual([third, first]);
  expect(await ids(`?deposit_id=${older}`)).toEqual([second, first]);
  expect(await ids('?deposit_id=none')).toEqual([]);
  const page = (await call('/api/payments?limit=1&page=2')).body;
  expect(page).toMatchObject({ totalDocs: 3, totalPages: 3, docs: [{ _id: second, account_id: ofRita }] });
  expect((await call('/api/payments?limit=1')).body.docs[0]).toMatchObject({
    ...{ user_id: { _id: ctx.rex.id, email: ctx.rex.email }, amountCents: 5000, method: 'check', note: 'By hand' },
  });
  for (const path of ['/api/deposits', '/api/payments']) expect((await ctx.rex.call('GET', path)).status).toBe(403);
});

testBothApis('[REC-11] a receipt says what the payment covered and the balance after it', async (api, ctx) => {
  const account = await openAccount(ctx, ctx.rex);
  const charge = fine(account, { amount: 30 });
  expect(await api.act(ctx.bea, 'chargeAccount', charge)).toEqual(OK);
  expect(await api.act(ctx.bea, 'recordPayment', check(account))).toEqual(OK);
  expect(await api.act(ctx.bea, 'chargeAccount', fine(account, { amount: 5 }))).toEqual(OK);
  const entries = await entriesOf(ctx, account);
  const payment = required(entries.find(({ kind }) => kind === 'payment'));
  const receipt = receiptOf(payment, entries, fold(entries, { policies: [], as_of: TODAY }), { policies: [] });
  expect(receipt).toMatchObject({ amount_cents: 5000, left_cents: 1500, balance_cents: -2000 });
  expect(receipt.covered.map(({ entry, cents }) => [entry.amount_cents, cents])).toEqual([
    [3000, 3000],
    [500, 500],
  ]);
});

test.each([
  ['1042', '1042'],
  [' #00 1042', '1042'],
  ['No. 10-42', '1042'],
  ['ABC', 'abc'],
])('[REC-02] check number %j is compared as %j', (reference, comparable) => {
  expect(comparableNumber(reference)).toBe(comparable);
});

test('[REC-07] payments of another day, account, amount or method are no duplicates', () => {
  const payment = {
    id: '1',
    account_id: 'a',
    amount_cents: 5000,
    method: 'cash',
    received_on: '2026-11-01',
    reference: null,
    kind: 'outside',
    status: 'succeeded',
    kept_at: null,
    refund_terms: null,
  } as Payment;
  const others = [
    { received_on: '2026-11-02' },
    { account_id: 'b' },
    { amount_cents: 1 },
    { method: 'transfer' },
    { status: 'canceled' },
    { kind: 'charge' },
  ] as Partial<Payment>[];
  for (const other of others) expect(possibleDuplicates([payment, { ...payment, id: '2', ...other }])).toEqual([]);
  expect(possibleDuplicates([payment, { ...payment, id: '2' }])).toHaveLength(1);
  // Screens compare account by account.
  const all = ['1', '2', '3'].flatMap((id) => ['a', 'b'].map((account_id) => ({ ...payment, id, account_id })));
  const apart = [...Map.groupBy(all, ({ account_id }) => account_id).values()].flatMap(possibleDuplicates);
  expect(apart).toEqual(possibleDuplicates(all));
});
