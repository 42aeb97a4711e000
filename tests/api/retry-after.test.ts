import { afterEach, expect, test, vi } from 'vitest';
import { waitingAsAsked } from '../../sync/client/retry-after.ts';

const later = (seconds?: number) => ({ status: 429, body: { message: 'Later.', retryAfter: seconds } });
const fine = { status: 200, body: {} };

afterEach(() => void vi.useRealTimers());

const calling = (...answers: { status: number; body: unknown }[]) => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const calls: string[] = [];
  const post = waitingAsAsked(async (path: string) => {
    calls.push(path);
    return answers.shift() ?? fine;
  });
  return { calls, post };
};

test('[SYNC-12] after a 429 nothing is asked until the time it named, and then at once', async () => {
  const { calls, post } = calling(later(30));
  expect([await post('pull', {}), await post('pull', {})]).toEqual([later(30), later(30)]);
  vi.setSystemTime(29_999);
  expect(await post('pull', {})).toEqual(later(30));
  expect(calls).toEqual(['pull']);
  vi.setSystemTime(30_000);
  expect(await post('pull', {})).toEqual(fine);
});

test('[SYNC-12] a pull that waits holds up no push', async () => {
  const { post } = calling(later(30));
  await post('pull', {});
  expect(await post('push', {})).toEqual(fine);
});

test.each([
  ['that names no time', undefined, 60_000],
  ['that names a day', 86_400, 3_600_000],
])('[SYNC-12] after one %s it is asked again within the hour', async (_, seconds, ms) => {
  const { post } = calling(later(seconds));
  await post('pull', {});
  vi.setSystemTime(ms - 1);
  expect((await post('pull', {})).status).toBe(429);
  vi.setSystemTime(ms);
  expect(await post('pull', {})).toEqual(fine);
});

test('[SYNC-12] a clock that was set back makes no device wait longer', async () => {
  const { post } = calling(later(3600));
  vi.setSystemTime(10_000_000);
  await post('pull', {});
  vi.setSystemTime(0);
  expect(await post('pull', {})).toEqual(fine);
});
