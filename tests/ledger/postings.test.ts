import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { dayInWords } from '../../sync/words.ts';
import { type Api, testBothApis } from '../support/apis.ts';
import type { TestContext } from '../support/fixtures.ts';
import { ago, check, entriesOf, fine, openAccount, signInAll, sumsOf, TODAY } from '../support/ledger.ts';

const OK = { ok: true };
const invalid = (message: string) => ({ ok: false, code: 'invalid', message });
const conflict = (message: string) => ({ ok: false, code: 'conflict', message });

/** An account of Rex's with a fine of $50. */
const fined = async (api: Api, ctx: TestContext, over: object = {}) => {
  const account = await openAccount(ctx, ctx.rex);
  const args = fine(account, over);
  expect(await api.act(ctx.bea, 'chargeAccount', args)).toEqual(OK);
  return { account, id: `${account}.${args.id}` };
};

testBothApis('[LEDG-01] [LEDG-14] the board charges a fine without a due, once under one id', async (api, ctx) => {
  const account = await openAccount(ctx, ctx.rex);
  const args = fine(account, { fund: 'reserve', due_on: addDays(TODAY, 30), note: 'Seen by Bea' });
  for (let time = 0; time < 2; time += 1) expect(await api.act(ctx.bea, 'chargeAccount', args)).toEqual(OK);
  expect(await entriesOf(ctx, account)).toMatchObject([
    {
      id: `${account}.${args.id}`,
      kind: 'charge',
      category: 'fine',
      amount_cents: 5000,
      due_on: addDays(TODAY, 30),
      fund: 'reserve',
      memo: 'Trash cans',
      note: 'Seen by Bea',
      made_by: ctx.bea.id,
      made_by_name: ctx.bea.name,
    },
  ]);
  expect(await sumsOf(ctx, account)).toEqual([5000, 0]);
});

testBothApis('[LEDG-04] [LEDG-15] what is wrong with a charge is said in its words', async (api, ctx) => {
  const account = await openAccount(ctx, ctx.rex);
  const wrong: [object, object][] = [
    ...[undefined, 0, -1, 0.001, 1_000_000, 'x'].map((amount): [object, object] => [
      { amount },
      invalid('Please enter a valid amount.'),
    ]),
    [{ category: 'assessment' }, invalid('Please select a category.')],
    [{ due_on: undefined }, invalid('Please select a date.')],
    [{ due_on: '2026-02-30' }, invalid('Invalid date')],
    [{ effective_on: '1999-12-31' }, invalid('The date is too far back.')],
    [{ effective_on: addDays(TODAY, 2) }, invalid('The date cannot be in the future.')],
    [{ due_on: ago(2) }, invalid('The due date cannot be in the past.')],
    [{ due_on: addDays(TODAY, 800) }, invalid('The due date can be at most 2 years ahead.')],
    [{ memo: 'x'.repeat(201) }, invalid('Memo cannot exceed 200 characters')],
    [{ note: 'x'.repeat(501) }, invalid('Note cannot exceed 500 characters')],
  ];
  for (const [over, outcome] of wrong)
    expect(await api.act(ctx.bea, 'chargeAccount', fine(account, over))).toEqual(outcome);
  expect(await api.act(ctx.bea, 'chargeAccount', fine(account, { effective_on: addDays(TODAY, 1) }))).toEqual(OK);
  expect(await api.act(ctx.rex, 'chargeAccount', fine(account))).toMatchObject({ code: 'forbidden' });
  expect(await api.act(ctx.bea, 'chargeAccount', fine(`a-${uuidv7()}`))).toMatchObject({
    code: 'not_found',
    message: 'Account not found.',
  });
});

testBothApis('[LEDG-05] [LEDG-06] a mistake is reversed once, on its day or later, with a reason', async (api, ctx) => {
  const { account, id } = await fined(api, ctx, { effective_on: ago(5) });
  const reverse = (over: object) =>
    api.act(ctx.bea, 'reverseEntry', { id: uuidv7(), entry_id: id, reason: 'Wrong home', ...over });
  expect(await reverse({ reason: '  x ' })).toEqual(invalid('Please give a reason.'));
  expect(await reverse({ reason: 'x'.repeat(201) })).toEqual(invalid('Reason cannot exceed 200 characters'));
  expect(await reverse({ effective_on: ago(6) })).toEqual(invalid(`The date cannot be before ${dayInWords(ago(5))}.`));
  const reversal = uuidv7();
  for (let time = 0; time < 2; time += 1) expect(await reverse({ id: reversal, effective_on: ago(5) })).toEqual(OK);
  expect(await reverse({})).toEqual(conflict(`This entry was already reversed on ${dayInWords(ago(5))}.`));
  expect(await reverse({ entry_id: `${account}.${reversal}` })).toEqual(
    conflict('You can’t reverse a reversal. Post the entry again.'),
  );
  expect(await reverse({ entry_id: `${account}.${uuidv7()}` })).toMatchObject({
    code: 'not_found',
    message: 'Entry not found.',
  });
  expect((await entriesOf(ctx, account)).map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
    ['charge', 5000],
    ['reversal', -5000],
  ]);
  expect(await sumsOf(ctx, account)).toEqual([0, 0]);
});

testBothApis('[LEDG-05] what was waived is given back before its charge is reversed', async (api, ctx) => {
  const { account, id } = await fined(api, ctx);
  const waiver = uuidv7();
  const reverse = (entry_id: string) =>
    api.act(ctx.bea, 'reverseEntry', { id: uuidv7(), entry_id, reason: 'Wrong home' });
  expect(await api.act(ctx.bea, 'waiveEntry', { id: waiver, entry_id: id, amount: 20, reason: 'Good will' })).toEqual(
    OK,
  );
  expect(await reverse(id)).toEqual(conflict(`Undo the waiver of ${dayInWords(TODAY)} first.`));
  expect(await reverse(`${account}.${waiver}`)).toEqual(OK);
  expect(await reverse(id)).toEqual(OK);
  expect(await sumsOf(ctx, account)).toEqual([0, 0]);
});

testBothApis('[FEE-10] a waiver takes what is open, or a part, and no more', async (api, ctx) => {
  const { account, id } = await fined(api, ctx);
  const waive = (over: object = {}) =>
    api.act(ctx.bea, 'waiveEntry', { id: uuidv7(), entry_id: id, reason: 'Good will', ...over });
  expect(await api.act(ctx.bea, 'recordPayment', check(account, { amount: 10 }))).toEqual(OK);
  expect(await waive({ amount: 40.01 })).toEqual(conflict('At most $40.00 can be waived.'));
  expect(await waive({ amount: 15 })).toEqual(OK);
  expect(await waive()).toEqual(OK);
  expect(await waive()).toEqual(conflict('Nothing is left to waive.'));
  expect((await entriesOf(ctx, account)).filter(({ kind }) => kind === 'waiver')).toMatchObject([
    { amount_cents: -1500, source_id: id, reason: 'Good will' },
    { amount_cents: -2500, source_id: id },
  ]);
  expect(await sumsOf(ctx, account)).toEqual([0, 0]);
});

testBothApis('[LEDG-02] a fine is waived, an attorney fee is written off', async (api, ctx) => {
  const { id } = await fined(api, ctx, { category: 'attorney_fee' });
  const args = () => ({ id: uuidv7(), entry_id: id, amount: 20, reason: 'Bad debt' });
  expect(await api.act(ctx.bea, 'waiveEntry', args())).toEqual(invalid('Invalid entry kind.'));
  expect(await api.act(ctx.bea, 'writeOffEntry', args())).toEqual(OK);
  expect(await api.act(ctx.bea, 'writeOffEntry', { ...args(), amount: 30.01 })).toEqual(
    conflict('At most $30.00 can be written off.'),
  );
  expect(await api.act(ctx.bea, 'writeOffEntry', { ...args(), amount: undefined })).toEqual(OK);
  expect(await api.act(ctx.bea, 'writeOffEntry', args())).toEqual(conflict('Nothing is left to write off.'));
});

testBothApis('[ALLO-08] a credit waits for the next charge', async (api, ctx) => {
  const account = await openAccount(ctx, ctx.rex);
  const credit = { id: uuidv7(), account_id: account, amount: 60, reason: 'Overcharged in May' };
  expect(await api.act(ctx.bea, 'creditAccount', credit)).toEqual(OK);
  expect(await sumsOf(ctx, account)).toEqual([-6000, 6000]);
  expect(await api.act(ctx.bea, 'chargeAccount', fine(account))).toEqual(OK);
  expect(await sumsOf(ctx, account)).toEqual([-1000, 1000]);
});

testBothApis('[LEDG-13] what lowers a board member’s own account is another’s to post', async (api, ctx) => {
  await signInAll(ctx);
  const account = await openAccount(ctx, ctx.bea);
  const own = { ok: false, code: 'forbidden', message: 'Another board member must do this on your own account.' };
  const charge = fine(account);
  expect(await api.act(ctx.bea, 'chargeAccount', charge)).toEqual(OK);
  const credit = () => ({ id: uuidv7(), account_id: account, amount: 5, reason: 'Good will' });
  const onCharge = () => ({ id: uuidv7(), entry_id: `${account}.${charge.id}`, amount: 5, reason: 'Good will' });
  expect(await api.act(ctx.bea, 'creditAccount', credit())).toEqual(own);
  expect(await api.act(ctx.bea, 'waiveEntry', onCharge())).toEqual(own);
  expect(await api.act(ctx.bea, 'writeOffEntry', onCharge())).toEqual(own);
  expect(await api.act(ctx.bea, 'reverseEntry', onCharge())).toEqual(own);
  expect(await api.act(ctx.bea, 'recordPayment', check(account, { amount: 10 }))).toEqual(OK);
  expect(await api.act(ctx.sue, 'waiveEntry', onCharge())).toEqual(OK);
});

testBothApis(
  '[ACCT-10] a closed account takes payments, waivers and reversals, and no charge or credit',
  async (api, ctx) => {
    const { account, id } = await fined(api, ctx);
    await ctx.db.execute({
      sql: "UPDATE accounts SET status = 'closed', closed_on = ?, rev = rev + 1 WHERE id = ?",
      args: [TODAY, account],
    });
    const closed = { ok: false, code: 'conflict', message: expect.stringMatching(/^This account was closed on .+\.$/) };
    const credit = { id: uuidv7(), account_id: account, amount: 5, reason: 'Good will' };
    expect(await api.act(ctx.bea, 'chargeAccount', fine(account))).toEqual(closed);
    expect(await api.act(ctx.bea, 'creditAccount', credit)).toEqual(closed);
    expect(await api.act(ctx.bea, 'recordPayment', check(account, { amount: 10 }))).toEqual(OK);
    const onFine = { entry_id: id, amount: 5, reason: 'Good will' };
    expect(await api.act(ctx.bea, 'waiveEntry', { id: uuidv7(), ...onFine })).toEqual(OK);
    expect(await api.act(ctx.bea, 'writeOffEntry', { id: uuidv7(), ...onFine })).toEqual(OK);
  },
);

testBothApis('[ALLO-10] a rule starts today or later, and is withdrawn until then', async (api, ctx) => {
  const rule = (over: object = {}) => ({
    id: uuidv7(),
    kind: 'application',
    starts_on: addDays(TODAY, 5),
    settings: { order: 'oldest_first', directed: false },
    ...over,
  });
  const [later, now] = [rule(), rule({ starts_on: TODAY })];
  expect(await api.act(ctx.bea, 'createPolicy', rule({ starts_on: ago(1) }))).toEqual(
    invalid('A rule can start today or later.'),
  );
  expect(await api.act(ctx.bea, 'createPolicy', rule({ settings: { order: 'own', steps: [['fine']] } }))).toEqual(
    invalid('Each category must be in exactly one step.'),
  );
  expect(await api.act(ctx.bea, 'createPolicy', rule({ kind: 'online_fee' }))).toMatchObject({ code: 'forbidden' });
  expect(await api.act(ctx.rex, 'createPolicy', rule())).toMatchObject({ code: 'forbidden' });
  for (const policy of [later, now]) expect(await api.act(ctx.bea, 'createPolicy', policy)).toEqual(OK);
  expect(await api.act(ctx.bea, 'withdrawPolicy', { id: later.id })).toEqual(OK);
  expect(await api.act(ctx.bea, 'withdrawPolicy', { id: now.id })).toEqual(
    conflict(`This rule has been in effect since ${dayInWords(TODAY)}.`),
  );
});
