import { uuidv7 } from 'uuidv7';
import { openSocket, overSocket, type PokeSocket } from '../../client/device/socket.ts';
import { DEMO_PASSWORD } from '../../local/seed/password.ts';
import { Store } from '../../sync/client/replicated-store.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { type Actor, Refusal } from '../../sync/tx.ts';
import { call } from '../e2e/support/server.ts';

const PATIENCE_MS = 10_000;

export type Change = { id: string; name: MutatorName; mark: string; accepted: boolean };

export class Client {
  store!: Store;
  readonly changes: Change[] = [];
  /** Restarts the client between two steps. */
  mustRestart = false;
  readonly #app: string;
  readonly #email: string;
  readonly #storage = uuidv7();
  #token: string | undefined;
  #socket: PokeSocket | undefined;
  #lastPush = 'has pushed nothing';
  actor!: Actor;

  constructor(app: string, email: string) {
    this.#app = app;
    this.#email = email;
  }

  get isBoard(): boolean {
    return this.actor.role !== 'resident';
  }

  async open(): Promise<this> {
    const { body } = await this.rest('GET', '/api/auth/profile');
    this.actor = { ...body, id: body._id ?? body.id, address_id: null };
    this.#start();
    return this;
  }

  /** A signed-in REST call with a timeout of ten seconds. Status 0 if there was no answer. */
  async rest(method: string, path: string, body?: unknown): Promise<Awaited<ReturnType<typeof call>>> {
    try {
      this.#token ??= await this.#signIn();
      const answer = await call(this.#app, method, path, body, this.#token);
      if (answer.status === 401) this.#token = undefined;
      return answer;
    } catch {
      return { status: 0, body: null };
    }
  }

  /** Runs a mutator and waits until the store calls it saved. Resolves with false if it is refused. */
  async change(name: MutatorName, args: { id: string }, mark: string): Promise<boolean> {
    try {
      await this.store.mutate(name, args);
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
    await this.store.saved();
    const waits = this.store.outbox.find((item) => JSON.stringify(item.args).includes(mark));
    // A change in memory alone is not called saved.
    if (waits?.state === 'memory') return false;
    this.changes.push({ id: args.id, name, mark, accepted: false });
    return true;
  }

  /** Pending changes, without refused ones. */
  get waiting(): number {
    return this.store.outbox.filter(({ kind }) => kind === 'pending').length;
  }

  /** Failure messages quote it. */
  get status(): string {
    return `${this.#email}: ${this.waiting} wait, ${this.#lastPush}`;
  }

  isRefused({ mark }: Change): boolean {
    return this.store.outbox.some(({ kind, args }) => kind === 'refused' && JSON.stringify(args).includes(mark));
  }

  noteAccepted(): void {
    const waiting = JSON.stringify(this.store.outbox.filter(({ kind }) => kind === 'pending').map(({ args }) => args));
    for (const change of this.changes) change.accepted ||= !waiting.includes(change.mark) && !this.isRefused(change);
  }

  /** Loses what is in memory alone and restarts over the same storage. */
  async crash(): Promise<void> {
    this.mustRestart = false;
    await this.close();
    this.#start();
  }

  async close(): Promise<void> {
    this.#socket?.close();
    await this.store.close();
  }

  #start(): void {
    const post = async (path: string, body: unknown) => {
      if (path.endsWith('/push')) this.#lastPush = 'a push has no answer';
      this.#token ??= await this.#signIn();
      const answer = await fetch(`${this.#app}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${this.#token}` },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (answer.status === 401) this.#token = undefined;
      const json: unknown = await answer.json().catch(() => null);
      if (path.endsWith('/push')) this.#lastPush = `a push was answered ${answer.status} ${JSON.stringify(json)}`;
      return { status: answer.status, body: json };
    };
    const store = new Store({
      actor: this.actor,
      kvStore: 'mem',
      name: this.#storage,
      post: overSocket(() => this.#socket, post),
    });
    this.store = store;
    this.#socket = openSocket({
      origin: this.#app,
      network: new EventTarget(),
      group: store.replicache.clientGroupID,
      client: store.replicache.clientID,
      token: async () => (this.#token ??= await this.#signIn()),
      onPoke: (poke) => store.receivePokes([poke]),
      onWake: () => store.syncNow(),
    });
  }

  async #signIn(): Promise<string> {
    const credentials = { email: this.#email, password: DEMO_PASSWORD };
    const { status, body } = await call(this.#app, 'POST', '/api/auth/login', credentials);
    if (status !== 200) throw new TypeError(`${this.#email} cannot sign in now (${status})`);
    return body.accessToken;
  }
}
