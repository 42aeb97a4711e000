import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import { UPLOAD_FEATURES, type UploadFeature } from '../../schema/uploads.ts';
import { type MutatorName, mutators } from '../../sync/mutators.ts';
import type { PokePatch } from '../../sync/protocol.ts';
import { Refusal } from '../../sync/tx.ts';
import { signAccess } from '../../worker/auth/access.ts';
import { openFamily } from '../../worker/auth/refresh.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { transactAsSystem } from '../../worker/transact.ts';
import { endpointOf } from './apis.ts';
import type { Chance } from './convergence-chance.ts';
import { CHANGES } from './convergence-changes.ts';
import {
  type Changed,
  expectConverged,
  expectEachCounted,
  expectNothingSilent,
  expectSoundLog,
} from './convergence-checks.ts';
import { Device } from './device.ts';
import { createTrackedContext } from './dues.ts';
import { call, type Person, type TestContext } from './fixtures.ts';
import { TestHubs } from './hubs.ts';
import { uploadStatement } from './isolation-records.ts';
import { openAccount } from './ledger.ts';
import { type Random, randomOf } from './random.ts';
import { draft } from './requests.ts';
import { nth } from './required.ts';

const STEPS = 110;
const NAMES = Object.keys(CHANGES).sort() as MutatorName[];
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
  const owners = [nth(people, 0), ...people];
  const devices: Device[] = [];
  for (const [at, owner] of owners.entries()) devices.push(await new Device(ctx, owner, names[at]).sync());

  const random = randomOf(seed);
  const files = await freeFiles(ctx, people);
  const file = (feature: UploadFeature) => files[feature].pop() as string;
  const movable = people.slice(-2).map(({ id }) => id);
  const history: History = {
    random,
    chance: { pick: random.pickIfAny, file, movable },
    made: [],
    dismissed: new Set(),
  };
  const steps = stepsOf(ctx, history);
  if (hubs) steps.push(...(await openSockets(ctx, hubs, devices, random)));
  for (let step = 0; step < STEPS; step += 1) await ignoreRefusal(() => random.pick(steps)(random.pick(devices)));

  if (hubs) expect(devices.reduce((sum, { pokes }) => sum + pokes, 0)).toBeGreaterThan(STEPS / 10);
  for (const device of devices) device.disconnect();
  await reconnectAll(ctx, devices, owners);
  const reached = await syncAll(ctx, devices, owners);

  await expectEachCounted(ctx, devices, history.made);
  await expectNothingSilent(ctx, history);
  await expectConverged(ctx, reached, devices, owners);
  await expectSoundLog(ctx);
  await Promise.all(devices.map((device) => device.close()));
};

type Step = (device: Device) => Promise<unknown> | unknown;
/** Whatever chance has done so far, and decides next. */
type History = Changed & { random: Random; chance: Chance };

const stepsOf = (ctx: Context, { random, chance, made, dismissed }: History): Step[] => {
  const change = async (device: Device) => {
    const name = random.pick(NAMES);
    const args = CHANGES[name](device, chance) as { id: string } | undefined;
    if (!args) return;
    if (name === 'dismissRefusal') noteDismissed(device, args.id, dismissed);
    await device.store.mutate(name, args);
    made.push({ device, name, args });
  };
  const overRest = async (device: Device) => {
    const name = random.pick(NAMES);
    const args = CHANGES[name](device, chance) as Record<string, unknown> | undefined;
    const endpoint = args && endpointOf(name, args);
    if (endpoint) await ctx.sue.call(endpoint.method, endpoint.path, endpoint.body);
  };
  return [
    ...Array<Step>(8).fill(change),
    overRest,
    overRest,
    (device) => void Object.assign(device, { online: random.chance(0.5) }),
    (device) => void Object.assign(device, { loseAnswers: 1 }),
    (device) => device.online && device.store.replicache.pull({ now: true }).catch(() => undefined),
    () => drainOutbox({ ...ctx.deps }, { hoa_id: ctx.hoa_id, maxWaitMs: 0 }),
  ];
};

/** Connects the devices that are online; answers what may happen to sockets. */
const openSockets = async (ctx: Context, hubs: TestHubs, devices: Device[], random: Random): Promise<Step[]> => {
  const relay = unreliable(random);
  const connect = (device: Device) => device.online && device.connect(hubs, relay).catch(() => undefined);
  for (const device of devices) await connect(device);
  return [
    connect,
    (device) => device.disconnect(),
    () => hubs.restart(ctx.hoa_id),
    () => ctx.olga.call('POST', '/api/requests', draft()),
  ];
};

/** Syncs until nobody has anything new; answers the devices of those who are still active. */
const syncAll = async (ctx: Context, devices: Device[], owners: Person[]): Promise<Device[]> => {
  await ctx.finishBackgroundWork();
  const active = new Set(await activeOf(ctx));
  const reached = devices.filter((_, at) => active.has(nth(owners, at).id));
  // Twice: what the first to come back sends, the others have yet to hear of.
  for (const device of [...reached, ...reached]) await device.sync();
  await ctx.finishBackgroundWork();
  for (const device of reached) await device.sync();
  for (const device of devices.filter((one) => !reached.includes(one)))
    await device.store.replicache.push({ now: true }).catch(() => undefined);
  return reached;
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
const unreliable = (random: Random) => {
  let late: (() => void) | undefined;
  return (poke: PokePatch, take: (poke: PokePatch) => void): void => {
    const luck = random.next();
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
      const about = { subject: null, subject_id: null, user_id: null };
      const failed = { kind: 'deleteFile', reason: 'Storage is down', ...about } as const;
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

/** The register and the changes that chance may pick are the same. */
export const expectEveryMutator = () => expect(NAMES).toEqual(Object.keys(mutators).sort());
