import type { ReadonlyJSONValue, WriteTransaction } from 'replicache';
import type { Entity, Rows, Unsaved } from '../../schema/rows.ts';
import { nameOfKey, type StoredFile } from '../../schema/uploads.ts';
import type { Actor, Tx } from '../tx.ts';
import type { Lookup } from './row-index.ts';

/** Columns whose value begins the id, before a dot: their rows lie together, and a rebase finds them without an index. */
const WITHIN: { [E in Entity]?: keyof Rows[E] & string } = { entry: 'account_id' };

/** `after`, `count` and `requireFreshCode` do nothing: the server does it when it runs the same mutator. */
export class ClientTx implements Tx {
  readonly actor: Actor;
  readonly now: string;
  readonly #tx: WriteTransaction;
  readonly #lookup: Lookup;
  readonly #written = new Set<string>();

  /** `lookup` knows the rows as they were before the transaction. */
  constructor(tx: WriteTransaction, actor: Actor, now: string, lookup: Lookup = () => undefined) {
    this.#tx = tx;
    this.#lookup = lookup;
    this.actor = actor;
    this.now = now;
  }

  async get<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined> {
    return (await this.#tx.get(`${entity}/${id}`)) as Rows[E] | undefined;
  }

  findVisible<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined> {
    return this.get(entity, id);
  }

  async list<E extends Entity>(entity: E, field: keyof Rows[E] & string, value: string): Promise<Rows[E][]> {
    // Every local row belongs to the actor's HOA, but synced rows carry no hoa_id.
    if (field === 'hoa_id') return value === this.actor.hoa_id ? this.#scan(entity) : [];
    if (field === WITHIN[entity]) return this.#scan(entity, `${value}.`);
    const found = this.#lookup(entity, field, value);
    const rows = found ? await this.#getEach(entity, found) : await this.#scan(entity);
    return rows.filter((row) => row[field] === value);
  }

  async #scan<E extends Entity>(entity: E, ids = ''): Promise<Rows[E][]> {
    const scan = this.#tx.scan({ prefix: `${entity}/${ids}` });
    return (await scan.values().toArray()) as unknown as Rows[E][];
  }

  /** Those with one of the ids or written by this transaction, ordered by id. */
  async #getEach<E extends Entity>(entity: E, ids: readonly string[]): Promise<Rows[E][]> {
    const written = [...this.#written].filter((key) => key.startsWith(`${entity}/`));
    const keys = [...new Set([...ids.map((id) => `${entity}/${id}`), ...written])].sort();
    const rows = await Promise.all(keys.map((key) => this.#tx.get(key)));
    return rows.filter((row) => row !== undefined) as unknown as Rows[E][];
  }

  async put<E extends Entity>(entity: E, row: Unsaved<Rows[E]>): Promise<void> {
    const saved = { ...row, hoa_id: this.actor.hoa_id };
    const key = `${entity}/${(row as { id: string }).id}`;
    this.#written.add(key);
    await this.#tx.set(key, saved as unknown as ReadonlyJSONValue);
  }

  async delete(entity: Entity, id: string): Promise<void> {
    await this.#tx.del(`${entity}/${id}`);
  }

  /** A client knows only the key; the next pull brings size and type. */
  async file(key: string): Promise<StoredFile> {
    return { key, name: nameOfKey(key), size: 0, type: '' };
  }

  async nextNumber(): Promise<null> {
    return null;
  }

  after(): void {}

  async count(): Promise<void> {}

  async requireFreshCode(): Promise<void> {}
}
