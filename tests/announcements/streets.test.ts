import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { peopleOnStreets, streetOf, streetsOf } from '../../sync/addresses/streets.ts';
import { create, draft, get, idsOf, inbox, push, read, send, update } from '../support/announcements.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { address as newAddress, setUser } from '../support/users.ts';

const titled = (words: string) => `${words} ${uuidv7()}`;
const onStreets = (...streets: string[]) => ({ audience_type: 'custom', custom_recipients: [], streets });

/** A person of the HOA in a new home. */
const settle = async (ctx: TestContext, person: Person, street: string) => {
  const { _id } = await newAddress(ctx.bea, { street });
  await setUser(ctx, person, `address_id = '${_id}'`);
};

describe('[ANN-62] [ANN-73] an announcement to streets', () => {
  testBothApis('goes to everyone who lives there when it is sent, who moved in since too', async (api, ctx) => {
    const { bea, rex, rita, join, hoa_id } = ctx;
    const title = titled('Paving');
    await settle(ctx, rex, '12 Maple Lane');
    await settle(ctx, rita, '4 Oak Court');
    const ids = { id: uuidv7(), ...draft({ title, ...onStreets('maple lane ') }) };
    expect(await api.act(bea, 'createAnnouncement', ids)).toEqual({ ok: true });
    const { docs } = (await bea.call('GET', `/api/announcements?search=${encodeURIComponent(title)}`)).body;
    const id = docs[0]._id;
    expect(docs[0]).toMatchObject({ streets: ['maple lane'], recipient_count: 1 });
    const ivy = await join(hoa_id, 'Ivy New', 'resident');
    await settle(ctx, ivy, '14B MAPLE LANE');
    expect(idsOf((await read(bea, id)).recipients)).toEqual([rex.id, ivy.id].sort());
    expect(await api.act(bea, 'sendAnnouncement', { id })).toEqual({ ok: true });
    await expect.poll(async () => (await read(bea, id)).status).toBe('sent');
    expect((await inbox(title)).map(({ to }) => to[0]).sort()).toEqual([rex.email, ivy.email].sort());
    for (const [person, status] of [
      [rex, 200],
      [ivy, 200],
      [rita, 404],
    ] as const)
      expect((await get(person, id)).status).toBe(status);
  });

  test('[ANN-102] [SYNC-13] residents have it on their devices without the rule, who moves in later has it not', async () => {
    const ctx = await createContext();
    const { bea, rex, rita, sue } = ctx;
    await settle(ctx, rex, '12 Maple Lane');
    const { _id } = await create(bea, { ...onStreets('Maple Lane'), custom_recipients: [sue.id] });
    expect((await send(bea, _id)).body.delivery_summary.total_recipients).toBe(2);
    await settle(ctx, rita, '13 Maple Lane');
    const device = await new Device(ctx, rex).sync();
    const row = device.store.rows('announcement').get(_id);
    expect(row?.title).toBe('Pool');
    for (const seen of [row, await read(rex, _id)])
      for (const secret of ['Maple', 'street', 'custom']) expect(JSON.stringify(seen)).not.toContain(secret);
    const later = await new Device(ctx, rita).sync();
    expect(later.store.rows('announcement').get(_id)).toBeUndefined();
    expect((await read(bea, _id)).streets).toEqual(['Maple Lane']);
  });

  testBothApis(
    '[ANN-67] streets are merged, cleared with null, and go with the custom audience',
    async (api, { bea }) => {
      const { _id: id } = await create(bea, onStreets('Maple Lane', 'Oak Court', 'Maple Lane'));
      const change = async (changes: object) => {
        const outcome = await api.act(bea, 'updateAnnouncement', { id, ...changes });
        return outcome.ok ? (await read(bea, id)).streets : outcome.message;
      };
      expect(await change({ streets: { added: ['Elm Way'], removed: ['Oak Court'] } })).toEqual([
        'Maple Lane',
        'Elm Way',
      ]);
      expect(await change({ streets: null })).toBe('Please select at least one recipient');
      expect(await change({ streets: ['Oak Court'] })).toEqual(['Oak Court']);
      expect(await change({ streets: [' '] })).toBe('Street is required');
      expect(await change({ audience_type: 'all' })).toBeNull();
    },
  );

  test('[SYNC-10] a device that knows no streets writes and changes as before, and keeps those of others', async () => {
    const ctx = await createContext();
    const { bea, rex } = ctx;
    const { _id } = await create(bea, onStreets('Maple Lane'));
    const old = { id: _id, audience_type: 'custom', custom_recipients: { added: [rex.id], removed: [] }, base: {} };
    expect(await push(ctx, bea, ['updateAnnouncement', old])).toEqual([]);
    expect(await read(bea, _id)).toMatchObject({ streets: ['Maple Lane'], custom_recipients: [rex.id] });
    expect((await read(bea, (await create(bea))._id)).streets).toBeNull();
    expect((await update(ctx.olga, _id, { streets: ['Oak Court'] })).status).toBe(404);
    expect((await update(rex, _id, { streets: ['Oak Court'] })).status).toBe(404);
  });
});

test('[ANN-34] the API counts the same people on a street as the device', async () => {
  const ctx = await createContext();
  const { bea, rex } = ctx;
  const places = [
    '12 Maple Lane',
    '7a  Maple Lane ',
    '5th Avenue',
    '12 5th Avenue',
    'Maple Lane',
    'Rue de l’Église 4',
    '9-11 maple LANE',
    '19 '.padEnd(6, 'x'),
  ];
  const { _id } = await create(bea, onStreets(...streetsOf(places.map((street) => ({ street })))));
  for (const street of places) {
    await ctx.db.execute({ sql: 'UPDATE users SET address_id = NULL WHERE id = ?', args: [rex.id] });
    const { _id: home } = await newAddress(bea, { street, unit_number: uuidv7().slice(-9) });
    await setUser(ctx, rex, `address_id = '${home}'`);
    for (const streets of [[streetOf(street)], ['Maple Lane'], ['Avenue'], ['5th avenue']]) {
      await update(bea, _id, { streets });
      const found = peopleOnStreets(streets, [{ id: rex.id, address_id: home }], [{ id: home, street }]);
      expect([street, streets, idsOf((await read(bea, _id)).recipients)]).toEqual([street, streets, found]);
    }
  }
});
