import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Device } from '../support/device.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { nth } from '../support/required.ts';
import { runs } from '../support/runs.ts';
import { address, email } from '../support/users.ts';

/** One step of a board member: the numbers pick a user, an address and the other choices. */
type Step = { kind: keyof typeof ACTS; user: number; place: number; flag: boolean; staff: boolean };
type Scene = { ctx: TestContext; emails: string[]; places: { _id: string; street: string }[] };
type Act = (scene: Scene, by: Person, who: { id: string; email: string }, step: Step) => Promise<{ status: number }>;

const placeOf = ({ places }: Scene, { place }: Step) => nth(places, place % places.length);
const ACTS = {
  invite: (scene, by, { email }, step) =>
    by.call('POST', '/api/users/invite', { email, address_id: step.flag ? placeOf(scene, step)._id : '' }),
  status: (_scene, by, { id }, { flag }) =>
    by.call('PUT', `/api/users/${id}`, { name: 'Somebody', status: flag ? 'active' : 'inactive' }),
  role: (_scene, by, { id }, { flag }) =>
    by.call('PUT', `/api/users/${id}`, { name: 'Somebody', role: flag ? 'board' : 'resident' }),
  remove: (_scene, by, { id }) => by.call('DELETE', `/api/users/${id}`),
  assign: (scene, by, { id }, step) =>
    by.call('POST', `/api/users/${id}/assign-address`, { address_id: placeOf(scene, step)._id }),
  unassign: (_scene, by, { id }) => by.call('DELETE', `/api/users/${id}/assign-address`),
  drop: (scene, by, _who, step) => by.call('DELETE', `/api/addresses/${placeOf(scene, step)._id}`),
  bulk: (scene, by, { email: one }, step) => {
    const home = step.flag ? { street: placeOf(scene, step).street.toUpperCase(), is_rented: true } : {};
    const row = (resident_email: string) => ({ resident_name: 'Added', resident_email, role: 'resident', ...home });
    return by.call('POST', '/api/users/bulk', { users: [row(one), row(email())] });
  },
} satisfies Record<string, Act>;

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...(Object.keys(ACTS) as Step['kind'][])),
  user: fc.nat(5),
  place: fc.nat(3),
  flag: fc.boolean(),
  staff: fc.boolean(),
});

const run = async (scene: Scene, one: Step): Promise<void> => {
  const { db, bea, sue } = scene.ctx;
  const wanted = nth(scene.emails, one.user % scene.emails.length);
  const { rows } = await db.execute({ sql: 'SELECT id, email FROM users WHERE email = ?', args: [wanted] });
  const who = { id: String(rows[0]?.id ?? 'nobody'), email: wanted };
  const { status } = await (ACTS[one.kind] as Act)(scene, one.staff ? bea : sue, who, one);
  expect([200, 201, 204, 400, 403, 404, 409]).toContain(status);
};

const read = async ({ db, hoa_id }: TestContext, sql: string) =>
  (await db.execute({ sql, args: [hoa_id] })).rows.map((row) => ({ ...row }));

/** Residents by home, according to the addresses, the users, and the audiences in the log. */
const residency = async (ctx: TestContext) => ({
  byAddresses: await read(
    ctx,
    'SELECT j.value AS user, a.id AS place FROM addresses a, json_each(a.resident_ids) j WHERE a.hoa_id = ? ORDER BY 1',
  ),
  byUsers: await read(
    ctx,
    'SELECT id AS user, address_id AS place FROM users WHERE hoa_id = ? AND address_id IS NOT NULL ORDER BY 1',
  ),
  byLog: await read(
    ctx,
    `SELECT audience AS user, entity_id AS place FROM sync_log
      WHERE hoa_id = ? AND entity = 'address' AND gone = 0 AND audience <> 'board' ORDER BY 1`,
  ),
});

test('[ADDR-26] [USERS-36] [BULK-24] whatever the board does, alone or at once, addresses, users and audiences tell the same of who lives where', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 14 }), async (turns) => {
      const ctx = await createContext();
      const places = [await address(ctx.bea), await address(ctx.bea), await address(ctx.bea)];
      const emails = [ctx.rex.email, ctx.rita.email, email(), email(), email(), email()];
      const scene = { ctx, emails, places };
      for (const turn of turns) await Promise.all(turn.map((one) => run(scene, one)));
      const { byAddresses, byUsers, byLog } = await residency(ctx);
      expect(byAddresses).toEqual(byUsers);
      expect(byLog).toEqual(byUsers);
      expect(byUsers.filter(({ user }) => user === ctx.bea.id)).toHaveLength(1);
    }),
    { seed: 4, numRuns: runs(3, 6) },
  );
}, 60_000);

test('[ADDR-08] [SYNC-13] a resident holds themselves and their home, without its notes and its other residents', async () => {
  const ctx = await createContext();
  const { bea, rex, rita } = ctx;
  const home = `/api/addresses/${rex.address_id}`;
  await bea.call('DELETE', `/api/users/${rita.id}/assign-address`);
  await bea.call('POST', `/api/users/${rita.id}/assign-address`, { address_id: rex.address_id });
  await bea.call('PUT', home, { street: '7 Quiet Way', unit_number: '7', is_rented: true, notes: 'Owes a key' });
  const device = await new Device(ctx, rex).sync();
  expect(device.store.rows('user').all.map(({ id }) => id)).toEqual([rex.id]);
  expect(device.store.rows('address').all).toEqual([
    expect.objectContaining({ id: rex.address_id, street: '7 Quiet Way', notes: null, resident_ids: [rex.id] }),
  ]);
  const held = JSON.stringify([...device.store.rows('address').all, ...device.store.rows('user').all]);
  for (const secret of [rita.id, rita.email, 'Owes a key', 'epoch', 'password']) expect(held).not.toContain(secret);
  await device.close();
});
