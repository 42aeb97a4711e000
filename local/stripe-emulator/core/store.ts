import type { Change, Journal } from './journal.ts';
import type { State, Table, Tables } from './state.ts';

/** Tables whose rows share the ids of others. */
const HIDDEN: Table[] = ['balances', 'behaviours', 'checkouts', 'collections', 'owners'];

/**
 * The tables, as the platform or (after `as`) one connected account sees them.
 * Rows handed out are the stored ones: change them and `put` them back. `flush` makes what was put durable.
 */
export class Store {
  readonly #state: State;
  readonly #journal: Journal;
  readonly #account: string | undefined;
  readonly #dirty: Map<string, [Table, string]>;

  constructor(state: State, journal: Journal, account?: string, dirty = new Map<string, [Table, string]>()) {
    this.#state = state;
    this.#journal = journal;
    this.#account = account;
    this.#dirty = dirty;
  }

  /** The same store for calls with a Stripe-Account header: https://docs.stripe.com/connect/authentication */
  forAccount(account: string | undefined): Store {
    return new Store(this.#state, this.#journal, account, this.#dirty);
  }

  get<T extends Table>(table: T, id: string): Tables[T] | undefined {
    const rows = this.#state[table] as Record<string, Tables[T]>;
    return Object.hasOwn(rows, id) && this.#sees(id) ? rows[id] : undefined;
  }

  /** All rows, the newest first. */
  all<T extends Table>(table: T): Tables[T][] {
    const rows = Object.values(this.#state[table]) as Tables[T][];
    return rows.filter((row) => this.#sees((row as { id: string }).id)).reverse();
  }

  put<T extends Table>(table: T, row: Tables[T]): Tables[T] {
    const { id } = row as { id: string };
    const rows = this.#state[table] as Record<string, Tables[T]>;
    if (this.#account && !Object.hasOwn(rows, id)) this.#own(id, this.#account);
    rows[id] = row;
    this.#dirty.set(`${table}/${id}`, [table, id]);
    return row;
  }

  remove(table: Table, id: string): void {
    delete this.#state[table][id];
    this.#dirty.set(`${table}/${id}`, [table, id]);
  }

  findAny(id: string): object | undefined {
    for (const table of Object.keys(this.#state) as Table[]) {
      if (HIDDEN.includes(table)) continue;
      const row = this.get(table, id);
      if (row) return row;
    }
    return undefined;
  }

  /** Writes everything put since the last flush to the disk, whole or not at all. */
  flush(): void {
    if (this.#dirty.size === 0) return;
    const changes = [...this.#dirty.values()].map(([table, id]): Change => [table, id, this.#state[table][id] ?? null]);
    this.#dirty.clear();
    this.#journal.append(changes);
  }

  #own(id: string, account: string): void {
    this.#state.owners[id] = { id, account };
    this.#dirty.set(`owners/${id}`, ['owners', id]);
  }

  #sees(id: string): boolean {
    return !this.#account || this.#state.owners[id]?.account === this.#account;
  }
}
