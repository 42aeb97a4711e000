import type { Store } from './store.ts';

/** The emulator's clock: real time, moved by what the control API said. It survives restarts. */
export class Clock {
  readonly #store: Store;
  #frozen: number | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Seconds since 1970, as Stripe counts. */
  now(): number {
    return this.#frozen ?? Math.floor((Date.now() + this.#offset) / 1000);
  }

  /** Moves the clock to `seconds`; time goes on from there. */
  move(seconds: number): void {
    this.#store.put('settings', { id: 'clock', offset_ms: seconds * 1000 - Date.now() });
  }

  /** Runs `work` as if it were `seconds`. */
  runAt(seconds: number, work: () => void): void {
    this.#frozen = seconds;
    try {
      work();
    } finally {
      this.#frozen = undefined;
    }
  }

  get #offset(): number {
    return this.#store.get('settings', 'clock')?.offset_ms ?? 0;
  }
}
