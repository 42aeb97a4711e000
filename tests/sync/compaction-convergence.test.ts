import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { ENTITY_NAMES } from '../../sync/index.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { compactLog } from '../../sync/server/compact.ts';
import { forgetClients } from '../../sync/server/forget-clients.ts';
import { ID_TAKEN, Refusal } from '../../sync/tx.ts';
import type { Chance } from '../support/convergence-chance.ts';
import { CHANGES } from '../support/convergence-changes.ts';
import { Device } from '../support/device.ts';
import { createTrackedContext } from '../support/dues.ts';
import type { Person, TestContext } from '../support/fixtures.ts';
import { uploadStatement } from '../support/isolation-records.ts';
import { ownDatabase } from '../support/own-database.ts';
import { randomOf } from '../support/random.ts';
import { nth, required } from '../support/required.ts';
import { runs } from '../support/runs.ts';

const own = ownDatabase();
const ROUNDS = 10;
const CHANGES_A_ROUND = 14;
/** Rows that come, go, and pass from one audience to another. */
const NAMES: MutatorName[] = [
  ...(['createAddress', 'createAddress', 'deleteAddress', 'assignAddress', 'unassignAddress'] as const),
  ...(['createDocument', 'updateDocument', 'updateDocument', 'deleteDocument'] as const),
  ...(['createRequest', 'updateRequest'] as const),
];

let day = 0;
/** The log grows older, and clients were last seen so much longer ago. */
const passDays = async (days: number) => {
  day += days;
  await compactLog(own.db, new Date(Date.now() + day * 24 * 60 * 60 * 1000));
  await own.db.execute({
    sql: "UPDATE sync_clients SET seen_at = strftime('%Y-%m-%dT%H:%M:%fZ', seen_at, ?)",
    args: [`-${days} days`],
  });
  await forgetClients(own.db, new Date());
};

const storeFiles = async ({ db }: TestContext, person: Person) => {
  const keys = Array.from(
    { length: ROUNDS * CHANGES_A_ROUND },
    () => `files/${person.hoa_id}/documents/${uuidv7()}/plan.pdf`,
  );
  const file = (key: string) => ({ key, name: 'plan.pdf', size: 9, type: 'application/pdf' });
  await db.batch(
    keys.map((key) => uploadStatement(person.hoa_id, person, 'documents', file(key))),
    'write',
  );
  return keys;
};

/** A local rule may refuse a change, which is then not queued. */
const ignoreRefusal = (work: Promise<void>) =>
  work.catch((error) => {
    if (!(error instanceof Refusal)) throw error;
  });

const rowsOn = ({ store }: Device) =>
  Object.fromEntries(ENTITY_NAMES.map((entity) => [entity, entity === 'refusal' ? [] : store.rows(entity).all]));

/** Nobody can delete a request, and one whose creation was applied twice would have been refused. */
const expectEachCreatedOnce = async ({ db }: TestContext, ids: string[]) => {
  const of = 'IN (SELECT value FROM json_each(?1))';
  const sql = `SELECT id, NULL AS message FROM requests WHERE id ${of}
    UNION ALL SELECT args ->> '$.id', message FROM refusals WHERE mutation = 'createRequest' AND args ->> '$.id' ${of}`;
  const { rows } = await db.execute({ sql, args: [JSON.stringify(ids)] });
  // What a forgotten device had sent, and was not told of, is refused a year later though it was accepted.
  expect([...new Set(rows.map(({ id }) => id))].sort()).toEqual(ids.sort());
  const doubled = await db.execute({ sql: 'SELECT mutation, args FROM refusals WHERE message = ?', args: [ID_TAKEN] });
  expect(doubled.rows).toEqual([]);
};

const syncAll = async (devices: Device[]) => {
  for (const device of devices) Object.assign(device, { online: true, loseAnswers: 0 });
  // Twice: what the first to come back sends, the others have yet to hear of.
  for (const device of [...devices, ...devices]) await device.sync();
};

const expectAsFresh = async (at: number, device: Device, fresh: Device) => {
  await device.sync();
  expect([at, rowsOn(device)]).toEqual([at, rowsOn(fresh)]);
  expect(device.store.outbox.filter(({ kind }) => kind === 'pending')).toEqual([]);
  await fresh.close();
};

test.each(Array.from({ length: runs(2, 60) }, (_, seed) => seed + 1))(
  '[SYNC-11] [SYNC-13] devices of two HOAs that are away for days or years, while the log is compacted and clients are forgotten, end with the same rows, each change once (seed %i)',
  async (seed) => {
    const ctx = await createTrackedContext({ db: own.db });
    const owners = [ctx.bea, ctx.bea, ctx.rex, ctx.rita, ctx.olga, ctx.otto];
    const files = new Map([
      [ctx.hoa_id, await storeFiles(ctx, ctx.bea)],
      [ctx.olga.hoa_id, await storeFiles(ctx, ctx.olga)],
    ]);
    // Two tabs of Bea's over one storage.
    const shared = uuidv7();
    const names = [shared, shared, ...owners.slice(2).map(() => uuidv7())];
    const devices = await Promise.all(owners.map((owner, at) => new Device(ctx, owner, names[at]).sync()));
    const random = randomOf(seed);
    const requests: string[] = [];

    const change = async (device: Device) => {
      const { hoa_id } = nth(owners, devices.indexOf(device));
      const chance: Chance = {
        pick: random.pickIfAny,
        file: () => required(required(files.get(hoa_id)).pop()),
        movable: [],
      };
      const name = random.pick(NAMES);
      const args = CHANGES[name](device, chance) as { id: string } | undefined;
      if (!args) return;
      await device.store.mutate(name, args);
      if (name === 'createRequest') requests.push(args.id);
    };
    const reload = async (at: number) => {
      const old = nth(devices, at);
      await old.store.saved();
      await old.close();
      const device = new Device(ctx, nth(owners, at), names[at]);
      Object.assign(device, { online: old.online });
      await device.store.loaded;
      devices[at] = device;
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const device of devices) {
        Object.assign(device, { online: random.chance(0.4), loseAnswers: random.chance(0.2) ? 1 : 0 });
        if (device.online) await device.sync();
      }
      for (let at = 0; at < CHANGES_A_ROUND; at += 1) await ignoreRefusal(change(random.pick(devices)));
      for (const at of devices.keys()) if (random.chance(0.4)) await reload(at);
      const present = devices.filter(({ online }) => online);
      await Promise.all([passDays(1), ...present.map((device) => device.sync())]);
      await passDays(Math.ceil(random.next() * 250));
    }

    await syncAll(devices);
    await ctx.finishBackgroundWork();
    for (const [at, device] of devices.entries())
      await expectAsFresh(at, device, await new Device(ctx, nth(owners, at)).sync());
    await expectEachCreatedOnce(ctx, requests);
    await Promise.all(devices.map((device) => device.close()));
  },
  60_000,
);
