import type { Effect, Effects, JobKind } from '../../schema/outbox.ts';
import { halvesOf } from '../../sync/chunks.ts';
import { halfKey } from '../../sync/outbox-keys.ts';
import type { Deps } from '../deps.ts';
import { transactAsSystem } from '../transact.ts';
import type { OutboxRow } from './job.ts';

/** Splits a batch that the mail service refused as a whole, so that one invalid mail does not block the others. */
export const queueHalves = <K extends JobKind, Item>(
  deps: Deps,
  { hoa_id, kind, key }: OutboxRow<K>,
  items: readonly Item[],
  payloadOf: (half: Item[]) => Effects[K],
): Promise<void> =>
  transactAsSystem(
    deps,
    hoa_id,
    async (tx) => {
      for (const [at, half] of halvesOf(items).entries())
        tx.after({ kind, key: halfKey(key, at), payload: payloadOf(half) } as Effect);
    },
    { action: null },
  );
