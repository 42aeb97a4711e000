import { expect, inject, test } from 'vitest';
import { freePort } from '../local/ports.ts';
import { createApp } from '../worker/app.ts';
import { testConfig, testDeps } from './support/fixtures.ts';

const health = async (paymentsUrl: string) => {
  const config = testConfig();
  const deps = testDeps({ config: { ...config, stripe: { ...config.stripe, url: paymentsUrl } } });
  const answer = await createApp(deps).request('/api/health');
  return [answer.status, await answer.json()];
};

test('health is open to all and good when every part answers', async () => {
  const checks = { database: 'ok', files: 'ok', mail: 'ok', payments: 'ok' };
  expect(await health(inject('mailUrl'))).toEqual([200, { status: 'ok', checks }]);
});

test('health names what is down', async () => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const checks = { database: 'ok', files: 'ok', mail: 'ok', payments: 'down' };
  expect(await health(nobody)).toEqual([503, { status: 'down', checks }]);
});
