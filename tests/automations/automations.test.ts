import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { versionsOf } from '../../sync/versions.ts';
import { type Api, testBothApis } from '../support/apis.ts';
import { offline, online, refusals, row } from '../support/conflicts.ts';
import { Device } from '../support/device.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { afterBurst, mailsForAll } from '../support/notifications.ts';
import * as requests from '../support/requests.ts';

const OK = { ok: true };
const { config, subjectsTo } = mailsForAll();
const NONE = { maintenance_id: null, modification_id: null, inquiry_id: null, other_id: null };
const OFF = { ...NONE, remind_unanswered_days: null, remind_overdue: false };

const automations = async (person: Person) => (await person.call('GET', '/api/hoa/automations')).body;
const setPlan = ({ db, hoa_id }: TestContext, plan: string | null, kept: string | null = null) =>
  db.execute({ sql: 'UPDATE hoas SET plan = ?, kept_features = ? WHERE id = ?', args: [plan, kept, hoa_id] });

/** Files a request and reads it as the board does. */
const file = async (api: Api, { bea }: TestContext, person: Person, over: object = {}) => {
  const id = uuidv7();
  expect(await api.act(person, 'createRequest', { id, ...requests.draft(over) })).toEqual(OK);
  return requests.read(bea, id);
};

testBothApis(
  '[BILLING-07] the board sets the automations, each by itself; residents do not see them',
  async (api, ctx) => {
    const { bea, sue, rex, rita, olga } = ctx;
    expect(await automations(bea)).toEqual(OFF);
    expect(await api.act(rex, 'updateAutomations', { remind_overdue: true })).toMatchObject({ code: 'forbidden' });
    expect((await rex.call('GET', '/api/hoa/automations')).status).toBe(403);
    expect(await api.act(bea, 'updateAutomations', { maintenance_id: sue.id, remind_unanswered_days: 7 })).toEqual(OK);
    expect(await api.act(sue, 'updateAutomations', { other_id: bea.id, remind_overdue: true })).toEqual(OK);
    const set = { ...NONE, maintenance_id: sue.id, other_id: bea.id, remind_unanswered_days: 7, remind_overdue: true };
    expect(await automations(bea)).toEqual(set);
    expect(await automations(olga)).toEqual(OFF);
    for (const maintenance_id of [rita.id, olga.id, uuidv7()])
      expect(await api.act(bea, 'updateAutomations', { maintenance_id })).toMatchObject({
        ...{ code: 'not_found', message: 'Assignee not found' },
      });
    for (const remind_unanswered_days of [0, 61, 1.5, '7'])
      expect(await api.act(bea, 'updateAutomations', { remind_unanswered_days })).toMatchObject({
        ...{ code: 'invalid', message: 'Enter a whole number of days from 1 to 60' },
      });
    expect(await automations(bea)).toEqual(set);
  },
);

testBothApis(
  '[BILLING-07] a new request goes to the person for its category, whom a notification tells',
  async (api, ctx) => {
    const { bea, sue, rex } = ctx;
    await api.act(bea, 'updateAutomations', { maintenance_id: sue.id });
    const gate = await file(api, ctx, rex);
    expect(gate.assigned_to).toMatchObject({ name: sue.name });
    expect(gate.history).toMatchObject([
      { action: 'Created the request', user_id: { name: rex.name } },
      { action: 'Assigned the request by the rule for Maintenance', user_id: { name: 'Porchlight' } },
    ]);
    expect((await file(api, ctx, rex, { category: 'Inquiry' })).assigned_to).toBeNull();
    await afterBurst(ctx);
    expect(subjectsTo(sue).filter((subject) => subject.startsWith('3 updates'))).toHaveLength(1);
    const seen = await requests.read(rex, gate._id);
    expect(seen.assigned_to ?? null).toBeNull();
    expect(seen.history).toMatchObject([{ action: 'Created the request' }]);
  },
  config,
);

testBothApis('[BILLING-07] nobody gets a request who has left the board, or their own', async (api, ctx) => {
  const { bea, sue, rex } = ctx;
  const ann = await ctx.join(ctx.hoa_id, 'Ann', 'board');
  await api.act(bea, 'updateAutomations', { maintenance_id: ann.id });
  expect((await file(api, ctx, sue)).assigned_to).toMatchObject({ name: 'Ann' });
  expect((await file(api, ctx, ann)).assigned_to).toBeNull();
  for (const [role, status, assigned] of [
    ['resident', 'active', null],
    ['board', 'active', 'Ann'],
    ['board', 'inactive', null],
  ] as const) {
    expect(await api.act(sue, 'updateUser', { id: ann.id, name: 'Ann', role, status })).toEqual(OK);
    expect((await file(api, ctx, rex)).assigned_to?.name ?? null).toBe(assigned);
  }
  expect(await api.act(sue, 'deleteUser', { id: ann.id })).toEqual(OK);
  expect((await file(api, ctx, rex)).assigned_to).toBeNull();
  expect(await api.act(bea, 'updateAutomations', { remind_overdue: true })).toEqual(OK);
});

testBothApis(
  '[BILLING-07] they come with Growth; on a smaller plan what is on stays on and can be turned off',
  async (api, ctx) => {
    const { bea, sue, rex } = ctx;
    await setPlan(ctx, 'growth');
    expect(await api.act(bea, 'updateAutomations', { maintenance_id: sue.id, remind_unanswered_days: 5 })).toEqual(OK);
    await setPlan(ctx, 'starter');
    expect((await file(api, ctx, rex)).assigned_to).toMatchObject({ name: sue.name });
    for (const turnedOn of [
      { other_id: bea.id },
      { maintenance_id: bea.id },
      { remind_unanswered_days: 3 },
      { remind_overdue: true },
    ])
      expect(await api.act(sue, 'updateAutomations', turnedOn)).toMatchObject({
        ...{ code: 'forbidden', message: 'Your plan does not include automations. It comes with the Growth plan.' },
      });
    expect(await api.act(bea, 'updateAutomations', { remind_unanswered_days: null })).toEqual(OK);
    expect(await automations(bea)).toEqual({ ...OFF, maintenance_id: sue.id });
    await setPlan(ctx, 'starter', '["automations"]');
    expect(await api.act(bea, 'updateAutomations', { remind_overdue: true })).toEqual(OK);
  },
);

test('[SYNC-16] two of the board change them offline: each category merges, the same one is refused with its content', async () => {
  const ctx = await createContext();
  const [bea, sue] = [await new Device(ctx, ctx.bea).sync(), await new Device(ctx, ctx.sue).sync()];
  offline(bea, sue);
  const change = (device: Device, changes: Record<string, unknown>) => {
    const base = versionsOf({}, Object.keys(changes));
    return device.store.mutate('updateAutomations', { ...changes, base });
  };
  await change(bea, { maintenance_id: ctx.bea.id });
  await change(sue, { inquiry_id: ctx.sue.id });
  await change(sue, { maintenance_id: ctx.sue.id });
  await online(bea);
  await online(sue);
  await bea.sync();
  const assign_requests = { Maintenance: ctx.bea.id, Inquiry: ctx.sue.id };
  for (const device of [bea, sue]) expect(row(device, 'hoa', ctx.hoa_id)).toMatchObject({ assign_requests });
  expect(refusals(sue)).toMatchObject([
    {
      mutation: 'updateAutomations',
      args: { maintenance_id: ctx.sue.id },
      message: expect.stringContaining('The person for Maintenance was changed by Bea Marsh in the meantime.'),
    },
  ]);
});

test('[SYNC-03] a device of the board assigns its request offline as the server does; a resident’s device has no rules', async () => {
  const ctx = await createContext();
  await ctx.bea.call('PUT', '/api/hoa/automations', { maintenance_id: ctx.sue.id, remind_unanswered_days: 7 });
  const [bea, rex] = [await new Device(ctx, ctx.bea).sync(), await new Device(ctx, ctx.rex).sync()];
  for (const field of ['assign_requests', 'remind_unanswered_days', 'remind_overdue', 'remind_unanswered_from'])
    expect(rex.store.rows('hoa').all[0]).not.toHaveProperty(field);
  offline(bea, rex);
  const [mine, theirs] = [requests.titled('Lamp'), requests.titled('Gate')];
  await bea.store.mutate('createRequest', mine);
  await rex.store.mutate('createRequest', theirs);
  const here = row(bea, 'request', mine.id);
  expect(here).toMatchObject({ assigned_to: ctx.sue.id, history: [{}, { name: 'Porchlight' }] });
  expect(row(rex, 'request', theirs.id)).toMatchObject({ assigned_to: null, history: [{}] });
  await online(bea);
  await online(rex);
  await bea.sync();
  expect(row(bea, 'request', mine.id)).toMatchObject({
    assigned_to: ctx.sue.id,
    history: [{}, { name: 'Porchlight' }],
  });
  expect(row(bea, 'request', theirs.id)).toMatchObject({ assigned_to: ctx.sue.id });
  expect(row(rex, 'request', theirs.id)).toMatchObject({ assigned_to: null, history: [{}] });
});
