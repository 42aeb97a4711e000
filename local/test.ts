/** `npm test [-- filter]`: format and lint, types, then every test. A failed check counts as one failed test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from './chromium.ts';
import { buildClient } from './client-build.ts';
import { Processes } from './processes.ts';
import { runCheck, runTests, type Score, summary, total } from './test-steps.ts';

const words = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'porchlight-test-run-'));
// biome colours letter by letter, which only a terminal can show.
const plain = process.stdout.isTTY ? [] : ['--colors=off'];
const scores: Score[] = [];
/** Browsers wait more than they work: several shares of the tests, each with a stack of its own, end sooner than one. */
const SHARDS = words.length > 0 ? 1 : Math.min(2, availableParallelism());
/** Before several stacks ask for it at once. */
const buildFirst = async () => {
  const processes = new Processes(() => undefined);
  await buildClient(processes, (_, line) => console.log(`\n${line}`)).finally(() => processes.stop());
};
const browserTests = (shard: number): Promise<Score> => {
  const share = ['--config', 'tests/e2e/vitest.config.ts', `--shard=${shard}/${SHARDS}`];
  return runTests(`Browser tests ${shard}/${SHARDS}`, join(folder, `browser-${shard}.json`), [...share, ...words]);
};
try {
  scores.push(await runCheck('Format and lint', 'biome', 'ci', ...plain, '.'));
  scores.push(await runCheck('Types', 'tsc', '-p', '.'));
  scores.push(await runTests('Unit, API and sync tests', join(folder, 'tests.json'), words));
  await Promise.all([buildFirst(), chromiumPath()]);
  scores.push(...(await Promise.all(Array.from({ length: SHARDS }, (_, at) => browserTests(at + 1)))));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const score = total(scores);
console.log(`\n${summary(score)}`);
process.exit(score.failed === 0 ? 0 : 1);
