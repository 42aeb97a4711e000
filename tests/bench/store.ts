import { setTimeout as sleep } from 'node:timers/promises';
import type { Client as Database } from '@libsql/client';
import { REQUEST_STATUSES } from '../../schema/requests.ts';
import { nth } from '../support/required.ts';
import { Clients, type Target } from './clients.ts';
import { cpuDuring } from './cpu.ts';
import type { Scale } from './figures.ts';
import type { Bench } from './page/expose.ts';
import { QUESTIONS, WARM_UP } from './questions.ts';
import { note, step } from './report.ts';
import { sampleOfRuns } from './sample.ts';

export type Rounds = { cold: number; warm: number; changes: number; catchUps: number };
/** `ids`: all requests, oldest first. */
export type Scene = Target & {
  scale: Scale;
  ids: readonly string[];
  db: Database;
  pids: readonly number[];
  rounds: Rounds;
};

declare const bench: Bench;

const LISTED = 'open';
/** A change gives a request this status; statuses take turns in fill.ts, so that those APART have it not yet. */
const MOVED = 'awaiting_info';
const APART = REQUEST_STATUSES.length;
const QUERY_PAGES = 3;
const OFFLINE = 200;
/** Between one change and the next, so that what the first leaves to be done is its own. */
const PAUSE_MS = 100;
const IDLE_S = 5;
const EMPTY_REQUESTS = 100;
const LOOK_EVERY_MS = 20;
/** The longest that one figure may take. */
const STEP_MS = 120_000;

/** One system at one size: two clients of one browser, each behind a counting proxy. */
export const measureStore = async (scene: Scene): Promise<void> => {
  const measured = (name: string, work: () => Promise<void>) =>
    step(`${scene.system}, ${scene.scale}, ${name}`, work, STEP_MS);
  await measured('an empty request', () => emptyRequest(scene));
  let clients: Clients | undefined;
  await measured('cold start', async () => {
    clients = await cold(scene);
  });
  if (!clients) return;
  const opened = clients;
  try {
    await measured('warm start and queries', () => warm(scene, opened));
    await measured('own change', () => ownChange(scene, opened));
    await measured('other client', () => otherClient(scene, opened));
    await measured('catch-up', () => catchUp(scene, opened));
    await measured('200 offline changes', () => drain(scene, opened));
  } finally {
    await opened.close();
  }
};

const emptyRequest = async ({ url, pids, scale, system }: Scene): Promise<void> => {
  const ask = async () => void (await (await fetch(`${url}/api/none`)).arrayBuffer());
  await ask();
  const { all, parts } = await cpuDuring(pids, EMPTY_REQUESTS, async () => {
    for (let at = 0; at < EMPTY_REQUESTS; at += 1) await ask();
  });
  note(scale, system, 'cpuEmpty', all, parts);
};

/** Leaves the clients of the last round open. */
const cold = async (scene: Scene): Promise<Clients> => {
  const [all, persisted]: [number[], number[]] = [[], []];
  for (let round = 1; ; round += 1) {
    const clients = await Clients.open(scene, scene.ids.length);
    const page = await clients.visit('a', { watchWrites: true });
    all.push((await page.evaluate(() => bench.opened())).all);
    persisted.push(await page.evaluate(() => bench.untilPersisted()));
    if (round < scene.rounds.cold) {
      await clients.close();
      continue;
    }
    note(scene.scale, scene.system, 'coldAll', all);
    note(scene.scale, scene.system, 'coldPersisted', persisted);
    return clients;
  }
};

const warm = async ({ scale, system, rounds }: Scene, clients: Clients): Promise<void> => {
  const opened = [];
  const queries: number[][] = [];
  for (let round = 0; round < rounds.warm; round += 1) {
    const page = await clients.visit('a');
    opened.push(await page.evaluate(() => bench.opened()));
    if (round >= QUERY_PAGES) continue;
    await page.evaluate((questions) => bench.queries(questions), WARM_UP);
    queries.push(await page.evaluate((questions) => bench.queries(questions), QUESTIONS));
  }
  note(
    scale,
    system,
    'warmFirst',
    opened.map(({ first }) => first),
  );
  note(
    scale,
    system,
    'warmAll',
    opened.map(({ all }) => all),
  );
  note(scale, system, 'query', sampleOfRuns(queries));
};

const ownChange = async ({ scale, system, rounds }: Scene, clients: Clients): Promise<void> => {
  const page = await clients.visit('a');
  await page.evaluate(() => bench.opened());
  await page.evaluate((status) => bench.follow({ status }), LISTED);
  const values: number[] = [];
  for (let at = 0; at < rounds.changes; at += 1) {
    values.push(await page.evaluate(() => bench.changeListed('in_progress')));
    await page.evaluate(() => bench.settled());
    await sleep(PAUSE_MS);
  }
  note(scale, system, 'ownChange', values);
};

const otherClient = async (scene: Scene, clients: Clients): Promise<void> => {
  const { scale, system, ids, pids, rounds } = scene;
  const [a, b] = [await clients.visit('a'), await clients.visit('b', { watchWrites: true })];
  await Promise.all([a.evaluate(() => bench.opened()), b.evaluate(() => bench.untilPersisted())]);
  const idle = await cpuDuring(pids, IDLE_S, () => sleep(IDLE_S * 1000));
  note(scale, system, 'cpuIdle', idle.all, idle.parts);

  const values: number[] = [];
  const before = clients.bytes();
  const cpu = await cpuDuring(pids, rounds.changes, async () => {
    for (let at = 0; at < rounds.changes; at += 1) {
      // Another request each time: a socket that compresses would send next to nothing for the same one again.
      const id = nth(ids, -1 - at * APART);
      await b.evaluate((one) => bench.watchRow(one), id);
      const seen = b.evaluate((wanted) => bench.sees(wanted), MOVED);
      // A rejection is handled where the promise is awaited.
      seen.catch(() => undefined);
      const made = await a.evaluate(([one, wanted]) => bench.change(one, wanted), [id, MOVED] as const);
      values.push((await seen) - made);
      await a.evaluate(() => bench.settled());
      await sleep(PAUSE_MS);
    }
  });
  const after = clients.bytes();
  note(scale, system, 'otherClient', values);
  note(scale, system, 'cpu', cpu.all, cpu.parts);
  note(scale, system, 'bytesReceiver', (after.b - before.b) / rounds.changes);
  note(scale, system, 'bytesSender', (after.a - before.a) / rounds.changes);
};

/** B is away while A makes one change, and comes back. */
const catchUp = async ({ scale, system, ids, rounds }: Scene, clients: Clients): Promise<void> => {
  const a = await clients.visit('a');
  await a.evaluate(() => bench.opened());
  const id = nth(ids, -2);
  const values: number[] = [];
  for (let at = 0; at < rounds.catchUps; at += 1) {
    await clients.leave('b');
    const status = at % 2 ? 'awaiting_info' : 'rejected';
    await a.evaluate(([one, wanted]) => bench.change(one, wanted), [id, status] as const);
    await a.evaluate(() => bench.settled());
    const before = clients.bytes().b;
    const b = await clients.visit('b');
    await b.evaluate((one) => bench.watchRow(one), id);
    await b.evaluate((wanted) => bench.sees(wanted), status);
    values.push((await clients.untilQuiet('b')) - before);
  }
  note(scale, system, 'catchUp', values);
};

/** A makes changes offline. Milliseconds from the return of its connection. */
const drain = async ({ scale, system, ids, db }: Scene, clients: Clients): Promise<void> => {
  const [a, b] = [await clients.visit('a'), await clients.visit('b')];
  await Promise.all([a, b].map((page) => page.evaluate(() => bench.opened())));
  const changed = ids.slice(-OFFLINE);
  const last = nth(changed, -1);
  await b.evaluate((one) => bench.watchRow(one), last);
  await clients.setOnline('a', false);
  const each = await a.evaluate(([some, status]) => bench.changeAll(some, status), [changed, 'closed'] as const);
  note(scale, system, 'offlineChange', each);
  const seen = b.evaluate(() => bench.sees('closed'));
  seen.catch(() => undefined);
  const back = await clients.setOnline('a', true);
  const stored = await untilStored(db, last, 'closed');
  note(scale, system, 'drainServer', stored - back);
  note(scale, system, 'drainOther', (await seen) - back);
  const { rows } = await db.execute({
    sql: `SELECT count(*) AS n FROM requests WHERE status = 'closed' AND id IN (SELECT value FROM json_each(?))`,
    args: [JSON.stringify(changed)],
  });
  if (Number(rows[0]?.n) !== OFFLINE) throw new Error(`the server has ${rows[0]?.n} of ${OFFLINE} changes`);
};

/** Changes are applied in their order, so that the last one tells of all. Milliseconds (epoch). */
const untilStored = async (db: Database, id: string, status: string): Promise<number> => {
  for (;;) {
    const { rows } = await db.execute({ sql: 'SELECT status FROM requests WHERE id = ?', args: [id] });
    if (rows[0]?.status === status) return Date.now();
    await sleep(LOOK_EVERY_MS);
  }
};
