import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { accountIdOf } from '../../sync/accounts/entity.ts';
import { matcherOf } from '../../sync/accounts/opening-match.ts';
import { testBothApis } from '../support/apis.ts';
import { createContext } from '../support/fixtures.ts';
import { ago, entriesOf, openAccount, signInAll, sumsOf, TODAY } from '../support/ledger.ts';

const OK = { ok: true };
const AS_OF = ago(100);
const NOTHING = { email: null, street: null, unit: null, name: null };
const line = (over: object) => ({ line: 2, balance: 460, as_of: AS_OF, ...over });
const importOf = (...lines: object[]) => ({
  import_id: uuidv7(),
  lines: lines.map((over, at) => line({ line: at + 2, ...over })),
});

testBothApis(
  '[OPEN-01] [OPEN-04] an import posts a balance of several lines, once, and opens the account',
  async (api, ctx) => {
    const args = importOf(
      { email: ctx.rex.email.toUpperCase(), due_on: ago(120), memo: 'From the old books' },
      { email: ctx.rex.email, balance: 25, category: 'late_fee' },
    );
    for (let time = 0; time < 2; time += 1) expect(await api.act(ctx.bea, 'importOpening', args)).toEqual(OK);
    const account = accountIdOf(ctx.rex.id, 0);
    const common = { kind: 'opening', effective_on: AS_OF, batch_id: args.import_id, made_by: ctx.bea.id };
    expect(await entriesOf(ctx, account)).toMatchObject([
      {
        ...common,
        ...{ id: `${account}.${args.import_id}-2`, amount_cents: 46_000, due_on: ago(120), category: null, rule: null },
        memo: 'From the old books',
      },
      { ...common, id: `${account}.${args.import_id}-3`, amount_cents: 2500, due_on: AS_OF, category: 'late_fee' },
    ]);
    expect(await sumsOf(ctx, account)).toEqual([48_500, 0]);
  },
);

testBothApis(
  '[OPEN-01] [FEE-02] credit has no due date, and late fees apply only where the import says so',
  async (api, ctx) => {
    const [rex, rita] = [ctx.rex, ctx.rita];
    const args = { ...importOf({ email: rex.email, balance: -12.5 }, { email: rita.email }), late_fees: true };
    expect(await api.act(ctx.bea, 'importOpening', args)).toEqual(OK);
    const entries = await Promise.all([rex, rita].map(({ id }) => entriesOf(ctx, accountIdOf(id, 0))));
    expect(entries.flat()).toMatchObject([
      { amount_cents: -1250, due_on: null, rule: null },
      { amount_cents: 46_000, rule: { late_fees: 1 } },
    ]);
    expect(await sumsOf(ctx, accountIdOf(rex.id, 0))).toEqual([-1250, 1250]);
  },
);

testBothApis(
  '[OPEN-05] a second import for an account is refused by name until the first is undone',
  async (api, ctx) => {
    const account = await openAccount(ctx, ctx.rex);
    const first = importOf({ account_id: account });
    const second = importOf({ account_id: account, balance: 10 });
    expect(await api.act(ctx.bea, 'importOpening', first)).toEqual(OK);
    if (api.name === 'push')
      expect(await api.act(ctx.bea, 'importOpening', second)).toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(/ already has an opening balance of \$460\.00 from .+\.$/),
      });
    const entry_ids = [`${account}.${first.import_id}-2`];
    expect(await api.act(ctx.bea, 'undoOpening', { import_id: first.import_id, entry_ids })).toEqual(OK);
    expect(await sumsOf(ctx, account)).toEqual([0, 0]);
    expect(await api.act(ctx.bea, 'importOpening', second)).toEqual(OK);
    expect((await entriesOf(ctx, account))[1]).toMatchObject({
      ...{ kind: 'reversal', effective_on: AS_OF, reason: 'Import undone', source_id: entry_ids[0] },
    });
  },
);

testBothApis(
  '[OPEN-05] [ALLO-05] what a resident paid of an import pays the one that replaces it',
  async (api, ctx) => {
    const account = await openAccount(ctx, ctx.rex);
    const [first, second] = [importOf({ account_id: account }), importOf({ account_id: account })];
    const entry_ids = [`${account}.${first.import_id}-2`];
    const paid = { id: uuidv7(), account_id: account, amount: 460, method: 'cash', received_on: TODAY };
    const pins = [{ debit_id: entry_ids[0], amount: 460 }];
    await api.act(ctx.bea, 'importOpening', first);
    expect(await api.act(ctx.bea, 'recordPayment', { ...paid, pins })).toEqual(OK);
    expect(await api.act(ctx.bea, 'undoOpening', { import_id: first.import_id, entry_ids })).toEqual(OK);
    expect(await sumsOf(ctx, account)).toEqual([-46_000, 46_000]);
    expect(await api.act(ctx.bea, 'importOpening', second)).toEqual(OK);
    expect(await sumsOf(ctx, account)).toEqual([0, 0]);
  },
);

testBothApis('[OPEN-05] residents import and undo nothing, and an import that is none is told so', async (api, ctx) => {
  const account = await openAccount(ctx, ctx.rex);
  const args = importOf({ account_id: account });
  const undo = { import_id: args.import_id, entry_ids: [`${account}.${args.import_id}-2`] };
  expect(await api.act(ctx.rex, 'importOpening', args)).toMatchObject({ code: 'forbidden' });
  expect(await api.act(ctx.bea, 'importOpening', args)).toEqual(OK);
  expect(await api.act(ctx.rex, 'undoOpening', undo)).toMatchObject({ code: 'forbidden' });
  expect(await api.act(ctx.bea, 'undoOpening', { ...undo, import_id: uuidv7() })).toMatchObject({ code: 'not_found' });
});

testBothApis('[OPEN-01] what is wrong with a line is said in the words of its field', async (api, ctx) => {
  const wrong: [object, string][] = [
    ...[undefined, 0, 0.001, -1_000_000, 'x'].map((balance): [object, string] => [
      { balance },
      'Please enter a valid amount.',
    ]),
    [{ as_of: undefined }, 'Please select a date.'],
    [{ as_of: '2026-02-30' }, 'Invalid date'],
    [{ as_of: '1999-12-31' }, 'The date is too far back.'],
    [{ category: 'gift' }, 'Please select a category.'],
    [{ memo: 'x'.repeat(201) }, 'Memo cannot exceed 200 characters'],
    [{ account_id: 'a-none' }, 'Account not found.'],
  ];
  for (const [over, message] of wrong)
    expect(await api.act(ctx.bea, 'importOpening', importOf({ email: ctx.rex.email, ...over }))).toMatchObject({
      message,
    });
  expect(await api.act(ctx.bea, 'importOpening', { import_id: uuidv7(), lines: [] })).toMatchObject({
    message: 'The file has no lines.',
  });
});

test('[OPEN-02] [OPEN-05] REST posts what can be posted, says by line why the rest is left out, and undoes it all', async () => {
  const ctx = await createContext();
  await signInAll(ctx);
  const args = importOf(
    { email: ctx.rex.email },
    { email: 'nobody@example.test' },
    { street: '1 Nowhere Road' },
    {},
    { email: ctx.rita.email, as_of: addDays(TODAY, 3) },
  );
  const { status, body } = await ctx.bea.call('POST', '/api/opening-balances', args);
  expect([status, body]).toEqual([
    200,
    {
      posted: 1,
      skipped: [
        { line: 3, msg: 'No one has this email.' },
        { line: 4, msg: 'No home has this address.' },
        { line: 5, msg: 'The line has no email and no street.' },
        { line: 6, msg: 'The date cannot be in the future.' },
      ],
    },
  ]);
  const undo = () => ctx.bea.call('POST', `/api/opening-balances/${args.import_id}/undo`);
  expect((await undo()).body).toEqual({ undone: 1 });
  expect((await undo()).status).toBe(404);
  expect(await sumsOf(ctx, accountIdOf(ctx.rex.id, 0))).toEqual([0, 0]);
});

test('[OPEN-04] [OPEN-05] a line of an import that was undone is posted anew under another import alone', async () => {
  const ctx = await createContext();
  const args = importOf({ email: ctx.rex.email });
  const send = (import_id: string) => ctx.bea.call('POST', '/api/opening-balances', { ...args, import_id });
  await send(args.import_id);
  await ctx.bea.call('POST', `/api/opening-balances/${args.import_id}/undo`);
  expect((await send(args.import_id)).body).toEqual({
    posted: 0,
    skipped: [{ line: 2, msg: 'This import was undone. Import the line again.' }],
  });
  expect((await send(uuidv7())).body).toEqual({ posted: 1, skipped: [] });
  expect(await sumsOf(ctx, accountIdOf(ctx.rex.id, 0))).toEqual([46_000, 0]);
});

test('[OPEN-02] [LEDG-13] a board member takes over no credit of their own while another could', async () => {
  const ctx = await createContext();
  await signInAll(ctx);
  const args = importOf({ email: ctx.bea.email, balance: -50 }, { email: ctx.rex.email });
  expect((await ctx.bea.call('POST', '/api/opening-balances', args)).body).toEqual({
    posted: 1,
    skipped: [{ line: 2, msg: 'Another board member must do this on your own account.' }],
  });
});

const user = (id: string, address_id: string | null = null) => ({
  ...{ id, address_id, name: `Name ${id}`, email: `${id}@example.test`, deleted_at: null },
});
const home = (id: string, unit_number: string | null, ...resident_ids: string[]) => ({
  ...{ id, street: '12 Oak Street', unit_number, resident_ids },
});
const account = (id: string, address_id: string | null, ...holder_ids: string[]) => ({
  ...{ id, address_id, holder_ids, status: 'open' as const },
});
const match = matcherOf({
  users: ['ann', 'ben', 'cid', 'dot', 'eva', 'fay'].map((id) => user(id)),
  addresses: [
    home('single', null, 'ann'),
    home('couple', '2', 'ben', 'cid'),
    home('empty', '3'),
    home('apart', '4', 'dot', 'eva'),
  ],
  accounts: [
    account('of-couple', 'couple', 'ben', 'cid'),
    account('of-dot', 'apart', 'dot'),
    account('of-eva', 'apart', 'eva'),
    account('also-eva', 'single', 'eva'),
  ],
});

test.each([
  ['the email', { email: ' BEN@example.test' }, { state: 'found', account_id: 'of-couple' }],
  ['the street and unit, however written', { street: ' 12  OAK street', unit: 'Unit 2' }, { account_id: 'of-couple' }],
  ['a person without an account, who gets one', { email: 'ann@example.test' }, { state: 'new', user_id: 'ann' }],
  ['the only person of a home', { street: '12 Oak Street', unit: '4', name: 'name DOT' }, { account_id: 'of-dot' }],
  ['nobody where a home is empty', { street: '12 Oak Street', unit: '3' }, { state: 'unknown' }],
  ['nobody where two of a home have accounts', { street: '12 Oak Street', unit: '4' }, { state: 'ambiguous' }],
  ['nobody where one holds two', { email: 'eva@example.test' }, { state: 'ambiguous' }],
  [
    'the home of two, where it is named',
    { email: 'eva@example.test', street: '12 Oak Street', unit: '4' },
    { account_id: 'of-eva' },
  ],
  [
    'the home where the email is unknown',
    { email: 'x@example.test', street: '12 Oak Street', unit: '2' },
    { account_id: 'of-couple' },
  ],
])('[OPEN-02] a line is matched by %s', (_, line, expected) => {
  expect(match({ ...NOTHING, ...line })).toMatchObject(expected);
});
