import { ROOT } from './paths.ts';

/** `failures` names each failed test with what it said, or the file that could not run. */
export type Score = { passed: number; failed: number; skipped: number; failures?: string[] };
type Assertion = { status: string; fullName?: string; failureMessages?: string[] };
export type Report = {
  testResults: { name?: string; status: string; message?: string; assertionResults: Assertion[] }[];
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
