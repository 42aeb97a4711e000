import { afterEach, expect, test, vi } from 'vitest';
import { Persistence } from '../../sync/client/persistence.ts';

afterEach(() => void vi.useRealTimers());

test('[SYNC-02] a first sync whose pages come slowly is not stored page by page, and one that is interrupted is stored', async () => {
  vi.useFakeTimers();
  const persist = vi.fn(async () => undefined);
  const status = { state: { phase: 'first' }, set: () => undefined };
  const parts = {
    replicache: { persist, lastMutationID: 0 },
    outbox: { markStored: () => undefined },
    rows: { keepFirstScreen: async () => undefined },
    detach: (work: Promise<unknown>) => void work,
    status,
  };
  const persistence = new Persistence(parts as never);
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
