import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { billedSeparately } from '../../sync/accounts/entity.ts';
import { dayInWords } from '../../sync/words.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { createContext, type Person } from '../support/fixtures.ts';
import { couple } from '../support/holders.ts';
import { accountOf, check, fine, openAccount, signInAll, TODAY } from '../support/ledger.ts';

const OK = { ok: true };

const conflict = (message: string) => ({ ok: false, code: 'conflict', message });

const invalid = (message: string) => ({ ok: false, code: 'invalid', message });

const newAccount = (holders: readonly Person[], over: object = {}) => ({
  id: `a-${uuidv7()}`,
  address_id: null,
  holder_ids: holders.map(({ id }) => id),
  ...over,
});

testBothApis(
  '[ACCT-01] [ACCT-02] an account has 1 to 6 holders, each with one open account for a home',
  async (api, ctx) => {
    const { address_id } = ctx.rex;
    const first = newAccount([ctx.rex, ctx.rita], { address_id });
    expect(await api.act(ctx.bea, 'openAccount', first)).toEqual(OK);
    expect(await accountOf(ctx, first.id)).toMatchObject({ status: 'open', address_id, holder_ids: first.holder_ids });
    expect(await api.act(ctx.bea, 'openAccount', newAccount([ctx.sue, ctx.rita], { address_id }))).toEqual(
      conflict('Rita Alvarez already has an open account for this home.'),
    );
    expect(await api.act(ctx.bea, 'openAccount', newAccount([ctx.rita]))).toEqual(OK);
    expect(await api.act(ctx.bea, 'openAccount', newAccount([ctx.rita]))).toEqual(
      conflict('Rita Alvarez already has an open account without a home.'),
    );
    expect(await api.act(ctx.bea, 'openAccount', newAccount([]))).toEqual(
      invalid('Please select at least one holder.'),
    );
    const many = Array.from({ length: 7 }, () => ({ id: uuidv7() }) as Person);
    expect(await api.act(ctx.bea, 'openAccount', newAccount(many))).toEqual(
      invalid('An account has at most 6 holders.'),
    );
    expect(await api.act(ctx.rex, 'openAccount', newAccount([ctx.rex]))).toMatchObject({ code: 'forbidden' });
  },
);

testBothApis('[ACCT-12] nobody can give an account the id of a user, whose audience it would be', async (api, ctx) => {
  expect(await api.act(ctx.bea, 'openAccount', newAccount([ctx.rita], { id: ctx.rex.id }))).toEqual(
    invalid('Invalid id'),
  );
  expect(await api.act(ctx.bea, 'openAccount', newAccount([ctx.rita], { id: `a-${ctx.rex.id}` }))).toMatchObject({
    code: 'conflict',
  });
});

testBothApis(
  '[ACCT-04] who joins the account of their home gives up their own, which must be settled',
  async (api, ctx) => {
    const { his, hers } = await couple(ctx);
    expect(await api.act(ctx.bea, 'joinAccount', { id: hers, user_id: ctx.rex.id })).toEqual(
      conflict('Settle or transfer the balance of $50.00 first.'),
    );
    expect(await api.act(ctx.bea, 'joinAccount', { id: his, user_id: ctx.bea.id })).toEqual(
      conflict('Bea Marsh does not live at this address.'),
    );
    expect(await api.act(ctx.bea, 'joinAccount', { id: his, user_id: ctx.rita.id })).toEqual(OK);
    expect(await accountOf(ctx, his)).toMatchObject({ status: 'open', holder_ids: [ctx.rex.id, ctx.rita.id] });
    expect(await accountOf(ctx, hers)).toMatchObject({ status: 'closed', closed_on: TODAY });
    // Another device joined them the other way round.
    expect(await api.act(ctx.bea, 'joinAccount', { id: hers, user_id: ctx.rex.id })).toEqual(
      conflict('Rex Okafor already shares this account.'),
    );
    expect(await api.act(ctx.bea, 'joinAccount', { id: his, user_id: ctx.rita.id })).toEqual(
      conflict('Rita Alvarez already shares this account.'),
    );
    expect(await api.act(ctx.bea, 'chargeAccount', fine(hers))).toEqual(
      conflict(`This account was closed on ${dayInWords(TODAY)}.`),
    );
  },
);

testBothApis('[ACCT-02] a holder leaves, but not the last; who left is billed on a new account', async (api, ctx) => {
  const { his } = await couple(ctx);
  expect(await api.act(ctx.bea, 'leaveAccount', { id: his, user_id: ctx.rita.id })).toEqual(
    conflict('Rita Alvarez does not share this account.'),
  );
  expect(await api.act(ctx.bea, 'leaveAccount', { id: his, user_id: ctx.rex.id })).toEqual(
    conflict('An account needs at least one holder.'),
  );
  expect(await api.act(ctx.bea, 'joinAccount', { id: his, user_id: ctx.rita.id })).toEqual(OK);
  expect(await api.act(ctx.bea, 'leaveAccount', { id: his, user_id: ctx.rex.id })).toEqual(OK);
  expect(await accountOf(ctx, his)).toMatchObject({ holder_ids: [ctx.rita.id] });
  await openAccount(ctx, ctx.rex);
  // The account that bore his name is hers now, and keeps what it owes.
  expect(await accountOf(ctx, his)).toMatchObject({ holder_ids: [ctx.rita.id], balance_cents: 5000 });
  expect(await accountOf(ctx, `a1-${ctx.rex.id}`)).toMatchObject({ holder_ids: [ctx.rex.id], balance_cents: 0 });
});

testBothApis('[ACCT-11] the only holder of an account that owes is not deleted', async (api, ctx) => {
  const { his, hers } = await couple(ctx);
  const refused = conflict('Rex Okafor still has a balance of $50.00. Transfer, refund or write it off first.');
  expect(await api.act(ctx.sue, 'deleteUser', { id: ctx.rex.id })).toEqual(refused);
  expect(await api.act(ctx.bea, 'recordPayment', check(hers, { amount: 20 }))).toEqual(OK);
  expect(await api.act(ctx.sue, 'deleteUser', { id: ctx.rita.id })).toEqual(
    conflict('Rita Alvarez still has a balance of -$20.00. Transfer, refund or write it off first.'),
  );
  expect(await api.act(ctx.bea, 'recordPayment', check(his))).toEqual(OK);
  expect(await api.act(ctx.sue, 'deleteUser', { id: ctx.rex.id })).toEqual(OK);
});

testBothApis('[ACCT-12] residents get an account without what the board notes of it', async (api, ctx) => {
  const { his } = await couple(ctx);
  const flags = { id: his, fees_off_until: '2099-01-01', mail_off: true, note: 'With attorney' };
  expect(await api.act(ctx.rex, 'setAccountFlags', flags)).toMatchObject({ code: 'forbidden' });
  expect(await api.act(ctx.bea, 'setAccountFlags', flags)).toEqual(OK);
  expect((await ctx.bea.call('GET', `/api/accounts/${his}`)).body).toMatchObject({
    mail_off: true,
    note: 'With attorney',
  });
  const { body } = await ctx.rex.call('GET', `/api/accounts/${his}`);
  expect(body).toMatchObject({
    _id: his,
    fees_off_until: '2099-01-01',
    holders: [{ _id: ctx.rex.id, name: ctx.rex.name }],
  });
  expect(Object.keys(body)).not.toContain('note');
  expect(body.openDebits[0]).toMatchObject({ made_by_name: 'Your HOA' });
  const device = await new Device(ctx, ctx.rex).sync();
  expect(JSON.stringify(device.store.rows('account').all)).not.toMatch(/note|mail_off/);
  expect(device.store.rows('entry').all).toMatchObject([{ account_id: his, made_by_name: 'Your HOA' }]);
  await device.close();
});

test('[ACCT-06] the form of a due names those who share a home, but no account', () => {
  const person = (id: string, address_id: string | null) => ({ id, address_id });
  const [ann, bob, cy, dan] = [
    person('ann', 'home'),
    person('bob', 'home'),
    person('cy', 'other'),
    person('dan', null),
  ];
  const account = (id: string, ...holder_ids: string[]) => ({
    id,
    address_id: 'home',
    status: 'open' as const,
    holder_ids,
  });
  const people = [ann, bob, cy, dan, person('eva', null)];
  expect(billedSeparately(people, [])).toEqual([[ann, bob]]);
  expect(billedSeparately(people, [account('a-1', 'ann'), account('a-2', 'bob')])).toEqual([[ann, bob]]);
  expect(billedSeparately(people, [account('a-1', 'ann', 'bob')])).toEqual([]);
  expect(billedSeparately([ann, cy], [account('a-1', 'ann')])).toEqual([]);
  const left = { ...account('a-2', 'bob'), status: 'closed' as const };
  expect(billedSeparately(people, [account('a-1', 'ann', 'bob'), left])).toEqual([]);
});

testBothApis('[ACCT-01] a home that has had an account is not deleted', async (api, ctx) => {
  await openAccount(ctx, ctx.rex);
  expect((await ctx.bea.call('DELETE', `/api/users/${ctx.rex.id}/assign-address`, {})).status).toBe(200);
  expect(await api.act(ctx.bea, 'deleteAddress', { id: ctx.rex.address_id })).toEqual(
    conflict('This home has an account, so it can’t be deleted.'),
  );
});

test('[ACCT-12] [AGE-07] accounts, their figures, statements and entries over REST', async () => {
  const ctx = await createContext();
  await signInAll(ctx);
  const { his, hers } = await couple(ctx);
  const paid = check(his, { amount: 70, reference: '1042', received_on: TODAY });
  expect((await ctx.bea.call('POST', `/api/accounts/${his}/payments`, paid)).status).toBe(201);
  const list = async (query = '') => (await ctx.bea.call('GET', `/api/accounts${query}`)).body;
  expect(await list()).toMatchObject({
    totalDocs: 2,
    docs: [{ _id: his, balanceCents: -2000, creditCents: 2000 }, { _id: hers }],
  });
  expect(await list('?search=OKAFOR')).toMatchObject({ totalDocs: 1, docs: [{ _id: his }] });
  expect(await list('?filter=credit')).toMatchObject({ totalDocs: 1, docs: [{ _id: his }] });
  expect(await list('?filter=overdue')).toMatchObject({ totalDocs: 0, docs: [] });
  expect(await list('?filter=closed')).toMatchObject({ totalDocs: 0 });
  expect(await list('?as_of=2020-01-01')).toMatchObject({
    totalDocs: 2,
    docs: [{ balanceCents: 0 }, { balanceCents: 0 }],
  });
  expect((await ctx.rex.call('GET', '/api/accounts')).status).toBe(403);
  const mine = (await ctx.rex.call('GET', '/api/accounts/mine')).body.docs;
  expect(mine).toMatchObject([{ _id: his, balanceCents: -2000, dueNowCents: 0, onItsWayCents: 0 }]);
  expect((await ctx.rita.call('GET', `/api/accounts/${his}`)).body).toEqual({
    message: 'Account not found.',
    code: 'not_found',
  });
  const { body } = await ctx.rex.call('GET', `/api/accounts/${his}/entries`);
  expect(body).toMatchObject({
    docs: [
      { kind: 'charge', amountCents: 5000, balanceCents: 5000 },
      { kind: 'payment', amountCents: -7000, balanceCents: -2000 },
    ],
    openingCents: 0,
    closingCents: -2000,
  });
  expect((await ctx.rita.call('GET', `/api/accounts/${his}/entries`)).status).toBe(404);
  const csv = await ctx.app.request(`/api/accounts/${his}/entries?format=csv`, {
    headers: { Authorization: `Bearer ${ctx.rex.token}` },
  });
  const posted = new Date().toISOString().slice(0, 10);
  expect(await csv.text()).toBe(
    [
      'Date,Posted,Description,Kind,Charge,Payment,Balance,Reference',
      `${TODAY},${posted},Trash cans,charge,50.00,,50.00,`,
      `${TODAY},${posted},Payment by check 1042,payment,,70.00,-20.00,1042`,
      '',
    ].join('\r\n'),
  );
  const [charge, payment] = body.docs;
  expect((await ctx.rex.call('GET', `/api/entries/${payment._id}`)).body).toMatchObject({
    title: 'Payment by check 1042',
    covers: [{ entry_id: charge._id, amountCents: 5000 }],
  });
  expect((await ctx.rita.call('GET', `/api/entries/${payment._id}`)).body).toEqual({
    message: 'Entry not found.',
    code: 'not_found',
  });
});
