import type { Hoa } from '../../schema/tables/hoas.ts';
import { LimitReached, type Tx } from '../tx.ts';

export const MAILS_USED_UP = 'Your HOA has reached today’s email limit.';

/** True if emails wait because those of the day are used up. `now` is ISO 8601. */
export const areMailsPaused = (hoa: Pick<Hoa, 'mails_paused_until'> | undefined, now: string): boolean =>
  (hoa?.mails_paused_until ?? '') > now;

/** `until` is ISO 8601. */
export const pauseMails = async (tx: Tx, until: string): Promise<void> => {
  const hoa = await tx.get('hoa', tx.actor.hoa_id);
  if (hoa && !areMailsPaused(hoa, tx.now)) await tx.put('hoa', { ...hoa, mails_paused_until: until });
};

/** Refuses what would only wait. Throws LimitReached, on a device too, which knows it from the HOA's row. */
export const requireMails = async (tx: Tx): Promise<void> => {
  const hoa = await tx.get('hoa', tx.actor.hoa_id);
  if (!hoa?.mails_paused_until || !areMailsPaused(hoa, tx.now)) return;
  throw new LimitReached(MAILS_USED_UP, Math.ceil((Date.parse(hoa.mails_paused_until) - Date.parse(tx.now)) / 1000));
};
