import { expect, test } from 'vitest';
import { count, summary, total } from '../../local/score.ts';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((of) => ({ status: of })),
});

test('the closing line names tests that did not run, as those of a file whose browser did not start', () => {
  const report = { testResults: [file('passed', 'passed', 'passed'), file('failed', 'skipped', 'skipped', 'pending')] };
  expect(summary(count(report))).toBe('2 passed, 1 failed, 3 skipped');
});

test('the closing line is short where everything ran', () => {
  const report = { testResults: [file('passed', 'passed'), file('failed', 'failed', 'passed')] };
  expect(summary(total([count(report), count(report)]))).toBe('4 passed, 2 failed');
});

test('each failed test and each file that could not run is named with what it said, without frames of libraries', () => {
  const failed = {
    name: 'tests/a.test.ts',
    status: 'failed',
    assertionResults: [
      {
        status: 'failed',
        fullName: 'adds',
        failureMessages: ['Error: 3\n    at tests/a.test.ts:1:2\n    at file:///x/node_modules/vitest/run.js:1:2'],
      },
    ],
  };
  const broken = { name: 'tests/b.test.ts', status: 'failed', message: 'No such import', assertionResults: [] };
  const { failures } = count({ testResults: [file('passed', 'passed'), failed, broken] });
  expect(failures).toEqual([
    'tests/a.test.ts: adds\nError: 3\n    at tests/a.test.ts:1:2',
    'tests/b.test.ts: could not run\nNo such import',
  ]);
});
