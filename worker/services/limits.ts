import type { InStatement } from '@libsql/client';
import type { DailyLimit } from '../../schema/limits.ts';
import {
  countStatement,
  pruneStatement,
  readCountsStatement,
  requireWithin,
  secondsLeft,
} from '../../sync/server/limits.ts';
import { batch } from '../../sync/server/retry.ts';
import { LimitReached } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';

/** Counts one use of each limit, or none if one is reached. `insert` runs in the same batch, right after the counting:
 * its `changes()` is 0 if nothing was counted. Throws LimitReached, which answers 429. */
export const countUses = async (
  deps: Pick<Deps, 'db' | 'now'>,
  limits: readonly DailyLimit[],
  insert: InStatement[] = [],
): Promise<void> => {
  const now = deps.now();
  const statements = [readCountsStatement(limits, now), countStatement(limits, now), ...insert, pruneStatement(now)];
  const [before, counted] = await batch(deps.db, statements, 'write');
  if (counted?.rowsAffected) return;
  requireWithin(limits, before, now);
  throw new LimitReached('This is not possible any more today.', secondsLeft(now));
};
