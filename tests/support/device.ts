import { uuidv7 } from 'uuidv7';
import { Store } from '../../sync/client/replicated-store.ts';
import { ENTITY_NAMES } from '../../sync/index.ts';
import { PLAIN_POKE, type PokePatch, type PullCookie } from '../../sync/protocol.ts';
import { call, type Person, type TestContext } from './fixtures.ts';
import type { TestHubs, TestSocket } from './hubs.ts';

type StoreEvents = NonNullable<ConstructorParameters<typeof Store>[0]['events']>;

/** A browser without a screen: a real Replicache client with its storage in memory, on the app's real routes. */
export class Device {
  readonly store: Store;
  online = true;
  /** How many answers are lost on the way back: the server has acted, the device does not know. */
  loseAnswers = 0;
  /** Pushes and pulls made, over the socket or not. */
  requests = 0;
  /** Pokes received. */
  pokes = 0;
  #socket: TestSocket | undefined;
  #calls = 0;
  readonly #answers = new Map<number, (answer: { status: number; body: unknown } | undefined) => void>();
  /** Pulls begun. */
  #pulls = 0;
  /** The newest pull that was answered. */
  #pulled = 0;
  #held: Promise<void> | undefined;
  readonly #ctx: TestContext;
  readonly #person: Person;

  constructor(ctx: TestContext, person: Person, name: string = uuidv7(), events: StoreEvents = {}) {
    this.#ctx = ctx;
    this.#person = person;
    const post = (path: string, body: unknown) => this.#post(path, body);
    this.store = new Store({ actor: person, kvStore: 'mem', name, events, post });
  }

  /** Opens the socket: pokes reach the device, and pushes go over it. `relay` decides what becomes of each poke. */
  async connect(
    hubs: TestHubs,
    relay: (poke: PokePatch, take: (poke: PokePatch) => void) => void = (poke, take) => take(poke),
  ): Promise<this> {
    const { clientGroupID, clientID } = this.store.replicache;
    this.#socket = await hubs.open(
      this.#ctx,
      this.#person,
      { group: await clientGroupID, client: await clientID },
      { onMessage: (message) => this.#receive(message, relay), onClose: () => this.#close() },
    );
    return this;
  }

  disconnect(): void {
    this.#socket?.close();
    this.#close();
  }

  #receive(message: string, relay: (poke: PokePatch, take: (poke: PokePatch) => void) => void) {
    if (message === PLAIN_POKE) return this.#wake();
    const { poke, id, ...answer } = JSON.parse(message);
    if (!poke) return this.#answers.get(id)?.(answer);
    relay(poke, (one) => {
      this.pokes += 1;
      this.store.receivePokes([one]);
    });
  }

  #close() {
    this.#socket = undefined;
    for (const answer of this.#answers.values()) answer(undefined);
    this.#answers.clear();
    this.#wake();
  }

  #wake() {
    if (this.online) this.store.replicache.pull({ now: true }).catch(() => undefined);
  }

  /** Over the socket if one is open, else over HTTP. */
  async #call(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
    const socket = this.#socket;
    if (!socket || !path.endsWith('/push')) return call(this.#ctx.app, 'POST', path, body, this.#person.token);
    this.#calls += 1;
    const id = this.#calls;
    const answer = new Promise<{ status: number; body: unknown } | undefined>((resolve) =>
      this.#answers.set(id, resolve),
    );
    await socket.send(JSON.stringify({ id, path, body }));
    const received = await answer;
    this.#answers.delete(id);
    return received && received.status !== 401 ? received : call(this.#ctx.app, 'POST', path, body, this.#person.token);
  }

  async #post(path: string, body: unknown) {
    if (!this.online) throw new TypeError('fetch failed');
    this.requests += 1;
    if (path.endsWith('/pull')) await this.#held;
    if (path.endsWith('/pull')) this.#pulls += 1;
    const pull = path.endsWith('/pull') ? this.#pulls : 0;
    const answer = await this.#call(path, body);
    if (this.loseAnswers > 0) {
      this.loseAnswers -= 1;
      throw new TypeError('socket hang up');
    }
    if (answer.status === 200) this.#pulled = Math.max(this.#pulled, pull);
    const isHeld = this.#held !== undefined && path.endsWith('/push');
    return { status: answer.status, body: isHeld ? {} : answer.body };
  }

  /** Keeps pulls from the server and pokes from the device until `release`: what is pushed meanwhile is accepted, and
   * the device does not know. */
  holdPulls(): { release(): void } {
    let release = () => {};
    this.#held = new Promise((resolve) => {
      release = resolve;
    });
    return {
      release: () => {
        this.#held = undefined;
        release();
      },
    };
  }

  /** Sends and fetches everything, and brings all rows into memory. A pull that was under way before may have missed the newest. */
  async sync(): Promise<this> {
    await Promise.all(ENTITY_NAMES.map((entity) => this.store.load(entity)));
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
