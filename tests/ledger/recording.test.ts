import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { depositTotals, undeposited } from '../../sync/deposits/mutators.ts';
import { fold } from '../../sync/ledger/fold.ts';
import { possibleDuplicates } from '../../sync/payments/duplicates.ts';
import { dayInWords } from '../../sync/words.ts';
import { testBothApis } from '../support/apis.ts';
import { ago, check, entriesOf, fine, openAccount, sumsOf, TODAY } from '../support/ledger.ts';
import { conflict, invalid, OK, paymentsOf, recorded } from '../support/recorded-payments.ts';
import { nth, take } from '../support/required.ts';

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
  const otherwise = conflict('These payments were already resolved another way.');
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
    const [first, second] = take(
      deposits.map(({ id }) => id),
      2,
    );
    for (const deposit of deposits) expect(await api.act(ctx.bea, 'createDeposit', deposit)).toEqual(OK);
    const close = (id?: string) => api.act(ctx.bea, 'closeDeposit', { id, status: 'closed' });
    expect(await close(first)).toEqual(conflict('A deposit without payments can’t be closed.'));
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
    expect(Object.fromEntries(rows.map(({ id, number }) => [id, number]))).toEqual({ [second]: 1, [first]: 2 });
    expect(await record(first, { reference: '3' })).toEqual(OK);
    const payments = await paymentsOf(ctx, account);
    expect(undeposited(payments).map(({ reference }) => reference)).toEqual(['3']);
    const back = { id: uuidv7(), payment_id: nth(payments, -1).id, returned_on: TODAY, reason: 'No funds' };
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
