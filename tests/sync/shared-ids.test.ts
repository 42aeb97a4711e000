import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { Device } from '../support/device.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { runs } from '../support/runs.ts';

const IDS = 3;
type Step = { hoa: 0 | 1; id: number; act: 'create' | 'delete' };
const steps = fc.array(
  fc.record({ hoa: fc.constantFrom<0 | 1>(0, 1), id: fc.nat(IDS - 1), act: fc.constantFrom('create', 'delete') }),
  { minLength: 4, maxLength: 14 },
) as fc.Arbitrary<Step[]>;

/** Pushes one change. Returns the message of its refusal, if any. */
const push = async (ctx: TestContext, person: Person, name: string, args: object): Promise<unknown> => {
  const clientGroupID = uuidv7();
  const mutations = [{ clientID: uuidv7(), id: 1, name, args }];
  const { status } = await person.call('POST', '/api/replicache/push', { pushVersion: 1, clientGroupID, mutations });
  expect(status).toBe(200);
  const sql = 'SELECT message FROM refusals WHERE client_group_id = ?';
  return (await ctx.db.execute({ sql, args: [clientGroupID] })).rows[0]?.message;
};

const onDevice = async (ctx: TestContext, person: Person, ids: string[]) => {
  const device = await new Device(ctx, person).sync();
  const rows = ids.map((id) => device.store.rows('address').get(id)?.street);
  await device.close();
  return rows;
};

test('[SYNC-15] two HOAs that use the same ids, create and delete them, never meet', async () => {
  const ctx = await createContext();
  const boards = [ctx.bea, ctx.olga] as const;
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      const ids = Array.from({ length: IDS }, () => uuidv7());
      const devices = await Promise.all(boards.map((board) => new Device(ctx, board).sync()));
      const firstUser = new Map<number, 0 | 1>();
      const standing = [new Map<number, string>(), new Map<number, string>()] as const;
      for (const { hoa, id, act } of story) {
        const street = `${hoa} ${uuidv7()}`;
        const isTheirs = firstUser.has(id) && firstUser.get(id) !== hoa;
        const isThere = standing[hoa].has(id);
        if (act === 'create') {
          const refusal = await push(ctx, boards[hoa], 'createAddress', { id: ids[id], street });
          expect(refusal).toBe(isTheirs || isThere ? 'This id is already in use' : undefined);
          if (refusal) continue;
          standing[hoa].set(id, street);
          firstUser.set(id, hoa);
        } else {
          const { status } = await boards[hoa].call('DELETE', `/api/addresses/${ids[id]}`);
          expect(status).toBe(isThere ? 204 : 404);
          standing[hoa].delete(id);
        }
      }
      for (const hoa of [0, 1] as const) {
        const expected = ids.map((_, id) => standing[hoa].get(id));
        await devices[hoa]?.sync();
        expect(ids.map((id) => devices[hoa]?.store.rows('address').get(id)?.street)).toEqual(expected);
        expect(await onDevice(ctx, boards[hoa], ids)).toEqual(expected);
      }
      await Promise.all(devices.map((device) => device.close()));
    }),
    { numRuns: runs(4, 8), endOnFailure: true },
  );
}, 120_000);

test('[SYNC-13] a log entry never brings another HOA’s row, nor a tombstone any row', async () => {
  const ctx = await createContext();
  const [theirs, mine] = [uuidv7(), uuidv7()];
  await push(ctx, ctx.olga, 'createAddress', { id: theirs, street: `1 ${theirs}` });
  await push(ctx, ctx.bea, 'createAddress', { id: mine, street: `2 ${mine}` });
  const log = (id: string, gone: number) => ({
    sql: "INSERT OR REPLACE INTO sync_log (hoa_id, audience, entity, entity_id, gone) VALUES (?, 'board', 'address', ?, ?)",
    args: [ctx.hoa_id, id, gone],
  });
  const device = await new Device(ctx, ctx.bea).sync();
  await ctx.db.batch([log(theirs, 0), log(mine, 1)], 'write');
  await device.sync();
  expect(device.store.rows('address').get(theirs)).toBeUndefined();
  expect(device.store.rows('address').get(mine)).toBeUndefined();
  expect(await onDevice(ctx, ctx.bea, [theirs, mine])).toEqual([undefined, undefined]);
  expect(await onDevice(ctx, ctx.olga, [theirs])).toEqual([`1 ${theirs}`]);
  await device.close();
});
