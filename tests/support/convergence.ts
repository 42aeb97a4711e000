import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import { checkLog } from '../../local/doctor/log.ts';
import { UPLOAD_FEATURES, type UploadFeature } from '../../schema/uploads.ts';
import { ENTITY_NAMES } from '../../sync/index.ts';
import { type MutatorName, mutators } from '../../sync/mutators.ts';
import type { PokePatch } from '../../sync/protocol.ts';
import { Refusal } from '../../sync/tx.ts';
import { signAccess } from '../../worker/auth/access.ts';
import { openFamily } from '../../worker/auth/refresh.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { transactAsSystem } from '../../worker/transact.ts';
import { endpointOf } from './apis.ts';
import { CHANGES, type Chance, randomOf, TABLES } from './convergence-changes.ts';
import { Device } from './device.ts';
import { createTrackedContext } from './dues.ts';
import { call, type Person, type TestContext } from './fixtures.ts';
import { TestHubs } from './hubs.ts';
import { uploadStatement } from './isolation-records.ts';
import { openAccount } from './ledger.ts';
import { draft } from './requests.ts';
import { nth, required } from './required.ts';

const STEPS = 110;
const NAMES = Object.keys(CHANGES) as MutatorName[];
type Made = { device: Device; name: MutatorName; args: { id: string } };
type Context = TestContext & { finishBackgroundWork(): Promise<void> };

/** Seven devices of six people, two of them tabs over one storage, do what the seed says: changes of every kind on and
 * offline, lost answers, other people's calls over REST, role changes, deactivations, and the schedule in between. In
 * the end every device holds what a new device of the same person gets, each change once, and nothing is silent. */
export const converge = (seed: number): Promise<void> => run(seed);

/** The same with open sockets: pushes go over them, and the pokes that come back are lost, doubled and reordered, while
 * sockets open and end and the hub forgets. */
export const convergeOverSockets = (seed: number): Promise<void> => run(seed, new TestHubs());

const run = async (seed: number, hubs?: TestHubs): Promise<void> => {
  const ctx = await createTrackedContext(hubs?.over);
  hubs?.serve(ctx.deps);
  const people = await joinPeople(ctx);
  await failJobs(ctx);
  const shared = uuidv7();
  const names = [shared, shared, ...people.slice(1).map(() => uuidv7())];
  const owners = [people[0] as Person, ...people];
  const devices: Device[] = [];
  for (const [at, owner] of owners.entries()) devices.push(await new Device(ctx, owner, names[at]).sync());

  const random = randomOf(seed);
  const made: Made[] = [];
  const dismissed = new Set<string>();
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const files = await freeFiles(ctx, people);
  const file = (feature: UploadFeature) => files[feature].pop() as string;
  const chance: Chance = { pick, file, movable: people.slice(-2).map(({ id }) => id) };

  const change = async (device: Device) => {
    const name = required(pick(NAMES));
    const args = CHANGES[name](device, chance) as { id: string } | undefined;
    if (!args) return;
    if (name === 'dismissRefusal') noteDismissed(device, args.id, dismissed);
    await device.store.mutate(name, args);
    made.push({ device, name, args });
  };
  const overRest = async (device: Device) => {
    const name = required(pick(NAMES));
    const args = CHANGES[name](device, chance) as Record<string, unknown> | undefined;
    const endpoint = args && endpointOf(name, args);
    if (endpoint) await ctx.sue.call(endpoint.method, endpoint.path, endpoint.body);
  };
  const steps: ((device: Device) => Promise<unknown> | unknown)[] = [
    ...Array(8).fill(change),
    overRest,
    overRest,
    (device) => void Object.assign(device, { online: random() < 0.5 }),
    (device) => void Object.assign(device, { loseAnswers: 1 }),
    (device) => device.online && device.store.replicache.pull({ now: true }).catch(() => undefined),
    () => drainOutbox({ ...ctx.deps }, { hoa_id: ctx.hoa_id, maxWaitMs: 0 }),
  ];
  if (hubs) {
    const relay = unreliable(random);
    const connect = (device: Device) => device.online && device.connect(hubs, relay).catch(() => undefined);
    for (const device of devices) await connect(device);
    steps.push(
      connect,
      (device) => device.disconnect(),
      () => hubs.restart(ctx.hoa_id),
      () => ctx.olga.call('POST', '/api/requests', draft()),
    );
  }
  for (let step = 0; step < STEPS; step += 1) await ignoreRefusal(() => required(pick(steps))(required(pick(devices))));

  if (hubs) expect(devices.reduce((sum, { pokes }) => sum + pokes, 0)).toBeGreaterThan(STEPS / 10);
  for (const device of devices) device.disconnect();
  await reconnectAll(ctx, devices, owners);
  await ctx.finishBackgroundWork();
  const active = new Set(await activeOf(ctx));
  const reached = devices.filter((_, at) => active.has(nth(owners, at).id));
  // Twice: what the first to come back sends, the others have yet to hear of.
  for (const device of [...reached, ...reached]) await device.sync();
  await ctx.finishBackgroundWork();
  for (const device of reached) await device.sync();
  for (const device of devices.filter((one) => !reached.includes(one)))
    await device.store.replicache.push({ now: true }).catch(() => undefined);

  await expectEachCounted(ctx, devices, made);
  await expectNothingSilent(ctx, made, dismissed);
  await expectConverged(ctx, reached, devices, owners);
  await expectSoundLog(ctx);
  await Promise.all(devices.map((device) => device.close()));
};

/** Other test files write rows of their HOAs by hand. */
const expectSoundLog = async ({ deps, hoa_id }: Context): Promise<void> => {
  const findings = await checkLog({ db: deps.db, now: deps.now() });
  expect(findings.filter((finding) => finding.includes(hoa_id))).toEqual([]);
};

/** Bea, Sue, Rex, Rita, and two whose role and status change: Bob of the board and the resident Roy. */
const joinPeople = async (ctx: Context): Promise<Person[]> => {
  const bob = await ctx.join(ctx.hoa_id, 'Bob Lindqvist', 'board');
  const roy = await ctx.join(ctx.hoa_id, 'Roy Tanaka', 'resident');
  const now = new Date().toISOString();
  // A user who has signed in before may come back after a deactivation.
  await ctx.db.execute({ sql: 'UPDATE users SET last_login = ? WHERE hoa_id = ?', args: [now, ctx.hoa_id] });
  for (const holder of [ctx.rex, ctx.rita]) await openAccount(ctx, holder);
  return [ctx.bea, ctx.sue, ctx.rex, ctx.rita, bob, roy];
};

/** Some pokes are lost, some come twice, some after the next one. */
const unreliable = (random: () => number) => {
  let late: (() => void) | undefined;
  return (poke: PokePatch, take: (poke: PokePatch) => void): void => {
    const luck = random();
    if (luck < 0.1) return;
    if (luck < 0.25 && !late) {
      late = () => take(poke);
      return;
    }
    take(poke);
    if (luck < 0.4) take(poke);
    late?.();
    late = undefined;
  };
};

const FAILED_JOBS = 6;

/** Work that has failed before the run begins. */
const failJobs = (ctx: Context) =>
  transactAsSystem(
    ctx.deps,
    ctx.hoa_id,
    async (tx) => {
      const failed = {
        kind: 'deleteFile',
        subject: null,
        subject_id: null,
        user_id: null,
        reason: 'Storage is down',
      } as const;
      const at = { created_at: tx.now, failed_at: tx.now };
      for (let made = 0; made < FAILED_JOBS; made += 1)
        await tx.put('failedJob', { id: uuidv7(), ...failed, payload: { key: `files/${made}` }, ...at });
    },
    { action: 'reportFailure' },
  );

/** Keys of files uploaded beforehand, enough for a run. */
const freeFiles = async ({ db, hoa_id }: Context, people: Person[]): Promise<Record<UploadFeature, string[]>> => {
  const owner = people[2] as Person;
  const entries = UPLOAD_FEATURES.map((feature): [UploadFeature, string[]] => [
    feature,
    Array.from({ length: STEPS }, () => `files/${hoa_id}/${feature}/${uuidv7()}/plan.pdf`),
  ]);
  const statements = entries.flatMap(([feature, keys]) =>
    keys.map((key) =>
      uploadStatement(hoa_id, owner, feature, { key, name: 'plan.pdf', size: 9, type: 'application/pdf' }),
    ),
  );
  await db.batch(statements, 'write');
  return Object.fromEntries(entries) as Record<UploadFeature, string[]>;
};

/** A local rule may say no: then nothing is queued. */
const ignoreRefusal = async (work: () => unknown) => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
};

const noteDismissed = (device: Device, id: string, dismissed: Set<string>) => {
  const refusal = device.store.rows('refusal').get(id);
  const args = refusal?.args as { id?: string } | undefined;
  if (args?.id) dismissed.add(args.id);
};

const activeOf = async ({ db, hoa_id }: Context): Promise<string[]> => {
  const sql = "SELECT id FROM users WHERE hoa_id = ? AND status = 'active' AND deleted_at IS NULL";
  return (await db.execute({ sql, args: [hoa_id] })).rows.map(({ id }) => String(id));
};

/** Everybody is online again, and who is active and was signed out signs in again; each knows their present role. */
const reconnectAll = async (ctx: Context, devices: Device[], owners: Person[]): Promise<void> => {
  for (const device of devices) Object.assign(device, { online: true, loseAnswers: 0 });
  // What waits is sent as whoever its owner is by now. The first to come back may deactivate or promote the others.
  for (const device of devices) await device.store.replicache.push({ now: true }).catch(() => undefined);
  await ctx.finishBackgroundWork();
  for (const [at, device] of devices.entries()) {
    const owner = owners[at] as Person;
    owner.token = await signAccess(ctx.deps, owner, await openFamily(ctx.deps, owner));
    const { status, body } = await call(ctx.app, 'GET', '/api/auth/profile', undefined, owner.token);
    if (status === 200) device.store.actor = { ...owner, role: body.role };
  }
};

/** Each change a device has made is numbered once: dealt with by the server, or waiting in the outbox. */
const expectEachCounted = async ({ db }: Context, devices: Device[], made: Made[]) => {
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
const expectNothingSilent = async ({ db, hoa_id }: Context, made: Made[], dismissed: Set<string>) => {
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
const expectConverged = async (ctx: Context, reached: Device[], devices: Device[], owners: Person[]) => {
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

/** The register and the changes that chance may pick are the same. */
export const expectEveryMutator = () => expect(NAMES.sort()).toEqual(Object.keys(mutators).sort());
