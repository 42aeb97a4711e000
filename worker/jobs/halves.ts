import type { Effect, Effects, JobKind } from '../../schema/outbox.ts';
import { halvesOf } from '../../sync/chunks.ts';
import { halfKey } from '../../sync/outbox-keys.ts';
import type { Deps } from '../deps.ts';
import { transactAsSystem } from '../transact.ts';
import type { OutboxRow } from './job.ts';

/** Leaves a batch that the mail service refused whole to the outbox again in two halves, so that its good mails need not
 * wait for the bad one. */
export const queueHalves = <K extends JobKind, Item>(
  deps: Deps,
  { hoa_id, kind, key }: OutboxRow<K>,
  items: readonly Item[],
  payloadOf: (half: Item[]) => Effects[K],
): Promise<void> =>
  transactAsSystem(deps, hoa_id, async (tx) => {
    for (const [at, half] of halvesOf(items).entries())
      tx.after({ kind, key: halfKey(key, at), payload: payloadOf(half) } as Effect);
  });
