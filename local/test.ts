/** `npm test [-- filter]`: format and lint, types, then every test. A failed check counts as one failed test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCheck, runTests, type Score } from './test-steps.ts';

const words = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'porchlight-test-run-'));
// biome colours letter by letter, which only a terminal can show.
const plain = process.stdout.isTTY ? [] : ['--colors=off'];
const scores: Score[] = [];
try {
  scores.push(await runCheck('Format and lint', 'biome', 'ci', ...plain, '.'));
  scores.push(await runCheck('Types', 'tsc', '-p', '.'));
  scores.push(await runTests('Unit, API and sync tests', join(folder, 'tests.json'), words));
  const browser = ['--config', 'tests/e2e/vitest.config.ts'];
  scores.push(await runTests('Browser tests', join(folder, 'browser.json'), [...browser, ...words]));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const sum = (part: keyof Score) => scores.reduce((total, score) => total + score[part], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);
