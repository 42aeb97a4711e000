import { uuidv7 } from 'uuidv7';
import { DEMO_PASSWORD } from '../../local/seed/password.ts';
import { Store } from '../../sync/client/store.ts';
import type { MutatorName } from '../../sync/index.ts';
import { type Actor, Refusal } from '../../sync/tx.ts';
import { call } from '../e2e/support/server.ts';

const PATIENCE_MS = 10_000;

/** One change that its author was told is saved. `mark` is text that stands in it and in nothing else. */
export type Change = { id: string; name: MutatorName; mark: string; accepted: boolean };

/** A device of one person: the real store, whose calls go over the line to the app. Its storage outlives a crash. */
export class Client {
  store!: Store;
  readonly changes: Change[] = [];
  /** Asks for a start of the app between two steps. */
  mustRestart = false;
  readonly #app: string;
  readonly #email: string;
  readonly #storage = uuidv7();
  #token: string | undefined;
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

  /** A call as a screen makes it: signed in, and patient for ten seconds. Status 0 where no answer came. */
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

  /** Makes a change and waits until it is called saved. Not where a rule says no. */
  async change(name: MutatorName, args: { id: string }, mark: string): Promise<boolean> {
    try {
      await this.store.mutate(name, args);
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
    await this.store.saved();
    const waits = this.store.outbox.find((item) => JSON.stringify(item.args).includes(mark));
    // In memory alone it was called nothing yet.
    if (waits?.state === 'memory') return false;
    this.changes.push({ id: args.id, name, mark, accepted: false });
    return true;
  }

  /** How many changes still wait here, those in the tray left out. */
  get waiting(): number {
    return this.store.outbox.filter(({ kind }) => kind === 'pending').length;
  }

  /** What is left to send and why, for who reads of a failure. */
  get standing(): string {
    return `${this.#email}: ${this.waiting} wait, ${this.#lastPush}`;
  }

  isRefused({ mark }: Change): boolean {
    return this.store.outbox.some(({ kind, args }) => kind === 'refused' && JSON.stringify(args).includes(mark));
  }

  /** What has left the outbox is accepted or refused. */
  noteAccepted(): void {
    const waiting = JSON.stringify(this.store.outbox.filter(({ kind }) => kind === 'pending').map(({ args }) => args));
    for (const change of this.changes) change.accepted ||= !waiting.includes(change.mark) && !this.isRefused(change);
  }

  /** Ends without a last word: what is in memory alone is gone. Starts again over the same storage. */
  async crash(): Promise<void> {
    this.mustRestart = false;
    await this.store.close();
    this.#start();
  }

  async close(): Promise<void> {
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
    this.store = new Store({ actor: this.actor, kvStore: 'mem', name: this.#storage, post });
  }

  async #signIn(): Promise<string> {
    const credentials = { email: this.#email, password: DEMO_PASSWORD };
    const { status, body } = await call(this.#app, 'POST', '/api/auth/login', credentials);
    if (status !== 200) throw new TypeError(`${this.#email} cannot sign in now (${status})`);
    return body.accessToken;
  }
}
