import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { billsOf } from '../../sync/dues/bills.ts';
import { duesOf } from '../../sync/dues/forecast.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { type Api, testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { get, invoices, issue, list, terms } from '../support/dues.ts';
import type { Person, TestContext } from '../support/fixtures.ts';
import { ago, moveIn, openAccount, signInAll } from '../support/ledger.ts';
import { required } from '../support/required.ts';

const OK = { ok: true };
const EVERY_HOME = { recipients: undefined, recipient_rule: 'every_home' };

/** Homes of which one person holds the accounts; nobody else has one. */
const homesOf = async (api: Api, ctx: TestContext, owner: Person, count: number): Promise<string[]> => {
  const { db, hoa_id, bea } = ctx;
  await db.execute({ sql: 'UPDATE users SET address_id = NULL WHERE hoa_id = ?', args: [hoa_id] });
  const accounts: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { body } = await bea.call('POST', '/api/addresses', { street: `${uuidv7()} Elm Street` });
    const account = { id: `a-${uuidv7()}`, address_id: body._id, holder_ids: [owner.id] };
    expect(await api.act(bea, 'openAccount', account)).toEqual(OK);
    accounts.push(account.id);
  }
  return accounts.sort();
};

const makeDue = async (api: Api, ctx: TestContext, over: object): Promise<string> => {
  const due = { id: uuidv7(), ...terms([]), ...EVERY_HOME, ...over };
  expect(await api.act(ctx.bea, 'createDue', due)).toEqual(OK);
  return (await list(ctx.bea)).docs[0]._id;
};

const accountsBilled = async ({ db }: TestContext, due_id: string, period: string): Promise<string[]> => {
  const sql = 'SELECT account_id FROM invoices WHERE due_id = ? AND period = ? ORDER BY account_id';
  return (await db.execute({ sql, args: [due_id, period] })).rows.map(({ account_id }) => String(account_id));
};

testBothApis(
  '[DUE-32] [DUE-34] an owner of two homes is billed for each once a period, and never again',
  async (api, ctx) => {
    const homes = await homesOf(api, ctx, ctx.rex, 2);
    const id = await makeDue(api, ctx, {});
    expect((await get(ctx.bea, id)).body.recipients).toEqual([ctx.rex.id]);
    await issue(ctx, id, '2099-01-31T20:00:00Z');
    expect(await accountsBilled(ctx, id, '2099-01-31')).toEqual(homes);
    const { rows } = await ctx.db.execute({
      sql: 'SELECT balance_cents FROM accounts WHERE id IN (?, ?)',
      args: homes,
    });
    expect(rows.map(({ balance_cents }) => balance_cents)).toEqual([12_550, 12_550]);
    expect((await invoices(ctx.rex)).docs).toHaveLength(2);
    expect(await api.act(ctx.bea, 'updateDue', { id, send_date: '2099-01-31' })).toEqual(OK);
    for (let n = 0; n < 2; n += 1) await issue(ctx, id, '2099-02-28T20:00:00Z');
    expect(await accountsBilled(ctx, id, '2099-01-31')).toEqual(homes);
    expect(await accountsBilled(ctx, id, '2099-02-28')).toEqual(homes);
  },
);

testBothApis(
  '[DUE-32] a home that its owner bought after the day of a period is billed for it where the due is dated back',
  async (api, ctx) => {
    const [first] = await homesOf(api, ctx, ctx.rex, 1);
    const id = await makeDue(api, ctx, {});
    await issue(ctx, id, '2099-01-31T20:00:00Z');
    const { body } = await ctx.bea.call('POST', '/api/addresses', { street: `${uuidv7()} Elm Street` });
    const second = { id: `a-${uuidv7()}`, address_id: body._id, holder_ids: [ctx.rex.id] };
    expect(await api.act(ctx.bea, 'openAccount', second)).toEqual(OK);
    expect(await api.act(ctx.bea, 'updateDue', { id, send_date: '2099-01-31' })).toEqual(OK);
    await issue(ctx, id, '2099-01-31T20:00:00Z');
    expect(await accountsBilled(ctx, id, '2099-01-31')).toEqual([first, second.id].sort());
  },
);

testBothApis(
  '[LEDG-13] nobody takes one of their homes off a due, though another of theirs stays on it',
  async (api, ctx) => {
    await homesOf(api, ctx, ctx.bea, 2);
    await signInAll(ctx);
    const id = await makeDue(api, ctx, {});
    const listed = { id, recipient_rule: 'listed', recipients: [ctx.bea.id] };
    expect(await api.act(ctx.bea, 'updateDue', listed)).toMatchObject({ ok: false, code: 'forbidden' });
    expect(await api.act(ctx.sue, 'updateDue', listed)).toEqual(OK);
    await issue(ctx, id, '2099-01-31T20:00:00Z');
    expect(await accountsBilled(ctx, id, '2099-01-31')).toHaveLength(1);
  },
);

testBothApis(
  '[ACCT-07] who buys a second home takes over its invoice, though billed for the first in the same period',
  async (api, ctx) => {
    await homesOf(api, ctx, ctx.rita, 1);
    const { body } = await ctx.bea.call('POST', '/api/addresses', { street: `${uuidv7()} Elm Street` });
    await moveIn(ctx, ctx.rex, body._id);
    const account_id = await openAccount(ctx, ctx.rex);
    const id = await makeDue(api, ctx, { send_date: ago(2), frequency: 'one_time' });
    await drainOutbox(ctx.deps, { hoa_id: ctx.hoa_id, maxWaitMs: 0 });
    await issue(ctx, id);
    const sql = 'SELECT id FROM invoices WHERE due_id = ? AND account_id = ?';
    const [invoice] = (await ctx.db.execute({ sql, args: [id, account_id] })).rows;
    const sale = {
      id: `a-${uuidv7()}`,
      account_id,
      on: ago(3),
      carry: 'none',
      buyer_ids: [ctx.rita.id],
      issued: [{ invoice_id: invoice?.id, as: uuidv7() }],
    };
    expect(await api.act(ctx.bea, 'transferOwnership', sale)).toEqual(OK);
    expect(await accountsBilled(ctx, id, ago(2))).toContain(sale.id);
  },
);

testBothApis('[14.7] the calendar of an owner of two homes has the invoices of both', async (api, ctx) => {
  await homesOf(api, ctx, ctx.rex, 2);
  const id = await makeDue(api, ctx, { frequency: 'one_time' });
  const { url } = (await ctx.rex.call('POST', '/api/calendar')).body;
  const uids = async () => {
    const ics = await (await ctx.app.request(new URL(url).pathname)).text();
    return ics.match(/^UID:due-.*$/gm) ?? [];
  };
  const [forecast] = await uids();
  await issue(ctx, id, '2099-01-31T20:00:00Z');
  const billed = await uids();
  expect(billed).toContain(forecast);
  expect(new Set(billed).size).toBe(2);
});

testBothApis('[EXPL-05] the owner of two homes sees on each account what a rule will bill it', async (api, ctx) => {
  const homes = await homesOf(api, ctx, ctx.rex, 2);
  const ruled = await makeDue(api, ctx, {});
  expect(await api.act(ctx.bea, 'createDue', { id: uuidv7(), ...terms([ctx.rex]) })).toEqual(OK);
  const { store } = await new Device(ctx, ctx.rex).sync();
  await Promise.all((['due', 'account', 'user'] as const).map((entity) => store.load(entity)));
  const rows = { dues: store.rows('due').all, accounts: store.rows('account').all, users: store.rows('user').all };
  const planned = homes.map((id) =>
    duesOf(required(rows.accounts.find((one) => one.id === id)), rows).map(({ id }) => id),
  );
  expect(planned.map((ids) => ids.includes(ruled))).toEqual([true, true]);
  expect(planned.map(({ length }) => length).sort()).toEqual([1, 2]);
  expect(rows.dues.find(({ id }) => id === ruled)).toMatchObject({
    recipients: [ctx.rex.id],
    recipient_rule: 'every_home',
  });
});

test('[DUE-34] an invoice counts against its own account, and against its recipient once they are billed elsewhere', () => {
  const elm = { id: 'a-elm', holder_ids: ['ann', 'ben'] };
  const oak = { id: 'a-oak', holder_ids: ['ann'] };
  const both = [elm, oak].map((account) => ({ user_id: 'ann', account }));
  const issued = [{ recipient_id: 'ann', account_id: 'a-elm' }];
  expect(billsOf(both, []).bills.map(({ account }) => account.id)).toEqual(['a-elm', 'a-oak']);
  expect(billsOf(both, issued).bills.map(({ account }) => account.id)).toEqual(['a-oak']);
  const moved = [{ user_id: 'ann', account: oak }];
  expect(billsOf(moved, issued)).toEqual({ bills: [], skipped: [{ user_id: 'ann', why: 'billed' }] });
  expect(billsOf(moved, [{ recipient_id: 'ann', account_id: null }]).bills).toEqual([]);
  const parted = [{ user_id: 'ben', account: elm }, ...moved];
  expect(billsOf(parted, []).bills.map(({ recipient_id }) => recipient_id)).toEqual(['ben', 'ann']);
});
