import { uuidv7 } from 'uuidv7';
import { Store } from '../../sync/client/store.ts';
import type { PullCookie } from '../../sync/protocol.ts';
import { call, type Person, type TestContext } from './fixtures.ts';

/** A browser without a screen: a real Replicache client with its storage in memory, on the app's real routes. */
export class Device {
  readonly store: Store;
  online = true;
  /** How many answers are lost on the way back: the server has acted, the device does not know. */
  loseAnswers = 0;
  /** Pulls begun. */
  #pulls = 0;
  /** The newest pull that was answered. */
  #pulled = 0;
  #held: Promise<void> | undefined;
  readonly #ctx: TestContext;
  readonly #person: Person;

  constructor(ctx: TestContext, person: Person, name: string = uuidv7()) {
    this.#ctx = ctx;
    this.#person = person;
    this.store = new Store({ actor: person, kvStore: 'mem', name, post: (path, body) => this.#post(path, body) });
  }

  async #post(path: string, body: unknown) {
    if (!this.online) throw new TypeError('fetch failed');
    if (path.endsWith('/pull')) await this.#held;
    if (path.endsWith('/pull')) this.#pulls += 1;
    const pull = path.endsWith('/pull') ? this.#pulls : 0;
    const answer = await call(this.#ctx.app, 'POST', path, body, this.#person.token);
    if (this.loseAnswers > 0) {
      this.loseAnswers -= 1;
      throw new TypeError('socket hang up');
    }
    if (answer.status === 200) this.#pulled = Math.max(this.#pulled, pull);
    return { status: answer.status, body: answer.body };
  }

  /** Keeps pulls from the server until `release`: what is pushed meanwhile is accepted, and the device does not know. */
  holdPulls(): { release(): void } {
    let release = () => {};
    this.#held = new Promise((resolve) => {
      release = resolve;
    });
    return { release };
  }

  /** Sends and fetches everything. A pull that was under way before may have missed the newest. */
  async sync(): Promise<this> {
    const began = this.#pulls;
    for (let tries = 0; tries < 200; tries += 1) {
      const before = (await this.store.replicache.cookie) as PullCookie | null;
      await this.store.replicache.push({ now: true }).catch(() => undefined);
      await this.store.replicache.pull({ now: true }).catch(() => undefined);
      const cookie = (await this.store.replicache.cookie) as PullCookie | null;
      const waiting = await this.store.replicache.experimentalPendingMutations();
      const isAtRest = cookie && !cookie.first && cookie.order === before?.order && waiting.length === 0;
      if (isAtRest && this.#pulled > began) return this;
    }
    throw new Error('This device never came to rest');
  }

  /** Pulls what is on the server at this call, which is all for a device that has synced before. Throws when no pull is
   * answered. */
  async pull(): Promise<void> {
    const began = this.#pulls;
    // Replicache joins a pull that has begun already, which may miss the newest change.
    for (let tries = 0; tries < 5 && this.#pulled <= began; tries += 1) await this.store.replicache.pull({ now: true });
    if (this.#pulled <= began) throw new Error('The pull was not answered');
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
