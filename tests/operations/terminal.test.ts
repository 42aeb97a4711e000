import { expect, test, vi } from 'vitest';
import { printer } from '../../local/terminal.ts';

const printed = (lines: string[], options?: { logRequests: boolean }): string[] => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const print = printer(options);
  for (const line of lines) print('worker', line);
  const shown = log.mock.calls.map(([line]) => String(line));
  log.mockRestore();
  return shown;
};

const stack = 'Error: no such table: requests\n    at batch (retry.ts:1:2)';
const at = '2026-11-22T09:00:00Z';
const error = JSON.stringify({ at, level: 'error', event: 'request failed', request: 'abc', error: 'no such', stack });
const adorned = `\u001b[31m✘ \u001b[41;31m[\u001b[41;97mERROR\u001b[41;31m]\u001b[0m \u001b[1m${error}\u001b[0m`;

test('an error of the worker is printed for a person', () => {
  expect(printed([adorned])).toEqual([`[worker] request failed (request abc): ${stack}`]);
});

test('where requests are logged, each line is JSON', () => {
  const request = JSON.stringify({ at, level: 'info', event: 'request', status: 200 });
  expect(printed([adorned, request], { logRequests: true })).toEqual([error, request]);
});

test('wrangler’s own line of a request, with its path, is not printed', () => {
  expect(printed(['[wrangler:info] GET /invite/accept?token=secret 200 OK (3ms)'])).toEqual([]);
});
