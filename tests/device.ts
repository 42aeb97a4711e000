import { uuidv7 } from 'uuidv7';
import { Store } from '../sync/client/store.ts';
import type { PullCookie } from '../sync/protocol.ts';
import { type Cast, call, type Person } from './cast.ts';

/** A browser without a screen: a real Replicache client with its storage in memory, on the app's real routes. */
export class Device {
  readonly store: Store;
  online = true;
  /** The next answers that get lost on the way back: the server has acted, the device does not know. */
  loseAnswers = 0;
  readonly #cast: Cast;
  readonly #person: Person;

  constructor(cast: Cast, person: Person, name: string = uuidv7()) {
    this.#cast = cast;
    this.#person = person;
    this.store = new Store({ actor: person, kvStore: 'mem', name, post: (path, body) => this.#post(path, body) });
  }

  async #post(path: string, body: unknown) {
    if (!this.online) throw new TypeError('fetch failed');
    const answer = await call(this.#cast.app, 'POST', path, body, this.#person.token);
    if (this.loseAnswers > 0) {
      this.loseAnswers -= 1;
      throw new TypeError('socket hang up');
    }
    return { status: answer.status, body: answer.body };
  }

  /** Sends everything and fetches everything. */
  async sync(): Promise<this> {
    for (let tries = 0; tries < 200; tries += 1) {
      const before = (await this.store.replicache.cookie) as PullCookie | null;
      await this.store.replicache.push({ now: true }).catch(() => undefined);
      await this.store.replicache.pull({ now: true }).catch(() => undefined);
      const cookie = (await this.store.replicache.cookie) as PullCookie | null;
      const waiting = await this.store.replicache.experimentalPendingMutations();
      if (cookie && !cookie.first && cookie.order === before?.order && waiting.length === 0) return this;
    }
    throw new Error('This device never came to rest');
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
