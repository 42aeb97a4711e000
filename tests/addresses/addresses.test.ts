import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import type { Address } from '../../schema/tables/addresses.ts';
import * as rules from '../../sync/addresses/entity.ts';
import { tally } from '../../sync/list.ts';
import { searchTextOf } from '../../sync/server/tables.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { contextForAll, createContext } from '../support/fixtures.ts';
import { take } from '../support/required.ts';
import { runs } from '../support/runs.ts';
import { address, invite, residentsOf } from '../support/users.ts';

const refusal = (code: string, message: string) => ({ ok: false, code, message });
const TAKEN = refusal('conflict', 'An address with this street and unit already exists');

describe('[API-10] the directory over REST', () => {
  const ctx = contextForAll();

  test('[ADDR-13] [ADDR-19] [ADDR-21] a new address is not rented and has no notes', async () => {
    const over = { street: ' 12 Birch Road ', unit_number: ' 3C ', is_rented: true, notes: 'no', resident_ids: ['x'] };
    const { status, body } = await ctx.bea.call('POST', '/api/addresses', over);
    expect(status).toBe(201);
    expect(body).toEqual({
      _id: expect.any(String),
      street: '12 Birch Road',
      unit_number: '3C',
      is_rented: false,
      notes: null,
      residents: [],
      createdAt: expect.any(String),
    });
    expect((await ctx.bea.call('GET', `/api/addresses/${body._id}`)).body).toEqual(body);
  });

  test('[ADDR-20] [ADDR-22] [ADDR-18] an omitted unit or note is cleared', async () => {
    const { _id } = await address(ctx.bea, { street: '13 Birch Road', unit_number: '1' });
    const put = (body: object) => ctx.bea.call('PUT', `/api/addresses/${_id}`, body);
    const full = { street: '14 Birch Road', unit_number: '2', is_rented: true, notes: 'Gate code at the office' };
    expect((await put(full)).body).toMatchObject({ _id, ...full });
    const { status, body } = await put({ street: '14 Birch Road', is_rented: false });
    expect(status).toBe(200);
    expect(body).toMatchObject({ unit_number: null, notes: null, is_rented: false });
  });

  test('[ADDR-13] [ADDR-26] residents are embedded, by name, without the deleted', async () => {
    const home = await address(ctx.bea);
    const [one, two] = [await invite(ctx.bea), await invite(ctx.bea, { address_id: home._id })];
    await ctx.bea.call('POST', `/api/users/${one.id}/assign-address`, { address_id: home._id });
    const { body } = await ctx.bea.call('GET', `/api/addresses/${home._id}`);
    const seen = ({ id, name, email, role, status }: typeof one) => ({ _id: id, name, email, role, status });
    expect(body.residents).toEqual([one, two].sort((a, b) => (a.email < b.email ? -1 : 1)).map(seen));
    await ctx.bea.call('DELETE', `/api/users/${one.id}`);
    expect((await ctx.bea.call('GET', `/api/addresses/${home._id}`)).body.residents).toEqual([seen(two)]);
  });

  test('[ADDR-08] [SEC-06] [SEC-01] residents get 403, another HOA 404', async () => {
    const { _id } = await address(ctx.bea);
    const one = `/${_id}`;
    for (const call of ['GET ', 'POST ', `GET ${one}`, `PUT ${one}`, `DELETE ${one}`]) {
      const [method, path] = take(call.split(' '), 2);
      expect((await ctx.rex.call(method, `/api/addresses${path}`, method === 'GET' ? undefined : {})).status).toBe(403);
      if (path) {
        const body = method === 'GET' ? undefined : { street: 'Taken over', is_rented: true };
        const theirs = await ctx.olga.call(method, `/api/addresses${path}`, body);
        expect([theirs.status, theirs.body.message]).toEqual([404, 'Address not found']);
      }
    }
  });

  test('[ADDR-05] [ADDR-14] [API-08] pages of ten, by street and then unit, with figures over the HOA', async () => {
    const { bea } = await createContext();
    for (const [street, unit_number] of [
      ['20 beech', '2'],
      ['20 Beech', '10'],
      ['20 Beech', undefined],
      ['3 Ash', undefined],
      ...Array.from({ length: 9 }, (_, at) => [`9${at} Yew`, '1'] as const),
    ])
      await address(bea, { street, unit_number });
    const { docs, ...rest } = (await bea.call('GET', '/api/addresses')).body;
    const statistics = { totalAddresses: 17, occupied: 4 };
    const more = { hasNextPage: true, next: expect.any(String) };
    expect(rest).toEqual({ page: 1, limit: 10, totalDocs: 17, totalPages: 2, ...more, statistics });
    const beech = (await bea.call('GET', '/api/addresses?search=BEECH')).body.docs as Address[];
    expect(beech.map(({ unit_number }) => unit_number)).toEqual([null, '2', '10']);
    expect(docs).toHaveLength(10);
  });

  test('[ADDR-24] deleting answers 204, and 409 while somebody lives there', async () => {
    const home = await address(ctx.bea);
    const { id } = await invite(ctx.bea, { address_id: home._id });
    const refused = await ctx.bea.call('DELETE', `/api/addresses/${home._id}`);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This address has residents. Unassign them before deleting it.',
    ]);
    await ctx.bea.call('DELETE', `/api/users/${id}/assign-address`);
    expect((await ctx.bea.call('DELETE', `/api/addresses/${home._id}`)).status).toBe(204);
    expect((await ctx.bea.call('GET', `/api/addresses/${home._id}`)).status).toBe(404);
  });

  test('[ADDR-23] two boards of one HOA add one place at once: one address stands', async () => {
    const place = { street: '1 Race Street', unit_number: '1' };
    const answers = await Promise.all([ctx.bea, ctx.sue].map((one) => one.call('POST', '/api/addresses', place)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('[API-11] its rules', () => {
  testBothApis('[ADDR-15] [ADDR-16] [ADDR-17] the limits and their messages', async ({ act }, ctx) => {
    const create = (over: object) => act(ctx.bea, 'createAddress', { id: uuidv7(), street: '1 Elm Street', ...over });
    const invalid = (message: string) => refusal('invalid', message);
    expect(await create({ street: '  ' })).toEqual(invalid('Street address is required'));
    expect(await create({ street: undefined })).toEqual(invalid('Street address is required'));
    expect(await create({ street: ' ab ' })).toEqual(invalid('Street address must be at least 3 characters long'));
    expect(await create({ unit_number: '12345678901' })).toEqual(invalid('Unit number cannot exceed 10 characters'));
    const { _id: id } = await address(ctx.bea);
    const update = { id, street: '2 Elm Street', is_rented: true, notes: 'x'.repeat(501) };
    expect(await act(ctx.bea, 'updateAddress', update)).toEqual(invalid('Notes cannot exceed 500 characters'));
    expect(await act(ctx.bea, 'updateAddress', { ...update, notes: 'x'.repeat(500) })).toEqual({ ok: true });
  });

  testBothApis(
    '[ADDR-23] the same street and unit stand once, whatever their case and spaces',
    async ({ act }, ctx) => {
      const create = (street: string, unit_number?: string, person = ctx.bea) =>
        act(person, 'createAddress', { id: uuidv7(), street, unit_number });
      expect(await create('1 Elm Street', '2a')).toEqual({ ok: true });
      expect(await create(' 1 ELM street ', ' 2A ')).toEqual(TAKEN);
      expect(await create('1 Elm Street')).toEqual({ ok: true });
      expect(await create('1 elm street', '')).toEqual(TAKEN);
      expect(await create('1 Elm Street', '2a', ctx.olga)).toEqual({ ok: true });
      const { _id: id } = await address(ctx.bea);
      const moved = { id, street: '1 elm street', unit_number: '2A', is_rented: false };
      expect(await act(ctx.bea, 'updateAddress', moved)).toEqual(TAKEN);
      expect(await act(ctx.bea, 'updateAddress', { ...moved, unit_number: '2B' })).toEqual({ ok: true });
      expect(await act(ctx.bea, 'updateAddress', { ...moved, unit_number: '2b', notes: 'x' })).toEqual({ ok: true });
    },
  );

  testBothApis('[ADDR-24] an address with residents stays', async ({ act }, ctx) => {
    const outcome = await act(ctx.bea, 'deleteAddress', { id: ctx.rex.address_id });
    expect(outcome).toMatchObject({ code: 'conflict' });
    expect(await residentsOf(ctx, ctx.rex.address_id)).toEqual([ctx.rex.id]);
    const { _id: id } = await address(ctx.bea);
    expect(await act(ctx.bea, 'deleteAddress', { id })).toEqual({ ok: true });
  });
});

test('[ADDR-09] [ADDR-10] vacant without residents, else by who owns it', () => {
  expect(rules.residency({ resident_ids: [], is_rented: true })).toBe('Vacant');
  expect(rules.residency({ resident_ids: ['a'], is_rented: true })).toBe('Renter');
  expect(rules.residency({ resident_ids: ['a'], is_rented: false })).toBe('Owner');
});

const LETTERS = [...'aAbBiIsSéÉßẞåÅİıΣσς𐐀𐐨日￥ %_\'"\\'];
const text = (least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...LETTERS), minLength: least, maxLength: most });

const SEED = 5;

test(`[ADDR-05] [ADDR-14] REST answers every query as the device does, and the same figures (seed ${SEED})`, async () => {
  const ctx = await createContext();
  const places = new Map(
    fc
      .sample(fc.tuple(text(1, 4), fc.option(text(1, 2)), fc.integer({ min: 1, max: 140 })), {
        seed: SEED,
        numRuns: 120,
      })
      .map(([street, unit, number]) => [`${number} x${street}x ${number % 13}`, unit?.trim() || null] as const)
      .map(([street, unit_number]) => [rules.placeKey(street, unit_number), { street, unit_number }]),
  );
  await ctx.db.batch(
    [...places.values()].map(({ street, unit_number }, at) => ({
      sql: `INSERT INTO addresses (id, hoa_id, street, unit_number, resident_ids, search_text, created_at)
        VALUES (?, ?, ?, ?, ?, ?, '2030-01-01T00:00:00.000Z')`,
      args: [
        uuidv7(),
        ctx.hoa_id,
        street,
        unit_number,
        at % 3 ? '[]' : JSON.stringify([ctx.rex.id]),
        searchTextOf('address', { street, unit_number }),
      ],
    })),
    'write',
  );
  const { rows } = await ctx.db.execute({ sql: 'SELECT * FROM addresses WHERE hoa_id = ?', args: [ctx.hoa_id] });
  const withResidents = rows.map((row) => ({ ...row, resident_ids: JSON.parse(String(row.resident_ids)) }));
  const all = withResidents as unknown as Address[];
  const statistics = tally(rules.figures, all);
  const answered = async (asked: { search: string; sort: string }, limit: number) => {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      const query = new URLSearchParams({ ...asked, page: String(page), limit: String(limit) });
      const { body } = await ctx.bea.call('GET', `/api/addresses?${query}`);
      expect(body.statistics).toEqual(statistics);
      ids.push(...body.docs.map(({ _id }: { _id: string }) => _id));
      if (!body.hasNextPage) return ids;
    }
  };
  await fc.assert(
    fc.asyncProperty(text(0, 3), fc.constantFrom('address', '-address'), fc.constantFrom(7, 100), async (...asked) => {
      const query = { search: asked[0], sort: asked[1] };
      expect(await answered(query, asked[2])).toEqual(rules.list.rows(all, query).map(({ id }) => id));
    }),
    { seed: SEED, numRuns: runs(40, 100) },
  );
});

test('[14.3] addresses are in natural order: 2 before 10, in streets and in units', () => {
  const places: [street: string, unit_number: string | null][] = [
    ['10 Oak Lane', null],
    ['2 Oak Lane', 'B10'],
    ['2 Oak Lane', 'B2'],
    ['2 oak lane', '3'],
    ['2 Oak Lane', null],
    ['Lot 9', null],
    ['Lot 10', null],
    ['100 5th Street', null],
    ['100 10th Street', null],
    ['12345678901234 Elm', null],
  ];
  const rows = places.map(([street, unit_number], at) => ({ id: String(at), street, unit_number }));
  expect(rules.list.rows(rows, {}).map(({ street, unit_number }) => `${street} ${unit_number ?? ''}`.trim())).toEqual([
    '2 Oak Lane',
    '2 oak lane 3',
    '2 Oak Lane B2',
    '2 Oak Lane B10',
    '10 Oak Lane',
    '100 5th Street',
    '100 10th Street',
    '12345678901234 Elm',
    'Lot 9',
    'Lot 10',
  ]);
});

test('[ADDR-14] the figures are those of a device', async () => {
  const ctx = await createContext();
  await address(ctx.bea);
  const device = await new Device(ctx, ctx.sue).sync();
  const { body } = await ctx.sue.call('GET', '/api/addresses');
  expect(device.store.liveTally('address', rules.figures).current).toEqual(body.statistics);
  await device.close();
});
