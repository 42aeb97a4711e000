import type { ReadonlyJSONValue, WriteTransaction } from 'replicache';
import type { Entity, Rows, Unsaved } from '../../schema/rows.ts';
import type { StoredFile } from '../../schema/uploads.ts';
import type { Actor, Tx } from '../tx.ts';

/** `after` does nothing: the server queues the job when it runs the same mutator. */
export class ClientTx implements Tx {
  readonly actor: Actor;
  readonly now: string;
  readonly #tx: WriteTransaction;

  constructor(tx: WriteTransaction, actor: Actor, now: string) {
    this.#tx = tx;
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
    const rows = (await this.#tx
      .scan({ prefix: `${entity}/` })
      .values()
      .toArray()) as unknown as Rows[E][];
    // Every local row belongs to the actor's HOA, but synced rows carry no hoa_id.
    if (field === 'hoa_id') return value === this.actor.hoa_id ? rows : [];
    return rows.filter((row) => row[field] === value);
  }

  async put<E extends Entity>(entity: E, row: Unsaved<Rows[E]>): Promise<void> {
    const saved = { ...row, hoa_id: this.actor.hoa_id };
    await this.#tx.set(`${entity}/${(row as { id: string }).id}`, saved as unknown as ReadonlyJSONValue);
  }

  async delete(entity: Entity, id: string): Promise<void> {
    await this.#tx.del(`${entity}/${id}`);
  }

  /** A client knows only the key; the next pull brings size and type. */
  async file(key: string): Promise<StoredFile> {
    return { key, name: key.split('/').pop() ?? key, size: 0, type: '' };
  }

  after(): void {}
}
