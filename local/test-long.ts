/** `npm run test:long [-- filter]`: faults on the real stack, 200 seeds of convergence, a large HOA, the screens at
 * every size of which `npm test` checks one, and three stories in Firefox. Half an hour. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIREFOX_TESTS, firefoxPath } from './firefox.ts';
import { localScript } from './paths.ts';
import { LONG_BROWSER_TESTS, runTests } from './run-step.ts';
import { summary, total } from './score.ts';

/** Browser tests that check more under PORCHLIGHT_LONG (tests/e2e/support/long.ts), and those that run here alone. */
const BROWSER = [
  ...[
    ...['accessibility', 'document-list', 'focus', 'kept', 'list', 'meeting-aeroplane', 'recording', 'session'],
    'widths',
  ].map((name) => `e2e/${name}.test`),
  LONG_BROWSER_TESTS,
];
const words = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'porchlight-test-long-'));

/** One test fills the database's disk. A small disk can be mounted without root in a mount namespace of its own. */
const mayMount = () =>
  !process.env.PORCHLIGHT_OWN_MOUNTS &&
  spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', folder]).status === 0;

const runHere = async (): Promise<number> => {
  const faults = ['--config', 'tests/faults/vitest.config.ts', ...words];
  const firefox = await firefoxPath();
  if (firefox) process.env.FIREFOX = firefox;
  const all = firefox ? [...BROWSER, FIREFOX_TESTS] : BROWSER;
  const browser = ['--config', 'tests/e2e/vitest.config.ts', ...(words.length > 0 ? words : all)];
  process.env.PORCHLIGHT_LONG = '1';
  const score = total([
    await runTests(join(folder, 'faults.json'), faults),
    await runTests(join(folder, 'browser.json'), browser),
  ]);
  console.log(`\n${summary(score)}`);
  return score.failed === 0 ? 0 : 1;
};

const runInNamespace = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const self = [process.execPath, '--disable-warning=ExperimentalWarning', localScript('test-long.ts'), ...words];
    const child = spawn('unshare', ['--map-root-user', '--mount', ...self], {
      stdio: 'inherit',
      env: { ...process.env, PORCHLIGHT_OWN_MOUNTS: '1' },
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });

const code = await (mayMount() ? runInNamespace() : runHere()).finally(() =>
  rmSync(folder, { recursive: true, force: true }),
);
process.exit(code);
