import { expect, inject, test } from 'vitest';
import { freePort } from '../../local/ports.ts';
import { createApp } from '../../worker/app.ts';
import type { Deps } from '../../worker/deps.ts';
import { testConfig, testDeps, withClock } from '../support/fixtures.ts';

const OK = { database: 'ok', files: 'ok', mail: 'ok', payments: 'ok' };

const withPayments = (paymentsUrl: string): Deps => {
  const config = testConfig();
  return testDeps({ config: { ...config, stripe: { ...config.stripe, url: paymentsUrl } } });
};
const health = async (deps: Deps) => {
  const answer = await createApp(deps).request('/api/health');
  return [answer.status, await answer.json()];
};

test('health is open to all and good when every part answers', async () => {
  expect(await health(withPayments(inject('mailUrl')))).toEqual([200, { status: 'ok', checks: OK }]);
});

test('health names what is down', async () => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  expect(await health(withPayments(nobody))).toEqual([503, { status: 'down', checks: { ...OK, payments: 'down' } }]);
});

test('health is at most 10 seconds old: whoever asks more often costs nothing outside', async () => {
  const deps = withPayments(inject('mailUrl'));
  const start = Date.now();
  const after = (ms: number) => health(withClock(deps, () => new Date(start + ms)));
  expect(await after(0)).toEqual([200, { status: 'ok', checks: OK }]);
  deps.config.stripe.url = `http://127.0.0.1:${await freePort()}`;
  expect(await after(9_999)).toEqual([200, { status: 'ok', checks: OK }]);
  expect(await after(10_000)).toEqual([503, { status: 'down', checks: { ...OK, payments: 'down' } }]);
});

test('alive is said without asking anybody', async () => {
  const untouchable = new Proxy({} as Deps['db'], {
    get: () => {
      throw new Error('touched');
    },
  });
  const answer = await createApp(testDeps({ db: untouchable })).request('/api/live');
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
});
