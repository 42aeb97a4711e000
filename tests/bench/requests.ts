import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client/web';
import type { Stack } from '../../local/stack.ts';
import { actorOf } from '../../sync/tx.ts';
import { bundle } from './bundle.ts';
import { tokenOf } from './caller.ts';
import { startedBy } from './cpu.ts';
import type { Scale } from './figures.ts';
import { type BenchHoa, createHoa, insert, requestsOf } from './fill.ts';
import { say } from './report.ts';
import { logTail, openStack } from './stacks.ts';
import { measureStore, type Rounds, type Scene } from './store.ts';
import { usualRow } from './usual/rows.ts';
import { addUsualRows, startUsualStack, type UsualStack } from './usual/stack.ts';

const COUNTS = { '1,000': 1000, '10,000': 10_000, '50,000': 50_000 } as const satisfies Partial<Record<Scale, number>>;
type Size = keyof typeof COUNTS;

const FULL: Rounds = { cold: 3, warm: 7, changes: 40, catchUps: 3 };
const SHORT: Rounds = { cold: 1, warm: 3, changes: 25, catchUps: 1 };

/** The same requests in both systems, measured in turn at each size; the smaller sizes in short. */
export const requestsPart = async (
  sizes: readonly Size[],
  signal: AbortSignal,
  { quick = false } = {},
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-bench-usual-'));
  const { value: usual, pids: usualPids } = await startedBy(() => startUsualStack(folder, logTail().onLog));
  const { value: stack, pids } = await startedBy(() => openStack(signal));
  try {
    const scenes = await Promise.all([usualScene(usual, usualPids), porchlightScene(stack, pids)]);
    const ids: string[] = [];
    const ground = scenes[1].ground;
    for (const scale of sizes) {
      await add(scenes[1].db, usual, ground, ids, COUNTS[scale]);
      const rounds = scale === '10,000' && !quick ? FULL : SHORT;
      for (const scene of scenes) {
        if (signal.aborted) return;
        say(`\n${scale} requests, ${scene.system}`);
        await measureStore({ ...scene, session: await scene.session(), scale, ids, rounds });
      }
    }
  } finally {
    await Promise.all([usual.stop(), stack.stop()]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

/** `session` is made anew for each size, because an access token ends after a while. */
type Prepared = Pick<Scene, 'system' | 'url' | 'code' | 'pids' | 'db'> & { session(): Promise<unknown> };

const usualScene = async ({ url, db }: UsualStack, pids: readonly number[]): Promise<Prepared> => ({
  system: 'usual',
  url,
  db,
  pids,
  code: await bundle('tests/bench/usual/page.ts'),
  session: async () => ({ user_id: 'bea' }),
});

const porchlightScene = async (stack: Stack, pids: readonly number[]): Promise<Prepared & { ground: BenchHoa }> => {
  const db = createClient({ url: stack.urls.database });
  const ground = await createHoa(db, 'Bench Meadow');
  return {
    system: 'porchlight',
    url: stack.urls.app,
    db,
    pids,
    ground,
    code: await bundle('tests/bench/page/porchlight.ts'),
    session: async () => ({ actor: actorOf(ground.bea), token: await tokenOf(db, stack, ground.bea) }),
  };
};

/** Adds requests to both until there are `count`, and their ids. */
const add = async (db: Scene['db'], usual: UsualStack, ground: BenchHoa, ids: string[], count: number) => {
  const rows = requestsOf(ground, ids.length, count);
  await insert(db, 'request', rows);
  await addUsualRows(usual.db, rows.map(usualRow));
  ids.push(...rows.map(({ id }) => id));
};
