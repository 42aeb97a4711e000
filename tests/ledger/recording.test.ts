import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import { depositTotals, undeposited } from '../../sync/deposits/mutators.ts';
import { fold } from '../../sync/ledger/fold.ts';
import { comparableNumber, possibleDuplicates } from '../../sync/payments/duplicates.ts';
import { receiptOf } from '../../sync/payments/receipts.ts';
import { shapes } from '../../sync/server/tables.ts';
import { dayInWords } from '../../sync/words.ts';
import { json, queryAll } from '../../worker/queries/query.ts';
import { type Api, testBothApis } from '../support/apis.ts';
import { createContext, type TestContext } from '../support/fixtures.ts';
import { ago, check, entriesOf, fine, openAccount, signInAll, sumsOf, TODAY } from '../support/ledger.ts';

const OK = { ok: true };
const invalid = (message: string) => ({ ok: false, code: 'invalid', message });
const conflict = (message: string) => ({ ok: false, code: 'conflict', message });

const paymentsOf = async ({ db }: TestContext, account_id: string): Promise<Payment[]> => {
  const sql = `SELECT ${shapes.payment.json} AS row FROM payments t WHERE account_id = ? ORDER BY created_at, id`;
  return (await queryAll<{ row: string }>(db, sql, [account_id])).map(({ row }) => json<Payment>(row));
};
const kindsOf = async (ctx: TestContext, account: string) =>
  (await entriesOf(ctx, account)).map(({ kind, amount_cents }) => [kind, amount_cents]);

/** A recorded check. */
const recorded = async (api: Api, ctx: TestContext, over: object = {}) => {
  const account = await openAccount(ctx, ctx.rex);
  const args = check(account, over);
  expect(await api.act(ctx.bea, 'recordPayment', args)).toEqual(OK);
  return { account, id: args.id, entry_id: `${account}.${args.id}` };
};

testBothApis('[REC-01] a recorded check is a payment and its entry, once under one id', async (api, ctx) => {
  const account = await openAccount(ctx, ctx.rex);
  const args = check(account, { received_on: ago(200), payer_name: 'R. Okafor', memo: 'May', note: 'In the box' });
  for (let time = 0; time < 2; time += 1) expect(await api.act(ctx.bea, 'recordPayment', args)).toEqual(OK);
  expect(await paymentsOf(ctx, account)).toMatchObject([
    {
      id: args.id,
      user_id: ctx.rex.id,
      kind: 'outside',
      status: 'succeeded',
      amount_cents: 5000,
      method: 'check',
      reference: '1042',
      received_on: ago(200),
      payer_name: 'R. Okafor',
      memo: 'May',
      note: 'In the box',
      recorded_by: ctx.bea.id,
    },
  ]);
  expect(await entriesOf(ctx, account)).toMatchObject([
    { kind: 'payment', amount_cents: -5000, effective_on: ago(200), payment_id: args.id, made_by_name: ctx.bea.name },
  ]);
  expect(await sumsOf(ctx, account)).toEqual([-5000, 5000]);
});

testBothApis('[REC-02] [LEDG-15] what is wrong with a payment is said in its words', async (api, ctx) => {
  const account = await openAccount(ctx, ctx.rex);
  const wrong: [object, object][] = [
    [{ amount: 0 }, invalid('Please enter a valid amount.')],
    [{ amount: undefined }, invalid('Please enter a valid amount.')],
    [{ reference: ' ' }, invalid('Please enter the check number.')],
    [{ reference: '1'.repeat(21) }, invalid('Check number cannot exceed 20 characters')],
    [{ method: 'card' }, invalid('Please select a method.')],
    [{ received_on: undefined }, invalid('Please select a date.')],
    [{ received_on: '1999-12-31' }, invalid('The date is too far back.')],
    [{ received_on: addDays(TODAY, 2) }, invalid('The date cannot be in the future.')],
    [{ memo: 'x'.repeat(201) }, invalid('Memo cannot exceed 200 characters')],
    [{ note: 'x'.repeat(501) }, invalid('Note cannot exceed 500 characters')],
    [
      { pins: [{ debit_id: `${account}.${uuidv7()}`, amount: 1 }] },
      { ok: false, code: 'not_found', message: 'Entry not found.' },
    ],
    [{ deposit_id: uuidv7() }, { ok: false, code: 'not_found', message: 'Deposit not found.' }],
  ];
  for (const [over, outcome] of wrong)
    expect(await api.act(ctx.bea, 'recordPayment', check(account, over))).toEqual(outcome);
  expect(await api.act(ctx.rex, 'recordPayment', check(account))).toMatchObject({ code: 'forbidden' });
  expect(await api.act(ctx.bea, 'recordPayment', check(account, { method: 'cash', reference: null }))).toEqual(OK);
});

testBothApis(
  '[ALLO-05] [ALLO-06] a pin pays its charge first, unless the association has a fixed order',
  async (api, ctx) => {
    const account = await openAccount(ctx, ctx.rex);
    const [older, newer] = [fine(account, { effective_on: ago(9) }), fine(account, { due_on: addDays(TODAY, 9) })];
    for (const charge of [older, newer]) expect(await api.act(ctx.bea, 'chargeAccount', charge)).toEqual(OK);
    const pins = [{ debit_id: `${account}.${newer.id}`, amount: 50 }];
    expect(await api.act(ctx.bea, 'recordPayment', check(account, { pins }))).toEqual(OK);
    const covered = async (id: string) => {
      const entries = await entriesOf(ctx, account);
      return fold(entries, { policies: [], as_of: TODAY }).debits.get(`${account}.${id}`)?.open_cents;
    };
    expect([await covered(older.id), await covered(newer.id)]).toEqual([5000, 0]);
    const fixed = { kind: 'application', starts_on: TODAY, settings: { order: 'oldest_first', directed: false } };
    expect(await api.act(ctx.bea, 'createPolicy', { id: uuidv7(), ...fixed })).toEqual(OK);
    const later = check(account, { amount: 10, reference: '1043', pins });
    expect(await api.act(ctx.bea, 'recordPayment', later)).toEqual(OK);
    expect((await entriesOf(ctx, account)).at(-1)).toMatchObject({ kind: 'payment', pins: null });
  },
);

testBothApis(
  '[REC-06] a check that is recorded already is refused, unless the board says otherwise',
  async (api, ctx) => {
    const { account } = await recorded(api, ctx, { received_on: ago(3) });
    const again = (over: object = {}) => api.act(ctx.sue, 'recordPayment', check(account, over));
    const refusal = conflict(`Check 1042 for $50.00 is already recorded: ${dayInWords(ago(3))}, by ${ctx.bea.name}.`);
    expect(await again()).toEqual(refusal);
    expect(await again({ reference: ' #001042' })).toEqual(refusal);
    expect(await again({ reference: '1043' })).toEqual(OK);
    expect(await again({ amount: 51 })).toEqual(OK);
    expect(await again({ received_on: ago(184) })).toEqual(OK);
    expect(await again({ duplicate_ok: true })).toEqual(OK);
  },
);

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

testBothApis('[REC-12] a corrected payment is reversed on its day and recorded anew', async (api, ctx) => {
  const { account, entry_id } = await recorded(api, ctx, { received_on: ago(5) });
  const undo = { id: uuidv7(), entry_id, reason: 'Wrong amount', effective_on: ago(5) };
  expect(await api.act(ctx.bea, 'reverseEntry', undo)).toEqual(OK);
  expect(await api.act(ctx.bea, 'recordPayment', check(account, { amount: 55, received_on: ago(5) }))).toEqual(OK);
  expect(await api.act(ctx.bea, 'recordPayment', check(account, { received_on: ago(5) }))).toEqual(OK);
  expect((await paymentsOf(ctx, account)).map(({ status }) => status).sort()).toEqual([
    'canceled',
    'succeeded',
    'succeeded',
  ]);
  expect(await sumsOf(ctx, account)).toEqual([-10_500, 10_500]);
});

testBothApis('[REC-12] a payment is corrected whole or not at all, also onto another account', async (api, ctx) => {
  const { account, id } = await recorded(api, ctx, { received_on: ago(5) });
  const ofRita = await openAccount(ctx, ctx.rita);
  const right = check(ofRita, { received_on: ago(5), corrects: id });
  const refused = { ...right, deposit_id: uuidv7() };
  expect(await api.act(ctx.bea, 'recordPayment', refused)).toMatchObject({ message: 'Deposit not found.' });
  expect(await sumsOf(ctx, account)).toEqual([-5000, 5000]);
  for (let time = 0; time < 2; time += 1) expect(await api.act(ctx.bea, 'recordPayment', right)).toEqual(OK);
  expect([await sumsOf(ctx, account), await sumsOf(ctx, ofRita)]).toEqual([
    [0, 0],
    [-5000, 5000],
  ]);
  expect(await entriesOf(ctx, account)).toMatchObject([
    { kind: 'payment', effective_on: ago(5) },
    { kind: 'reversal', effective_on: ago(5), reason: 'Corrected' },
  ]);
  const again = check(account, { corrects: id });
  const when = dayInWords(ago(5));
  const message = `This entry was already reversed on ${when}. ${ctx.bea.name} posted it.`;
  expect(await api.act(ctx.sue, 'recordPayment', again)).toEqual(conflict(message));
  expect(await sumsOf(ctx, account)).toEqual([0, 0]);
});

testBothApis('[REC-07] of two alike payments both stay, or one', async (api, ctx) => {
  const account = await openAccount(ctx, ctx.rex);
  const record = async (person: typeof ctx.bea) => {
    const args = check(account, { method: 'cash', reference: null });
    expect(await api.act(person, 'recordPayment', args)).toEqual(OK);
    return args.id;
  };
  const [one, other] = [await record(ctx.bea), await record(ctx.sue)];
  const found = async () =>
    possibleDuplicates(await paymentsOf(ctx, account)).map((group) => group.map(({ id }) => id).sort());
  const otherwise = conflict('These payments were already resolved otherwise.');
  expect(await found()).toEqual([[one, other].sort()]);
  expect(await api.act(ctx.bea, 'resolveDuplicate', { id: one, keep: 'none' })).toMatchObject({ code: 'invalid' });
  expect(await api.act(ctx.bea, 'resolveDuplicate', { id: one, keep: 'both' })).toEqual(OK);
  expect(await found()).toEqual([]);
  expect(await api.act(ctx.sue, 'resolveDuplicate', { id: other, keep: 'both' })).toEqual(OK);
  expect(await api.act(ctx.sue, 'resolveDuplicate', { id: other, keep: other })).toEqual(otherwise);
  const third = await record(ctx.bea);
  expect(await found()).toEqual([[one, other, third].sort()]);
  expect(await api.act(ctx.bea, 'resolveDuplicate', { id: third, keep: one })).toEqual(OK);
  expect(await api.act(ctx.sue, 'resolveDuplicate', { id: third, keep: one })).toEqual(OK);
  expect(await api.act(ctx.sue, 'resolveDuplicate', { id: third, keep: third })).toEqual(otherwise);
  expect(await found()).toEqual([]);
  expect(await sumsOf(ctx, account)).toEqual([-5000, 5000]);
});

testBothApis(
  '[REC-08] a closed deposit has a number and a list that stays, and what came back is not waiting for one',
  async (api, ctx) => {
    const account = await openAccount(ctx, ctx.rex);
    const deposits = [1, 2].map(() => ({ id: uuidv7(), name: 'November', made_on: TODAY }));
    const [first, second] = deposits.map(({ id }) => id);
    for (const deposit of deposits) expect(await api.act(ctx.bea, 'createDeposit', deposit)).toEqual(OK);
    const close = (id?: string) => api.act(ctx.bea, 'closeDeposit', { id, status: 'closed' });
    expect(await close(first)).toEqual(conflict('A deposit without payments cannot be closed.'));
    const record = (deposit_id: string | undefined, over: object) =>
      api.act(ctx.bea, 'recordPayment', check(account, { deposit_id, ...over }));
    expect(await record(first, { reference: '1' })).toEqual(OK);
    expect(await record(first, { method: 'cash', reference: null, amount: 20 })).toEqual(OK);
    expect(await record(second, { reference: '2' })).toEqual(OK);
    expect([await close(second), await close(first)]).toEqual([OK, OK]);
    expect(await close(first)).toEqual(conflict('This deposit is already closed.'));
    const { rows } = await ctx.db.execute({
      sql: 'SELECT id, number FROM deposits WHERE hoa_id = ?',
      args: [ctx.hoa_id],
    });
    expect(Object.fromEntries(rows.map(({ id, number }) => [id, number]))).toEqual({ [second!]: 1, [first!]: 2 });
    expect(await record(first, { reference: '3' })).toEqual(OK);
    const payments = await paymentsOf(ctx, account);
    expect(undeposited(payments).map(({ reference }) => reference)).toEqual(['3']);
    const back = { id: uuidv7(), payment_id: payments.at(-1)!.id, returned_on: TODAY, reason: 'No funds' };
    expect(await api.act(ctx.bea, 'returnPayment', back)).toEqual(OK);
    expect(undeposited(await paymentsOf(ctx, account))).toEqual([]);
    expect(depositTotals(payments.filter(({ deposit_id }) => deposit_id === first))).toEqual({
      count: 2,
      total_cents: 7000,
      checks_cents: 5000,
      cash_cents: 2000,
    });
  },
);

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
  const payment = entries.find(({ kind }) => kind === 'payment')!;
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
