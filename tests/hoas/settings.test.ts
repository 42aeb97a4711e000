import { expect, test } from 'vitest';
import type { Hoa } from '../../schema/tables/hoas.ts';
import { server } from '../../sync/hoas/server.ts';
import { versionsOf } from '../../sync/versions.ts';
import { payloadsOf } from '../../worker/webhooks/payloads.ts';
import { testBothApis } from '../support/apis.ts';
import { offline, online, refusals, row } from '../support/conflicts.ts';
import { Device } from '../support/device.ts';
import { createContext, type TestContext } from '../support/fixtures.ts';

const OK = { ok: true };
const stored = async ({ db }: TestContext, id: string) =>
  (await db.execute({ sql: 'SELECT * FROM hoas WHERE id = ?', args: [id] })).rows[0];

testBothApis('a superadmin alone changes the association, and each field by itself', async (api, ctx) => {
  for (const person of [ctx.bea, ctx.rex])
    expect(await api.act(person, 'updateHoa', { phone: '555-0100' })).toMatchObject({ code: 'forbidden' });
  const details = { street: ' PO Box 12 ', city: 'Austin', state: 'TX', zip: '78701', email: 'Board@Example.com ' };
  expect(await api.act(ctx.sue, 'updateHoa', details)).toEqual(OK);
  expect(await api.act(ctx.sue, 'updateHoa', { phone: '555-0100', email: '' })).toEqual(OK);
  expect(await stored(ctx, ctx.hoa_id)).toMatchObject({
    ...{ street: 'PO Box 12', city: 'Austin', state: 'TX', zip: '78701' },
    ...{ email: null, phone: '555-0100', time_zone: 'America/Chicago' },
  });
  expect(await stored(ctx, ctx.olga.hoa_id)).toMatchObject({ street: null, phone: null });
});

testBothApis('its time zone is one of a place; another name of it is taken, and nothing else', async (api, ctx) => {
  for (const time_zone of ['', 'Mars/Base', 'UTC+5', '+05:00', 'x'.repeat(9999), null, 7])
    expect(await api.act(ctx.sue, 'updateHoa', { time_zone })).toEqual({
      ...{ ok: false, code: 'invalid' },
      message: 'Please choose a time zone',
    });
  expect(await api.act(ctx.sue, 'updateHoa', { time_zone: 'US/Pacific' })).toEqual(OK);
  expect((await stored(ctx, ctx.hoa_id))?.time_zone).toBe('America/Los_Angeles');
});

testBothApis(
  'its name stays its own: not that of another association, and free once it was changed',
  async (api, ctx) => {
    const [mine, theirs] = [await stored(ctx, ctx.hoa_id), await stored(ctx, ctx.olga.hoa_id)];
    expect(await api.act(ctx.sue, 'updateHoa', { name: '\u200b' })).toMatchObject({ message: 'HOA name is required' });
    expect(await api.act(ctx.sue, 'updateHoa', { name: ` ${theirs?.name} ` })).toEqual({
      ...{ ok: false, code: 'conflict' },
      message: 'An HOA with this name already exists',
    });
    expect(await api.act(ctx.sue, 'updateHoa', { name: `${mine?.name} West` })).toEqual(OK);
    const { body } = await ctx.rex.call('GET', '/api/hoa');
    expect(body.name).toBe(`${mine?.name} West`);
    const { body: free } = await ctx.sue.call('POST', '/api/signup/check-availability', { hoa_name: mine?.name });
    expect(free).toEqual({ available: true });
  },
);

test('everybody reads it on their devices and by REST; who changed what, superadmins alone', async () => {
  const ctx = await createContext();
  const [sue, bea, rex] = await Promise.all([ctx.sue, ctx.bea, ctx.rex].map((who) => new Device(ctx, who).sync()));
  await sue?.store.mutate('updateHoa', { time_zone: 'America/Denver', phone: '555-0100' });
  await sue?.sync();
  for (const device of [bea, rex]) {
    await device?.sync();
    expect(device?.store.rows('hoa').all[0]).toMatchObject({ time_zone: 'America/Denver', phone: '555-0100' });
    expect(device?.store.rows('hoa').all[0]).not.toHaveProperty('edits.time_zone');
  }
  expect((await ctx.rex.call('GET', '/api/hoa')).body).toMatchObject({ _id: ctx.hoa_id, time_zone: 'America/Denver' });
  expect((await ctx.olga.call('GET', '/api/hoa')).body).toMatchObject({ _id: ctx.olga.hoa_id, phone: null });
  const { body } = await ctx.sue.call('GET', '/api/activity?limit=1');
  expect(body.docs[0]).toMatchObject({ action: 'updateHoa', entity: 'hoa' });
});

test('an older change that arrives late is refused where somebody has changed the same field since, its content kept', async () => {
  const ctx = await createContext();
  const [desk, phone] = [await new Device(ctx, ctx.sue).sync(), await new Device(ctx, ctx.sue).sync()];
  offline(desk, phone);
  const change = (device: Device, changes: object) => {
    const base = versionsOf(row(device, 'hoa', ctx.hoa_id), Object.keys(changes));
    return device.store.mutate('updateHoa', { ...changes, base });
  };
  await change(desk, { time_zone: 'America/Denver' });
  await change(desk, { time_zone: 'America/Phoenix' });
  await change(phone, { time_zone: 'America/New_York' });
  await change(phone, { phone: '555-0100' });
  await online(desk);
  await online(phone);
  expect(row(phone, 'hoa', ctx.hoa_id)).toMatchObject({ time_zone: 'America/Phoenix', phone: '555-0100' });
  expect(refusals(phone)).toMatchObject([
    {
      mutation: 'updateHoa',
      args: { time_zone: 'America/New_York' },
      message:
        'The time zone was changed by you on another device in the meantime. Compare both versions and save again.',
    },
  ]);
});

test('a webhook is told of a change of what the settings show, and of nothing else that the row holds', async () => {
  const { deps, hoa_id } = await createContext();
  const id = hoa_id;
  const hoa = { id, name: 'Willow', time_zone: 'America/Chicago', phone: null, leaving_at: null } as Hoa;
  const eventOf = (changes: Partial<Hoa>) => server.hoa.event({ ...hoa, ...changes }, hoa);
  expect(eventOf({ phone: '555-0100' })).toEqual({ type: 'association.updated', id });
  expect(eventOf({ leaving_at: '2031-01-01T00:00:00.000Z' })).toBeUndefined();
  const [payload] = await payloadsOf(deps, hoa_id, [{ event_id: id, type: 'association.updated', id }]);
  expect(payload).toMatchObject({ type: 'association.updated', data: { _id: id, time_zone: 'America/Chicago' } });
});
