import { expect } from 'vitest';
import { checkLog } from '../../local/doctor/log.ts';
import { ENTITY_NAMES } from '../../sync/index.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { TABLES } from './convergence-changes.ts';
import { Device } from './device.ts';
import type { Person, TestContext } from './fixtures.ts';

type Made = { device: Device; name: MutatorName; args: { id: string } };
/** All changes that devices made, and the records whose refusals were dismissed. */
export type Changed = { made: Made[]; dismissed: Set<string> };

/** Each change a device has made is numbered once: dealt with by the server, or waiting in the outbox. */
export const expectEachCounted = async ({ db }: TestContext, devices: Device[], made: Made[]) => {
  for (const device of devices) {
    const clientID = device.store.replicache.clientID;
    const sql = 'SELECT last_mutation_id AS last FROM sync_clients WHERE id = ?';
    const { rows } = await db.execute({ sql, args: [clientID] });
    const pending = await device.store.replicache.experimentalPendingMutations();
    const waiting = pending.filter((one) => one.clientID === clientID && one.id > Number(rows[0]?.last ?? 0)).length;
    const own = made.filter((one) => one.device === device).length;
    expect(Number(rows[0]?.last ?? 0) + waiting).toBe(own);
  }
};

/** Whatever was created is a row, was deleted by a change of somebody's, was refused, or waits. */
export const expectNothingSilent = async ({ db, hoa_id }: TestContext, { made, dismissed }: Changed) => {
  const refused = await db.execute({ sql: 'SELECT args FROM refusals WHERE hoa_id = ?', args: [hoa_id] });
  const refusals = new Set(refused.rows.map(({ args }) => JSON.parse(String(args)).id));
  const deleted = new Set(made.filter(({ name }) => /^(delete|withdrawPolicy)/.test(name)).map(({ args }) => args.id));
  const silent: string[] = [];
  for (const { device, name, args } of made) {
    const table = TABLES[name];
    if (!table) continue;
    const sql = `SELECT count(*) AS count FROM ${table} WHERE hoa_id = ? AND id = ?`;
    const stands = Number((await db.execute({ sql, args: [hoa_id, args.id] })).rows[0]?.count) === 1;
    const waits = device.store.outbox.some((item) => item.args.id === args.id);
    // What one push makes and deletes leaves no tombstone either: nobody else ever had it.
    const gone = deleted.has(args.id) || (await isTombstone(db, hoa_id, args.id));
    if (!stands && !waits && !gone && !refusals.has(args.id) && !dismissed.has(args.id)) silent.push(name);
  }
  expect(silent).toEqual([]);
};

const isTombstone = async (db: TestContext['db'], hoa_id: string, id: string) => {
  const sql = 'SELECT 1 FROM sync_log WHERE hoa_id = ? AND entity_id = ? AND gone = 1 LIMIT 1';
  return (await db.execute({ sql, args: [hoa_id, id] })).rows.length > 0;
};

/** Every device holds what a new one of the same person gets. */
export const expectConverged = async (ctx: TestContext, reached: Device[], devices: Device[], owners: Person[]) => {
  const entities = ENTITY_NAMES.filter((entity) => entity !== 'refusal');
  for (const device of reached) {
    const owner = owners[devices.indexOf(device)] as Person;
    const fresh = await new Device(ctx, { ...owner, ...device.store.actor, token: owner.token } as Person).sync();
    for (const entity of entities)
      expect([owner.name, entity, device.store.rows(entity).all]).toEqual([
        owner.name,
        entity,
        fresh.store.rows(entity).all,
      ]);
    expect(device.store.outbox.filter(({ kind }) => kind === 'pending')).toEqual([]);
    await fresh.close();
  }
};

/** Other test files write rows of their HOAs by hand. */
export const expectSoundLog = async ({ deps, hoa_id }: TestContext): Promise<void> => {
  const findings = await checkLog({ db: deps.db, now: deps.now() });
  expect(findings.filter((finding) => finding.includes(hoa_id))).toEqual([]);
};
