import { type Client, createClient } from '@libsql/client/web';
import { uuidv7 } from 'uuidv7';
import type { Stack } from '../../local/stack.ts';
import type { User } from '../../schema/users.ts';
import { createApp } from '../../worker/app.ts';
import type { Deps } from '../../worker/deps.ts';
import { Caller, type Send, sender, tokenOf } from './caller.ts';
import { cpuOf } from './cpu.ts';
import { addRequests, found, type Ground, HANDFUL } from './fill.ts';
import { heading, print, step } from './report.ts';
import { countingClient } from './rows-read.ts';
import { repeat, type Sample, sampleOf, timed } from './sample.ts';

const SIZES = [1_000, 10_000, 50_000];
const TIMES = 50;
const PUSHES = 200;

type Figures = Record<string, Sample & { rows: number }>;

/** Pull and push through HTTP while one HOA grows: time, rows the database read, and CPU a change. */
export const serverPart = async (stack: Stack, signal: AbortSignal): Promise<void> => {
  const db = createClient({ url: stack.urls.database });
  const ground = await found(db, 'Bench Grove');
  const bySize = new Map<number, Figures>();
  const [first = '', ...others] = await addRequests(db, ground, 0, SIZES[0]!);
  for (const [at, size] of SIZES.entries()) {
    if (signal.aborted) return;
    heading(`${size.toLocaleString('en')} requests in the HOA: pull and push over HTTP`);
    if (at > 0) await addRequests(db, ground, SIZES[at - 1]!, size);
    const figures: Figures = {};
    bySize.set(size, figures);
    for (const viewer of [ground.bea, ground.rita])
      await step(`pull (${viewer.role})`, () => measurePull(stack, db, ground, viewer, first, figures));
    await step('push', () => measurePush(stack, db, ground, others[HANDFUL]!));
  }
  await step('ratios', async () => ratios(bySize.get(SIZES[0]!)!, bySize.get(SIZES.at(-1)!)!));
  db.close();
};

/** The first request is Rita's, so that a comment on it concerns both viewers. */
const measurePull = async (
  stack: Stack,
  db: Client,
  ground: Ground,
  viewer: User,
  request_id: string,
  figures: Figures,
): Promise<void> => {
  const token = await tokenOf(db, stack.secrets.JWT_SECRET, viewer);
  const http = sender(token, stack.urls.app);
  const { send: counted, rowsRead } = countingSender(stack, token);
  const writer = new Caller();
  const board = sender(await tokenOf(db, stack.secrets.JWT_SECRET, ground.bea), stack.urls.app);
  const change = () => writer.push(board, 'addRequestComment', comment(request_id));
  const reader = new Caller();
  const received = { rows: 0 };
  const whole = await timed(async () => {
    received.rows = await reader.pullAll(http);
  });
  print({ name: `${viewer.role}: first sync, all pages`, median: whole, note: `(${received.rows} operations)` });

  const measure = async (name: string, before: () => Promise<unknown>) => {
    const values: number[] = [];
    for (let count = 0; count < TIMES + 5; count += 1) {
      await before();
      values.push(await timed(() => reader.pull(http)));
    }
    await before();
    const start = rowsRead();
    await reader.pull(counted);
    const figure = { ...sampleOf(values.slice(5)), rows: rowsRead() - start };
    figures[`${viewer.role}: pull, ${name}`] = figure;
    print({ name: `${viewer.role}: pull, ${name}`, ...figure });
  };
  await measure('nothing new', async () => undefined);
  await measure('one change', change);
};

const measurePush = async (stack: Stack, db: Client, ground: Ground, request_id: string): Promise<void> => {
  const send = sender(await tokenOf(db, stack.secrets.JWT_SECRET, ground.bea), stack.urls.app);
  const caller = new Caller();
  const push = () => caller.push(send, 'addRequestComment', comment(request_id));
  await repeat(10, push);
  const before = [cpuOf('workerd'), cpuOf('sqld')];
  print({ name: 'board: push of one change', ...(await repeat(PUSHES, push, 0)) });
  const after = [cpuOf('workerd'), cpuOf('sqld')];
  const [worker, database] = after.map((cpu, at) => ((cpu ?? Number.NaN) - (before[at] ?? Number.NaN)) / PUSHES);
  if (!worker || !database) return print({ name: 'server CPU a change', note: 'this system does not tell it' });
  const note = `(worker ${worker.toFixed(1)}, database ${database.toFixed(1)})`;
  print({ name: 'server CPU a change', median: worker + database, budget: { most: 3 }, note });
};

const comment = (request_id: string) => ({
  id: uuidv7(),
  request_id,
  message: '<p>Somebody will come and look at it on Thursday.</p>',
  is_public: true,
});

/** The same app in this process, over a database client that counts. */
const countingSender = (stack: Stack, token: string): { send: Send; rowsRead(): number } => {
  const { db, rowsRead } = countingClient(stack.urls.database);
  // A pull asks for no more of the dependencies than these.
  const config = { jwtSecret: stack.secrets.JWT_SECRET };
  const app = createApp({ db, config, now: () => new Date() } as unknown as Deps);
  return { send: sender(token, '', (url, init) => app.request(url, init)), rowsRead };
};

const ratios = (least: Figures, most: Figures): void => {
  heading('Growth from 1,000 to 50,000 requests');
  for (const [name, { median, rows }] of Object.entries(most)) {
    const from = least[name];
    if (!from) continue;
    print({ name: `${name}, time`, unit: 'x', median: median / from.median, budget: { most: 1.5 } });
    print({ name: `${name}, rows read`, unit: 'x', median: rows / from.rows, budget: { most: 1.5 } });
  }
};
