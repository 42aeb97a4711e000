/** `npm test`, `npm run check`, `npm run lint`...: runs the named steps in turn. Words after `--` choose tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from './chromium.ts';
import { buildClient } from './client-build.ts';
import { FIREFOX_TESTS, firefoxPath } from './firefox.ts';
import { Processes } from './processes.ts';
import { LONG_BROWSER_TESTS, runCheck, runTests } from './run-step.ts';
import { none, type Score, summary, total } from './score.ts';
import { fail, UserError } from './user-error.ts';

const words = process.argv.slice(2);
const end = words.includes('--') ? words.indexOf('--') : words.length;
const [names, filters] = [words.slice(0, end), words.slice(end + 1)];
const folder = mkdtempSync(join(tmpdir(), 'porchlight-steps-'));
// biome colours letter by letter, which only a terminal can show.
const biome = ['biome', 'ci', ...(process.stdout.isTTY ? [] : ['--colors=off'])] as const;

const unitTests = () => runTests(join(folder, 'unit.json'), filters);

/** Browsers wait a third of the time, so one shard more than there are cores. */
const SHARDS = 3;

/** The client and Chromium come first, because several stacks need them at once. */
const browserTests = async () => {
  await Promise.all([build(), chromiumPath()]);
  const count = choosesTests ? 1 : Math.min(SHARDS, 1 + availableParallelism());
  return total(await Promise.all(Array.from({ length: count }, (_, at) => browserShard(`${at + 1}/${count}`))));
};

/** Not where the words only repeat an order. */
const choosesTests = filters.some((word) => !word.startsWith('--sequence.seed='));
/** One for all shards. */
const seed = `--sequence.seed=${Date.now()}`;

const build = () => {
  const processes = new Processes(() => undefined);
  return buildClient(processes, (_, line) => console.log(line)).finally(() => processes.stop());
};

const firefoxTests = async () => {
  const firefox = await firefoxPath();
  if (!firefox) return none;
  process.env.FIREFOX = firefox;
  await build();
  return runTests(join(folder, 'firefox.json'), ['--config', 'tests/e2e/vitest.config.ts', FIREFOX_TESTS, ...filters]);
};

const browserShard = (shard: string) =>
  runTests(join(folder, `browser-${shard[0]}.json`), [
    '--config',
    'tests/e2e/vitest.config.ts',
    `--shard=${shard}`,
    ...(filters.length > 0 ? [] : [seed]),
    ...filters,
    ...(choosesTests ? [] : [`--exclude=${LONG_BROWSER_TESTS}**`]),
  ]);

const STEPS: Record<string, () => Promise<Score>> = {
  format: () => runCheck(...biome, '--linter-enabled=false', '.'),
  'fix-format': () => runCheck('biome', 'check', '--write', '--linter-enabled=false', '.'),
  lint: () => runCheck(...biome, '--formatter-enabled=false', '--assist-enabled=false', '.'),
  types: () => runCheck('tsc', '-p', '.'),
  unit: unitTests,
  browser: browserTests,
  firefox: firefoxTests,
  build: () => runCheck('vite', 'build', ...filters),
  migration: () => runCheck('drizzle-kit', 'generate', ...filters),
};

const scores: Score[] = [];
try {
  for (const name of names) {
    const step = STEPS[name];
    if (!step) throw new UserError(`There is no step "${name}". The steps are ${Object.keys(STEPS).join(', ')}.`);
    console.log(`\n[${name}]`);
    const start = Date.now();
    const score = await step();
    scores.push(score);
    console.log(
      `[${name}] ${score.failed === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - start) / 1000)} s`,
    );
  }
} catch (error) {
  fail(error);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const score = total(scores);
for (const failure of score.failures ?? []) console.log(`failed: ${failure}`);
if (score.passed + score.skipped > 0) console.log(`\n${summary(score)}`);
process.exit(score.failed === 0 ? 0 : 1);
