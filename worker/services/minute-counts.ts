import type { DailyLimit } from '../../schema/limits.ts';
import { LimitReached } from '../../sync/tx.ts';

const MINUTE_MS = 60_000;

/** Counts by the minute what would cost too much to count in the database. It lives as long as its isolate. */
export class MinuteCounts {
  #minute = 0;
  #counts = new Map<string, number>();

  /** Counts one use of each limit, or none if one is reached. Throws LimitReached, which answers 429. */
  count(limits: readonly DailyLimit[], now: Date): void {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (minute !== this.#minute) [this.#minute, this.#counts] = [minute, new Map()];
    const reached = limits.find(({ key, max }) => this.#of(key) >= max);
    if (reached) throw new LimitReached(reached.reason, Math.ceil(((minute + 1) * MINUTE_MS - now.getTime()) / 1000));
    for (const { key, by } of limits) this.#counts.set(key, this.#of(key) + by);
  }

  #of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }
}
