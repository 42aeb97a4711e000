import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How the API misbehaves. `down` answers 500 and does nothing; `slow` does the work and holds its answer back for `ms`;
 * `lost` does the work and answers 500. With `times` it ends by itself after so many requests.
 */
export type Outage = { mode: 'off' | 'down' | 'slow' | 'lost'; ms: number; times: number | null };

/** The outage asked for through the control API. A restart ends it. */
export class Outages {
  #now: Outage = { mode: 'off', ms: 0, times: null };

  get current(): Outage {
    return { ...this.#now };
  }

  set(outage: Outage): void {
    this.#now = outage;
  }

  take(): Outage {
    const met = this.current;
    if (this.#now.times !== null && --this.#now.times <= 0) this.set({ mode: 'off', ms: 0, times: null });
    return met;
  }
}

/** Waits as long as a slow request takes, or until the emulator stops. */
export const delay = ({ mode, ms }: Outage, signal: AbortSignal): Promise<unknown> =>
  mode === 'slow' ? sleep(ms, undefined, { signal }).catch(() => undefined) : Promise.resolve();
