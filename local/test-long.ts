/** `npm run test:long [-- filter]`: a bad day on the real stack, and 200 seeds of convergence. A quarter of an hour. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localScript } from './paths.ts';
import { runTests, summary } from './run-step.ts';

const words = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'porchlight-test-long-'));

/** A database's disk is filled in a small one of its own. Linux lets anybody mount one in a namespace of theirs. */
const mayMount = () =>
  !process.env.PORCHLIGHT_OWN_MOUNTS &&
  spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', folder]).status === 0;

const runHere = async (): Promise<number> => {
  const args = ['--config', 'tests/faults/vitest.config.ts', ...words];
  const score = await runTests(join(folder, 'tests.json'), args);
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
