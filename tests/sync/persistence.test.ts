import { afterEach, expect, test, vi } from 'vitest';
import { Persistence } from '../../sync/client/persistence.ts';

afterEach(() => void vi.useRealTimers());

const open = (phase: 'first' | 'ready') => {
  vi.useFakeTimers();
  const persist = vi.fn(async () => undefined);
  const keepFirstScreen = vi.fn(async () => undefined);
  const status = { state: { phase }, set: () => undefined };
  const persistence = new Persistence({
    replicache: { persist, lastMutationID: 0 },
    outbox: { markStored: () => undefined },
    rows: { keepFirstScreen },
    detach: (work: Promise<unknown>) => void work,
    status,
  } as never);
  return { persistence, persist, keepFirstScreen, status };
};

test('[SYNC-02] a first sync whose pages come slowly is not stored page by page, and one that is interrupted is stored', async () => {
  const { persistence, persist, status } = open('first');
  for (let page = 0; page < 5; page += 1) {
    persistence.persistSoon();
    await vi.advanceTimersByTimeAsync(2000);
  }
  expect(persist).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(persist).toHaveBeenCalledTimes(1);
  status.state.phase = 'ready';
  persistence.persistSoon();
  await vi.advanceTimersByTimeAsync(400);
  expect(persist).toHaveBeenCalledTimes(2);
});

test('[SYNC-02] the first screen is kept at once after one change, and once a second after many', async () => {
  const { persistence, keepFirstScreen } = open('ready');
  const change = async () => {
    await persistence.persist();
    await vi.advanceTimersByTimeAsync(100);
  };
  await change();
  expect(keepFirstScreen).toHaveBeenCalledTimes(1);
  for (let count = 0; count < 8; count += 1) await change();
  expect(keepFirstScreen).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(keepFirstScreen).toHaveBeenCalledTimes(2);
});
