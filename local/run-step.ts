import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { inModules, ROOT } from './paths.ts';

import { count, none, type Report, type Score } from './score.ts';

/** Browser tests that `npm test` leaves to `npm run test:long`: what has a stack of its own, and rare screens, sizes and
 * failures, whose rules unit tests hold on the server's side. */
export const LONG_BROWSER_TESTS = 'tests/e2e/long/';

/** Runs a command of node_modules/.bin. A failure counts as one failed test. */
export const runCheck = async (command: string, ...args: string[]): Promise<Score> => ({
  ...none,
  failed: (await run(command, args)) === 0 ? 0 : 1,
});

/** Runs vitest with `args`. A file that could not run, or a run that failed otherwise, counts as one failed test. */
export const runTests = async (reportFile: string, args: string[]): Promise<Score> => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const code = await run('vitest', ['run', '--passWithNoTests', ...reporters, ...args]);
  const score = existsSync(reportFile) ? count(JSON.parse(readFileSync(reportFile, 'utf8')) as Report) : none;
  return code !== 0 && score.failed === 0 ? { ...score, failed: 1 } : score;
};

/** Resolves with the exit code. What Node has compiled is kept: half of the time of a short process goes there. A signal to this process goes to the command and ends the whole run. */
const run = (command: string, args: string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, NODE_COMPILE_CACHE: inModules('.cache', 'compiled') };
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env });
    const forward = (signal: NodeJS.Signals) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    for (const signal of signals) process.on(signal, forward);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, forward);
      if (signal || code === 130 || code === 143) process.exit(130);
      resolve(code ?? 1);
    });
  });
