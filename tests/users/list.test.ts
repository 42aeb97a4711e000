import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import type { User } from '../../schema/tables/users.ts';
import { ROLES, USER_STATUSES } from '../../schema/users.ts';
import { tally } from '../../sync/list.ts';
import { searchTextOf } from '../../sync/server/tables.ts';
import * as rules from '../../sync/users/entity.ts';
import { Device } from '../support/device.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { onDevice } from '../support/rows-on-device.ts';
import { runs } from '../support/runs.ts';
import { address, invite } from '../support/users.ts';

type Stored = Pick<User, 'id' | 'name' | 'email' | 'role' | 'status' | 'deleted_at' | 'last_login'>;

const store = ({ db, hoa_id }: TestContext, rows: readonly Stored[]) =>
  db.batch(
    rows.map(({ id, name, email, role, status, deleted_at }) => ({
      sql: `INSERT INTO users (id, hoa_id, name, email, role, status, deleted_at, search_text, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, '2030-01-01T00:00:00.000Z')`,
      args: [id, hoa_id, name, email, role, status, deleted_at, searchTextOf('user', { name, email })],
    })),
    'write',
  );

const list = async (person: Person, query = '') => {
  const { status, body } = await person.call('GET', `/api/users${query}`);
  if (status !== 200) throw new Error(`GET /api/users${query} answered ${status}`);
  return body;
};

describe('[USERS-12] [USERS-10] [API-08] the list', () => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createContext();
    const people = Array.from({ length: 110 }, (_, at) => ({
      id: uuidv7(),
      name: at % 10 === 0 ? '' : `Person ${String(at).padStart(3, '0')}`,
      email: `p${String(at).padStart(3, '0')}-${uuidv7()}@example.test`,
      role: 'resident' as const,
      status: at % 10 === 0 ? ('invited' as const) : ('active' as const),
      deleted_at: at === 109 ? '2026-01-01T00:00:00.000Z' : null,
      last_login: null,
    }));
    await store(ctx, people);
  });

  test('[USERS-09] [USERS-10] [USERS-13] pages of ten with figures over all who are not deleted', async () => {
    const { docs, ...rest } = await list(ctx.bea);
    expect(docs).toHaveLength(10);
    expect(rest).toEqual({
      page: 1,
      limit: 10,
      totalPages: 12,
      totalDocs: 113,
      hasNextPage: true,
      next: expect.any(String),
      statistics: { activeUsers: 102, boardMembers: 1, pendingInvitations: 11, totalUsers: 113, superAdmins: 1 },
    });
    expect(await list(ctx.bea, '?limit=500&search=p10')).toMatchObject({ limit: 100, statistics: rest.statistics });
  });

  test('[VIO-48] [ANN-68] [ADDR-25] a hundred a page until totalPages reads everybody once', async () => {
    const ids: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { docs, totalPages } = await list(ctx.bea, `?page=${page}&limit=100&includeDeleted=false`);
      ids.push(...docs.map(({ _id }: { _id: string }) => _id));
      pages = totalPages;
    }
    expect([ids.length, new Set(ids).size]).toEqual([113, 113]);
  });

  test('[USERS-36] [USERS-10] the deleted are listed only where asked for', async () => {
    expect((await list(ctx.bea, '?search=Person%20109')).totalDocs).toBe(0);
    expect((await list(ctx.bea, '?search=Person%20109&includeDeleted=false')).totalDocs).toBe(0);
    expect((await list(ctx.bea, '?search=Person%20109&includeDeleted=true')).totalDocs).toBe(1);
  });

  test('[USERS-08] [API-09] [SEC-18] a user on the wire', async () => {
    const home = await address(ctx.bea, { unit_number: '3' });
    await ctx.bea.call('DELETE', `/api/users/${ctx.rita.id}/assign-address`);
    await ctx.bea.call('POST', `/api/users/${ctx.rita.id}/assign-address`, { address_id: home._id });
    const { body } = await ctx.bea.call('GET', `/api/users/${ctx.rita.id}`);
    expect(body).toEqual({
      _id: ctx.rita.id,
      id: ctx.rita.id,
      name: ctx.rita.name,
      email: ctx.rita.email,
      role: 'resident',
      status: 'active',
      address_id: { _id: home._id, street: home.street, unit_number: '3' },
      phone: null,
      createdAt: expect.any(String),
      lastLogin: null,
      needsReactivation: false,
    });
    expect((await list(ctx.bea, `?search=${ctx.rita.email}`)).docs).toEqual([body]);
  });

  test('[SEC-01] [SEC-14] [SEC-15] residents get 403 for everything, another HOA 404', async () => {
    for (const path of ['', '?page=x', `/${ctx.rex.id}`, '/nobody'])
      expect((await ctx.rex.call('GET', `/api/users${path}`)).status).toBe(403);
    expect((await ctx.rex.call('POST', '/api/users/invite', { email: 'wrong' })).status).toBe(403);
    for (const id of [ctx.otto.id, 'nobody', 'no%20id'])
      expect((await ctx.bea.call('GET', `/api/users/${id}`)).status).toBe(404);
    expect((await list(ctx.olga, '?limit=100')).totalDocs).toBe(2);
  });

  test('[USERS-13] the figures are those of a device', async () => {
    const ctx = await createContext();
    await invite(ctx.bea);
    await ctx.bea.call('DELETE', `/api/users/${ctx.rita.id}`);
    const device = await new Device(ctx, ctx.bea).sync();
    const { statistics } = await list(ctx.bea);
    expect(device.store.liveTally('user', rules.figures).current).toEqual(statistics);
    await device.close();
  });

  test('[USERS-12] a search of more than 200 characters is refused', async () => {
    expect((await ctx.bea.call('GET', `/api/users?search=${'x'.repeat(201)}`)).status).toBe(400);
    await ctx.bea.call('PUT', `/api/users/${ctx.rex.id}`, { name: 'Straße ΣΑΣ' });
    for (const search of ['STRASSE', 'straße', 'σας', '%'])
      expect((await list(ctx.bea, `?search=${encodeURIComponent(search)}`)).totalDocs).toBe(
        search === 'straße' || search === 'σας' ? 1 : 0,
      );
  });
});

const LETTERS = [...'aAbBiIsSéÉßẞåÅİıǆǅΣσς𐐀𐐨日￥ %_\'"\\'];
const ASCII = [...'abxz09._-'];
const query = fc.record({
  search: fc.oneof(
    fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 3 }),
    fc.string({ unit: fc.constantFrom(...ASCII, 'A'), maxLength: 3 }),
    fc.constantFrom('Willow Lane, Unit', 'lane willow'),
  ),
  role: fc.subarray([...ROLES]),
  status: fc.subarray([...USER_STATUSES]),
  includeDeleted: fc.boolean(),
});
const stored = fc.record({
  id: fc.constant('').map(() => uuidv7()),
  name: fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 5 }).map((text) => text.trim()),
  email: fc
    .string({ unit: fc.constantFrom(...ASCII), minLength: 1, maxLength: 4 })
    .map((text) => `${text}-${uuidv7()}@example.test`),
  role: fc.constantFrom(...ROLES),
  status: fc.constantFrom(...USER_STATUSES),
  deleted_at: fc.option(fc.constant('2026-01-01T00:00:00.000Z'), { freq: 4 }),
  last_login: fc.constant(null),
});

test('[USERS-12] [USERS-14] REST answers every query as the device does, by name and then email', async () => {
  const ctx = await createContext();
  const rows: Stored[] = fc.sample(stored, { seed: 14, numRuns: 150 });
  await store(ctx, rows);
  const { rows: cast_ } = await ctx.db.execute({ sql: 'SELECT * FROM users WHERE hoa_id = ?', args: [ctx.hoa_id] });
  const everybody = cast_ as unknown as Stored[];
  const answered = async (asked: rules.UserQuery, limit: number) => {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      const body = await list(
        ctx.sue,
        `?${new URLSearchParams({
          search: asked.search ?? '',
          role: (asked.role ?? []).join(','),
          status: (asked.status ?? []).join(','),
          includeDeleted: String(asked.includeDeleted),
          page: String(page),
          limit: String(limit),
        })}`,
      );
      ids.push(...body.docs.map(({ _id }: { _id: string }) => _id));
      if (!body.hasNextPage) return { ids, total: body.totalDocs, statistics: body.statistics };
    }
  };
  const statistics = tally(rules.figures, everybody);
  const held = await onDevice(ctx, ctx.sue, 'user', everybody);
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom(7, 100), async (asked, limit) => {
      const ids = held(asked);
      expect(await answered(asked, limit)).toEqual({ ids, total: ids.length, statistics });
    }),
    { seed: 12, numRuns: runs(40, 150) },
  );
});
