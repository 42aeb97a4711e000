import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { versionsOf } from '../../sync/versions.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { type Api, testBothApis } from '../support/apis.ts';
import { edit, offline, online, refusals, row, two } from '../support/conflicts.ts';
import { get, issue, issued, list, terms, update } from '../support/dues.ts';
import type { Person, TestContext } from '../support/fixtures.ts';
import { moveIn, openAccount, signInAll } from '../support/ledger.ts';

const OK = { ok: true };
const FOR_ANOTHER = {
  ok: false,
  code: 'forbidden',
  message: 'Another board member must do this on your own account.',
};

/** Nobody has a home yet. */
const withoutHomes = ({ db, hoa_id }: TestContext) =>
  db.execute({ sql: 'UPDATE users SET address_id = NULL WHERE hoa_id = ?', args: [hoa_id] });

const homeFor = async (ctx: Pick<TestContext, 'bea'>, ...people: Person[]) => {
  const { status, body } = await ctx.bea.call('POST', '/api/addresses', { street: `${uuidv7()} Elm Street` });
  expect(status).toBe(201);
  for (const person of people) await moveIn(ctx, person, body._id);
  return String(body._id);
};

const makeDue = async (api: Api, ctx: TestContext, over: object): Promise<string> => {
  const id = uuidv7();
  expect(await api.act(ctx.bea, 'createDue', { id, ...terms([]), ...over })).toEqual(OK);
  return (await list(ctx.bea)).docs[0]._id;
};
const EVERY_HOME = { recipients: undefined, recipient_rule: 'every_home' };

const reach = async ({ bea }: Pick<TestContext, 'bea'>, id: string): Promise<string[]> =>
  (await get(bea, id)).body.recipients;
/** The app may be running the job already. */
const expectReach = (ctx: TestContext, id: string, people: string[]) =>
  expect
    .poll(async () => {
      await drainOutbox(ctx.deps, { hoa_id: ctx.hoa_id, maxWaitMs: 0 });
      return reach(ctx, id);
    })
    .toEqual(people);
const billedOn = async ({ db }: TestContext, id: string, period: string) =>
  (await issued(db, id)).filter((one) => one.period === period).map(({ recipient_id }) => recipient_id);

testBothApis(
  '[DUE-15] [DUE-21] [DUE-32] a due for every home bills who joins later from the next period on, and drops who leaves',
  async (api, ctx) => {
    await withoutHomes(ctx);
    await homeFor(ctx, ctx.rex);
    const id = await makeDue(api, ctx, EVERY_HOME);
    expect((await get(ctx.bea, id)).body).toMatchObject({ recipient_rule: 'every_home', excluded: [] });
    expect(await reach(ctx, id)).toEqual([ctx.rex.id]);
    await issue(ctx, id, '2099-01-31T20:00:00Z');
    expect((await list(ctx.rita)).docs).toEqual([]);
    await homeFor(ctx, ctx.rita);
    await expectReach(ctx, id, [ctx.rex.id, ctx.rita.id].sort());
    expect((await list(ctx.rita)).docs).toMatchObject([{ _id: id, recipients: [ctx.rita.id] }]);
    await issue(ctx, id, '2099-02-28T20:00:00Z');
    expect(await api.act(ctx.sue, 'updateUser', { id: ctx.rex.id, status: 'inactive' })).toEqual(OK);
    await issue(ctx, id, '2099-03-31T20:00:00Z');
    expect(await billedOn(ctx, id, '2099-01-31')).toEqual([ctx.rex.id]);
    expect(await billedOn(ctx, id, '2099-02-28')).toEqual([ctx.rex.id, ctx.rita.id].sort());
    expect(await billedOn(ctx, id, '2099-03-31')).toEqual([ctx.rita.id]);
    expect(await reach(ctx, id)).toEqual([ctx.rita.id]);
  },
);

testBothApis('[DUE-21] two people of a home who share no account get one bill for it each period', async (api, ctx) => {
  await withoutHomes(ctx);
  await homeFor(ctx, ctx.rex, ctx.rita);
  const id = await makeDue(api, ctx, EVERY_HOME);
  for (const day of ['2099-01-31', '2099-02-28']) {
    await issue(ctx, id, `${day}T20:00:00Z`);
    expect(await billedOn(ctx, id, day)).toEqual([[ctx.rex.id, ctx.rita.id].sort()[0]]);
  }
});

testBothApis('[DUE-15] a due for every home is made before anybody can be billed', async (api, ctx) => {
  await withoutHomes(ctx);
  const id = await makeDue(api, ctx, EVERY_HOME);
  expect(await reach(ctx, id)).toEqual([]);
  const without = { id, recipient_rule: 'listed', recipients: [] };
  expect(await api.act(ctx.bea, 'updateDue', without)).toMatchObject({
    message: 'Please select at least one recipient.',
  });
});

testBothApis('[DUE-29] a due changes from one rule to another, and old bodies go on working', async (api, ctx) => {
  await withoutHomes(ctx);
  await homeFor(ctx, ctx.rex);
  await homeFor(ctx, ctx.rita);
  const id = await makeDue(api, ctx, { recipients: [ctx.rex.id] });
  const change = (changes: object) => api.act(ctx.bea, 'updateDue', { id, ...changes });
  const state = async () => {
    const { recipient_rule, recipients, excluded } = (await get(ctx.bea, id)).body;
    return [recipient_rule, recipients, excluded];
  };
  expect(await state()).toEqual(['listed', [ctx.rex.id], []]);
  expect(await change({ recipient_rule: 'except', excluded: [ctx.rex.id] })).toEqual(OK);
  expect(await state()).toEqual(['except', [ctx.rita.id], [ctx.rex.id]]);
  expect(await change({ excluded: { added: [ctx.rita.id], removed: [ctx.rex.id] } })).toEqual(OK);
  expect(await state()).toEqual(['except', [ctx.rex.id], [ctx.rita.id]]);
  expect(await change({ recipient_rule: 'every_home' })).toEqual(OK);
  const both = [ctx.rex.id, ctx.rita.id].sort();
  expect(await state()).toEqual(['every_home', both, []]);
  expect(await change({ amount: 10, recipients: both.toReversed() })).toEqual(OK);
  expect(await state()).toEqual(['every_home', both, []]);
  expect(await change({ recipients: { added: [], removed: [ctx.rita.id] } })).toEqual(OK);
  expect(await state()).toEqual(['listed', [ctx.rex.id], []]);
});

testBothApis('[SEC-14] [DUE-21] nobody of another HOA is left out', async (api, ctx) => {
  await withoutHomes(ctx);
  const due = { id: uuidv7(), ...terms([]), recipients: undefined, recipient_rule: 'except', excluded: [ctx.otto.id] };
  expect(await api.act(ctx.bea, 'createDue', due)).toEqual({ ok: false, code: 'not_found', message: 'User not found' });
});

testBothApis('[LEDG-13] nobody leaves themselves out of a due that bills every home', async (api, ctx) => {
  await withoutHomes(ctx);
  await signInAll(ctx);
  await homeFor(ctx, ctx.bea);
  await homeFor(ctx, ctx.rex);
  await openAccount(ctx, ctx.bea);
  const id = await makeDue(api, ctx, EVERY_HOME);
  const change = (who: Person, changes: object) => api.act(who, 'updateDue', { id, ...changes });
  expect(await change(ctx.bea, { recipient_rule: 'except', excluded: [ctx.bea.id] })).toEqual(FOR_ANOTHER);
  expect(await change(ctx.bea, { recipient_rule: 'listed', recipients: [ctx.rex.id] })).toEqual(FOR_ANOTHER);
  expect(await change(ctx.bea, { recipient_rule: 'except', excluded: [ctx.rex.id] })).toEqual(OK);
  expect(await change(ctx.sue, { excluded: [ctx.bea.id, ctx.rex.id] })).toEqual(OK);
  expect(await change(ctx.bea, { excluded: { added: [], removed: [ctx.rex.id] } })).toEqual(OK);
});

testBothApis('[ACCT-07] once a home is sold, the due for every home bills the buyer alone', async (api, ctx) => {
  await withoutHomes(ctx);
  const address_id = await homeFor(ctx, ctx.rex);
  const account_id = await openAccount(ctx, ctx.rex);
  const id = await makeDue(api, ctx, EVERY_HOME);
  await moveIn(ctx, ctx.rita, address_id);
  const sale = {
    id: `a-${uuidv7()}`,
    account_id,
    on: new Date().toISOString().slice(0, 10),
    carry: 'none',
    issued: [],
  };
  expect(await api.act(ctx.bea, 'transferOwnership', { ...sale, buyer_ids: [ctx.rita.id] })).toEqual(OK);
  await expectReach(ctx, id, [ctx.rita.id]);
});

test('[SYNC-15] who adds a person offline is refused once somebody else has made it a rule; exclusions are merged', async () => {
  const { ctx, bea, sue } = await two();
  await homeFor(ctx, ctx.rex);
  await homeFor(ctx, ctx.rita);
  const [changed, merged] = [uuidv7(), uuidv7()];
  const due = { title: 'Dues', amount: 10, frequency: 'one_time', send_date: '2099-01-01' };
  await bea.store.mutate('createDue', { id: changed, ...due, recipients: [ctx.rex.id] });
  await bea.store.mutate('createDue', { id: merged, ...due, recipient_rule: 'except', excluded: [ctx.sue.id] });
  await bea.sync();
  await sue.sync();
  offline(bea, sue);
  const base = versionsOf(row(bea, 'due', changed), ['recipient_rule']);
  await sue.store.mutate('updateDue', { id: changed, recipient_rule: 'every_home', base });
  await bea.store.mutate('updateDue', { id: changed, recipients: { added: [ctx.rita.id], removed: [] }, base });
  await edit(sue, 'due', 'updateDue', merged, { excluded: { added: [ctx.rex.id], removed: [] } });
  await edit(bea, 'due', 'updateDue', merged, { excluded: { added: [ctx.rita.id], removed: [] } });
  await online(sue);
  await online(bea);
  expect(row(bea, 'due', changed).recipient_rule).toBe('every_home');
  expect(refusals(bea)[0]?.message).toContain('The recipients were changed by');
  expect(row(bea, 'due', merged).excluded?.toSorted()).toEqual([ctx.sue.id, ctx.rex.id, ctx.rita.id].sort());
});

test('[DUE-29] a program that knows no rules sends the record back as it read it, and the rule stays', async () => {
  const { ctx } = await two();
  await withoutHomes(ctx);
  await homeFor(ctx, ctx.rex);
  const { body } = await ctx.bea.call('POST', '/api/dues', { ...terms([]), ...EVERY_HOME });
  const { recipient_rule: _, excluded: __, ...read } = body;
  const { title, frequency, recipients, send_date, amount, reason, due_date_offset, status } = read;
  const known = { title, frequency, recipients, send_date, amount, reason, due_date_offset, status };
  const { status: code } = await update(ctx.bea, body._id, { ...known, amount: 99 });
  expect(code).toBe(200);
  expect((await get(ctx.bea, body._id)).body).toEqual({ ...body, amount: 99 });
});
