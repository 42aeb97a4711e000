import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { ROOT } from './paths.ts';

export type Score = { passed: number; failed: number };
/** What we read of vitest's JSON report. */
type Report = { testResults: { status: string; assertionResults: { status: string }[] }[] };

/** Runs a check from node_modules/.bin; a failed one counts as one failed test. */
export const runCheck = async (title: string, command: string, ...args: string[]): Promise<Score> => {
  console.log(`\n${title}`);
  return { passed: 0, failed: (await run(command, args)) === 0 ? 0 : 1 };
};

/** Runs vitest with `args` and counts. A file that could not run, or a run that ended badly, counts as one failed test. */
export const runTests = async (title: string, reportFile: string, args: string[]): Promise<Score> => {
  console.log(`\n${title}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const code = await run('vitest', ['run', '--passWithNoTests', ...reporters, ...args]);
  const score = existsSync(reportFile) ? count(JSON.parse(readFileSync(reportFile, 'utf8')) as Report) : none;
  return code !== 0 && score.failed === 0 ? { ...score, failed: 1 } : score;
};

const none: Score = { passed: 0, failed: 0 };

const count = ({ testResults }: Report): Score =>
  testResults.reduce((score, file) => {
    const tests = (status: string) => file.assertionResults.filter((test) => test.status === status).length;
    const broken = file.status === 'failed' && tests('failed') === 0 ? 1 : 0;
    return { passed: score.passed + tests('passed'), failed: score.failed + tests('failed') + broken };
  }, none);

/** The exit code of a command that speaks to the terminal itself. A signal for us goes to it, and ends the whole run. */
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
