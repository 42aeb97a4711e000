import { type Client, createClient } from '@libsql/client/web';
import { uuidv7 } from 'uuidv7';
import type { Stack } from '../../local/stack.ts';
import type { User } from '../../schema/tables/users.ts';
import { createApp } from '../../worker/app.ts';
import type { Deps } from '../../worker/deps.ts';
import { type Send, SyncClient, senderWithToken, tokenOf } from './caller.ts';
import { cpuOf } from './cpu.ts';
import { addRequests, type BenchHoa, createHoa, FEW_REQUESTS } from './fill.ts';
import { heading, print, step } from './report.ts';
import { countingClient } from './rows-read.ts';
import { repeat, type Sample, timed } from './sample.ts';

const SIZES = [1_000, 10_000, 50_000];
const TIMES = 50;
const PUSHES = 200;

type Figures = Record<string, Sample & { rows?: number }>;
type Site = { stack: Stack; db: Client; ground: BenchHoa; ids: string[] };

export const serverPart = async (stack: Stack, signal: AbortSignal): Promise<void> => {
  const db = createClient({ url: stack.urls.database });
  const site: Site = { stack, db, ground: await createHoa(db, 'Bench Grove'), ids: [] };
  const bySize: Figures[] = [];
  for (const size of SIZES) {
    if (signal.aborted) return;
    site.ids.push(...(await addRequests(db, site.ground, site.ids.length, size)));
    heading(`${size.toLocaleString('en')} requests in the HOA: pull and push over HTTP`);
    bySize.push(await measure(site));
  }
  growth(bySize[0]!, bySize.at(-1)!);
  db.close();
};

const measure = async (site: Site): Promise<Figures> => {
  const figures: Figures = {};
  const note = (name: string, figure: Figures[string]) => {
    figures[name] = figure;
    print({ name, ...figure });
  };
  for (const viewer of [site.ground.bea, site.ground.rita])
    await step(`pull (${viewer.role})`, () => measurePull(site, viewer, note));
  await step('push', () => measurePush(site, note));
  return figures;
};

type Note = (name: string, figure: Figures[string]) => void;

const measurePull = async (site: Site, viewer: User, note: Note): Promise<void> => {
  const { stack, db, ground, ids } = site;
  const token = await tokenOf(db, stack, viewer);
  const [send, counted] = [senderWithToken(token, stack.urls.app), countingSender(stack, token)];
  const reader = new SyncClient();
  let received = 0;
  const whole = await timed(async () => {
    received = await reader.pullAll(send);
  });
  print({ name: `${viewer.role}: first sync, all pages`, median: whole, note: `(${received} operations)` });
  const series = async (name: string, before: () => Promise<unknown>) => {
    const figure = await repeat(TIMES, () => reader.pull(send), { before });
    await before();
    note(`${viewer.role}: pull, ${name}`, { ...figure, rows: await counted((count) => reader.pull(count)) });
  };
  await series('nothing new', async () => undefined);
  const board = senderWithToken(await tokenOf(db, stack, ground.bea), stack.urls.app);
  const writer = new SyncClient();
  // The first request is Rita's, so that a comment on it concerns both viewers.
  await series('one change', () => writer.push(board, 'addRequestComment', comment(ids[0]!)));
};

const measurePush = async ({ stack, db, ground, ids }: Site, note: Note): Promise<void> => {
  const send = senderWithToken(await tokenOf(db, stack, ground.bea), stack.urls.app);
  const caller = new SyncClient();
  const push = () => caller.push(send, 'addRequestComment', comment(ids[FEW_REQUESTS]!));
  const empty = await cpuOfEach(() => fetch(`${stack.urls.app}/api/none`).then((answer) => answer.text()));
  await repeat(10, push);
  let figure: Sample | undefined;
  const cpu = await cpuOfAll(PUSHES, async () => {
    figure = await repeat(PUSHES, push, { warmUp: 0 });
  });
  note('board: push of one change', figure!);
  if (!cpu || !empty) return print({ name: 'server CPU a change', note: 'not told by this system' });
  const parts = `(worker ${cpu.worker.toFixed(1)}, database ${cpu.database.toFixed(1)}`;
  const share = `an empty request costs wrangler dev ${empty.worker.toFixed(1)} of it)`;
  print({
    name: 'server CPU a change',
    median: cpu.worker + cpu.database,
    budget: { most: 3 },
    note: `${parts}; ${share}`,
  });
};

type Cpu = { worker: number; database: number };

const cpuOfEach = (work: () => Promise<unknown>) => cpuOfAll(PUSHES, () => repeat(PUSHES, work, { warmUp: 0 }));

/** CPU milliseconds that the worker and the database took for each of `count` things done by `work`. */
const cpuOfAll = async (count: number, work: () => Promise<unknown>): Promise<Cpu | undefined> => {
  const before = [cpuOf('workerd'), cpuOf('sqld')];
  await work();
  const [worker = Number.NaN, database = Number.NaN] = [cpuOf('workerd'), cpuOf('sqld')].map(
    (cpu, at) => ((cpu ?? Number.NaN) - (before[at] ?? Number.NaN)) / count,
  );
  // Less than before: a process was restarted, so the difference is meaningless.
  return worker >= 0 && database >= 0 ? { worker, database } : undefined;
};

const comment = (request_id: string) => ({
  id: uuidv7(),
  request_id,
  message: '<p>Somebody will come and look at it on Thursday.</p>',
  is_public: true,
});

const countingSender = (stack: Stack, token: string): ((work: (send: Send) => Promise<unknown>) => Promise<number>) => {
  const { db, rowsRead } = countingClient(stack.urls.database);
  // A pull asks for no more of the dependencies than these.
  const config = { jwtSecret: stack.secrets.JWT_SECRET };
  const app = createApp({ db, config, now: () => new Date() } as unknown as Deps);
  const send = senderWithToken(token, '', (url, init) => app.request(url, init));
  return async (work) => {
    const before = rowsRead();
    await work(send);
    return rowsRead() - before;
  };
};

const growth = (least: Figures, most: Figures): void => {
  heading('Growth from 1,000 to 50,000 requests');
  for (const [name, { median, rows }] of Object.entries(most)) {
    const from = least[name];
    if (!from) continue;
    print({ name: `${name}: time`, unit: 'x', median: median / from.median, budget: { most: 1.5 } });
    if (rows === undefined || !from.rows) continue;
    print({ name: `${name}: rows read`, unit: 'x', median: rows / from.rows, budget: { most: 1.5 } });
  }
};
