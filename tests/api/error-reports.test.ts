import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { scrubMessage, scrubStack } from '../../schema/client-errors.ts';
import { createApp } from '../../worker/app.ts';
import type { Log } from '../../worker/services/log.ts';
import { Counters } from '../../worker/services/metrics.ts';
import { testDeps } from '../support/fixtures.ts';

type LogEntry = Parameters<Log>[0];

const FRAMES = `TypeError: x is undefined
    at save (https://hoa.example/assets/form-1a2b3c4d.js:2:345)
    at https://hoa.example/reset-password?token=verysecret:1:2`;
const FRAME = 'at save (/assets/form-1a2b3c4d.js:2:345)';

const failure = (message: string, stack = FRAMES) => Object.assign(new Error(message), { name: 'TypeError', stack });

describe('what is reported', () => {
  test('holds no address of a page, no token, email or typed text', () => {
    expect(scrubStack(FRAMES)).toBe(`${FRAME}\nat [page]:1:2`);
    expect(scrubMessage('TypeError: undefined is not a function (reading "rows")')).toContain('(reading "rows")');
    const personal = 'Unexpected token in "My roof leaks", rita@example.test 0192f0c1-aaaa-7bbb-8ccc-0192f0c1aaaa';
    expect(scrubMessage(`${personal} https://hoa.example/invite/accept?token=verysecret`)).toBe(
      'Unexpected token in "...", [email] [id] [page]',
    );
  });
});

describe('a browser', () => {
  const lines: LogEntry[] = [];
  let metrics: Counters;
  let online: boolean;
  let stored: Map<string, string>;
  let listeners: EventTarget;

  beforeEach(() => {
    lines.length = 0;
    metrics = new Counters();
    online = true;
    stored = new Map();
    listeners = new EventTarget();
    const app = createApp(testDeps({ metrics, log: (entry) => void lines.push(entry) }));
    vi.stubGlobal('navigator', {
      get onLine() {
        return online;
      },
    });
    vi.stubGlobal('addEventListener', listeners.addEventListener.bind(listeners));
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    });
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (!online) throw new TypeError('Failed to fetch');
      return app.request(path, init);
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const openPage = async () => {
    vi.resetModules();
    const [reports, http] = [
      await import('../../client/device/error-reports.ts'),
      await import('../../client/device/http.ts'),
    ];
    reports.watchErrors();
    return { ...reports, ...http };
  };
  const reported = () => lines.filter(({ event }) => event === 'client error');
  const untilReported = (count: number) =>
    vi.waitFor(() => expect(reported()).toHaveLength(count), { timeout: 10_000 });

  test('reports an error with its build, and the id of the answer before it, as a line and a count', async () => {
    const page = await openPage();
    await page.send('/api/requests');
    const reference = page.reportError(failure('x is undefined'));
    await untilReported(1);
    expect(reported()).toEqual([
      {
        level: 'error',
        event: 'client error',
        kind: 'error',
        reference,
        build: 'dev',
        lastRequest: lines[0]?.request,
        error: 'TypeError: x is undefined',
        stack: `${FRAME}\nat [page]:1:2`,
      },
    ]);
    expect(metrics.samples()).toEqual([{ name: 'client_errors', labels: { kind: 'error' }, value: 1 }]);
  });

  test('tells the user one reference for one error, and reports it once a day, also after a reload', async () => {
    const page = await openPage();
    const first = page.reportError(failure('x'), 'screen');
    expect(page.reportError(failure('x'), 'screen')).toBe(first);
    await untilReported(1);
    (await openPage()).reportError(failure('x'));
    (await openPage()).reportError(failure('y'));
    await untilReported(2);
    expect(reported().map(({ error }) => error)).toEqual(['TypeError: x', 'TypeError: y']);
  });

  test('keeps a report while offline, and sends it with the next connection or visit', async () => {
    online = false;
    const page = await openPage();
    page.reportError(failure('one'));
    expect(reported()).toEqual([]);
    online = true;
    listeners.dispatchEvent(new Event('online'));
    await untilReported(1);
    online = false;
    page.reportError(failure('two'));
    online = true;
    await openPage();
    await untilReported(2);
  });

  test('of a day it reports the first three errors, of the rest a tenth, and at most twenty are looked at', async () => {
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const page = await openPage();
    for (const name of ['a', 'b', 'c', 'd', 'e']) page.reportError(failure(name));
    await untilReported(3);
    chance.mockReturnValue(0.05);
    page.reportError(failure('f'));
    await untilReported(4);
    expect(reported().map(({ error }) => error)).toEqual(['a', 'b', 'c', 'f'].map((name) => `TypeError: ${name}`));
  });

  test('reports no refusal, no answer of the server, and no screen that could not be loaded offline', async () => {
    const page = await openPage();
    const { Refusal } = await import('../../sync/tx.ts');
    expect(page.reportError(new Refusal('invalid', 'Please write a title'))).toBeUndefined();
    expect(page.reportError(new page.ApiError(500, 'HTTP 500'))).toBeUndefined();
    expect(page.reportError('a string')).toBeUndefined();
    online = false;
    expect(page.reportError(failure('Failed to fetch dynamically imported module: /assets/x.js'))).toBeUndefined();
    expect(stored.size).toBe(0);
  });

  test('[PROD-14] reads the reference of an answer that brings no sentence of its own', async () => {
    const page = await openPage();
    vi.stubGlobal(
      'fetch',
      async () => new Response('<html>', { status: 502, headers: { 'CF-Ray': '8f3c2a1b9d7e6f50-ORD' } }),
    );
    const error = await page
      .send('/api/requests')
      .then(page.parseAnswer)
      .catch((thrown: unknown) => thrown);
    expect(page.messageOf(error, 'The request could not be saved')).toBe(
      'The request could not be saved (Reference 8f3c2a1b9d7e6f50)',
    );
  });
});

describe('POST /api/client-errors', () => {
  const report = { kind: 'error', reference: '0123456789abcdef', build: 'dev', message: 'x', stack: '' };
  const post = (app: ReturnType<typeof createApp>, body: object, headers = {}) =>
    app.request('/api/client-errors', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  test('takes small reports of the app itself, ten a minute from one address, and scrubs them again', async () => {
    const lines: LogEntry[] = [];
    const app = createApp(testDeps({ log: (entry) => void lines.push(entry) }));
    const message = 'Error: rita@example.test';
    expect((await post(app, { ...report, message })).status).toBe(204);
    expect(lines[0]).toMatchObject({ error: 'Error: [email]' });
    expect((await post(app, report, { Origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await post(app, { ...report, stack: 'x'.repeat(9000) })).status).toBe(413);
    expect((await post(app, { ...report, build: 'a b' })).status).toBe(400);
    const rest = await Promise.all(Array.from({ length: 12 }, () => post(app, report)));
    expect(rest.filter(({ status }) => status === 204).length).toBeLessThanOrEqual(9);
    const refused = rest.at(-1);
    expect([refused?.status, Number(refused?.headers.get('retry-after'))]).toEqual([429, 60]);
    expect((await post(app, report, { 'CF-Connecting-IP': '203.0.113.9' })).status).toBe(204);
  });
});
