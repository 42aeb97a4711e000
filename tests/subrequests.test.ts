import { createClient } from '@libsql/client/web';
import { uuidv7 } from 'uuidv7';
import { expect, inject, test, vi } from 'vitest';
import { createApp } from '../worker/app.ts';
import type { Deps } from '../worker/deps.ts';
import { DRAIN_BUDGET, drainOutbox } from '../worker/jobs/outbox.ts';
import { call, createContext, testConfig, testDeps } from './support/fixtures.ts';
import { ResendEmulator } from './support/resend-emulator.ts';

const MOST = 50;

test('[BULK-24] 5,000 invitations are mailed by invocations that each stay within 50 subrequests', async () => {
  const invocations: { calls: number; resend: ResendEmulator }[] = [];
  /** One invocation that counts its HTTP calls and its Durable Object calls. */
  const invocation = async (): Promise<Deps> => {
    const own = { calls: 0, resend: await new ResendEmulator().open() };
    invocations.push(own);
    const counted: typeof fetch = (input, init) => {
      own.calls += 1;
      return fetch(input, init);
    };
    return {
      ...testDeps(),
      db: createClient({ url: inject('databaseUrl'), fetch: counted }),
      config: { ...testConfig(), resendUrl: own.resend.url },
      poke: () => {
        own.calls += 1;
      },
      drainLater: async (hoa_id, at) => {
        own.calls += 1;
        if (at.getTime() <= Date.now() + 1000) setTimeout(() => void drainAnew(hoa_id));
      },
    };
  };
  const drainAnew = async (hoa_id: string) =>
    drainOutbox(await invocation(), { hoa_id, maxWaitMs: 0, budget: DRAIN_BUDGET });
  const { bea } = await createContext();
  const users = Array.from({ length: 5000 }, (_, at) => ({
    resident_name: `Person ${at}`,
    resident_email: `${uuidv7()}@example.test`,
    role: 'resident',
  }));
  const { status } = await call(createApp(await invocation()), 'POST', '/api/users/bulk', { users }, bea.token);
  expect(status).toBe(201);
  const sent = () => invocations.flatMap(({ resend }) => resend.sent.flatMap(({ to }) => to));
  await vi.waitFor(() => expect(sent()).toHaveLength(5000), { timeout: 60_000, interval: 200 });
  expect(new Set(sent()).size).toBe(5000);
  for (const { calls, resend } of invocations) expect(calls + resend.calls.length).toBeLessThanOrEqual(MOST);
  await Promise.all(invocations.map(({ resend }) => resend.close()));
});
