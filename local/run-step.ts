import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { ROOT } from './paths.ts';

/** `failures` names each failed test with what it said, or the file that could not run. */
export type Score = { passed: number; failed: number; skipped: number; failures?: string[] };
type Assertion = { status: string; fullName?: string; failureMessages?: string[] };
type Report = { testResults: { name?: string; status: string; message?: string; assertionResults: Assertion[] }[] };

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

export const total = (scores: Score[]): Score =>
  scores.reduce(
    (sum, score) => ({
      passed: sum.passed + score.passed,
      failed: sum.failed + score.failed,
      skipped: sum.skipped + score.skipped,
      failures: [...(sum.failures ?? []), ...(score.failures ?? [])],
    }),
    none,
  );

/** '12 passed, 1 failed', with the tests that did not run where there are any. */
export const summary = ({ passed, failed, skipped }: Score): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

export const none: Score = { passed: 0, failed: 0, skipped: 0 };

/** A test that neither passed nor failed did not run. */
export const count = ({ testResults }: Report): Score => total(testResults.map(countFile));

const MESSAGE_CHARS = 800;
/** A failure without the frames of libraries. */
const inBrief = (message: string): string =>
  message
    .split('\n')
    .filter((line) => !/^ +at .*(node_modules|<anonymous>|node:)/.test(line))
    .join('\n')
    .slice(0, MESSAGE_CHARS);

const countFile = ({ name = '', status, message = '', assertionResults }: Report['testResults'][number]): Score => {
  const path = name.replace(`${ROOT}/`, '');
  const tests = (of: string) => assertionResults.filter((test) => test.status === of).length;
  const [passed, failed] = [tests('passed'), tests('failed')];
  const broken = status === 'failed' && failed === 0 ? 1 : 0;
  const failures = assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages = [] }) => `${path}: ${fullName}\n${inBrief(failureMessages.join('\n'))}`);
  const skipped = assertionResults.length - passed - failed;
  return {
    passed,
    failed: failed + broken,
    skipped,
    failures: broken ? [`${path}: could not run\n${inBrief(message)}`] : failures,
  };
};

/** Resolves with the exit code. A signal to this process goes to the command and ends the whole run. */
const run = (command: string, args: string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit' });
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
