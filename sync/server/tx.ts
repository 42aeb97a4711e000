import type { StoredFile } from '../../schema/requests.ts';
import { type Rows, synced } from '../index.ts';
import { type Actor, type Effect, type Entity, isVisible, Refusal, type Synced, type Tx, type Unsaved } from '../tx.ts';
import type { Snapshot } from './snapshot.ts';
import { richColumns } from './tables.ts';

type Row = Rows[Entity];
/** A row as it will be after the write; null where it will be gone. */
export type Write = { entity: Entity; id: string; row: Row | null };

/** What the server's Tx needs besides its reads: cleaned rich text, and the files verified beforehand. */
export type Surroundings = {
  sanitize(html: string): string;
  files: ReadonlyMap<string, StoredFile | Refusal>;
};

/** The writes gathered so far, over a snapshot of the database. A fork can be dropped or merged. */
export class Overlay {
  readonly snapshot: Snapshot;
  readonly writes: Map<string, Write>;
  readonly effects: Effect[];

  constructor(snapshot: Snapshot, writes: Iterable<[string, Write]> = [], effects: readonly Effect[] = []) {
    this.snapshot = snapshot;
    this.writes = new Map(writes);
    this.effects = [...effects];
  }

  fork(): Overlay {
    return new Overlay(this.snapshot, this.writes, this.effects);
  }
}

/** Tx over libSQL: reads the overlay and then the database; writes only to the overlay. */
export class ServerTx implements Tx {
  readonly actor: Actor;
  readonly now: string;
  readonly #overlay: Overlay;
  readonly #around: Surroundings;

  constructor(actor: Actor, now: string, overlay: Overlay, around: Surroundings) {
    this.actor = actor;
    this.now = now;
    this.#overlay = overlay;
    this.#around = around;
  }

  async get<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined> {
    const stored = (await this.#overlay.snapshot.row(entity, id)) as Rows[E] | undefined;
    const written = this.#overlay.writes.get(`${entity}/${id}`);
    return written ? ((written.row as Rows[E] | null) ?? undefined) : stored;
  }

  async find<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined> {
    const row = await this.get(entity, id);
    return row && isVisible(synced[entity] as Synced<Rows[E]>, row, this.actor) ? row : undefined;
  }

  async list<E extends Entity>(entity: E, field: keyof Rows[E] & string, value: string): Promise<Rows[E][]> {
    const stored = (await this.#overlay.snapshot.list(entity, field, value)) as Rows[E][];
    const untouched = stored.filter((row) => !this.#overlay.writes.has(`${entity}/${row.id}`));
    const written = [...this.#overlay.writes.values()]
      .filter((write) => write.entity === entity && write.row !== null)
      .map((write) => write.row as Rows[E])
      .filter((row) => row[field] === value);
    return [...untouched, ...written].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async put<E extends Entity>(entity: E, row: Unsaved<Rows[E]>): Promise<void> {
    const id = (row as { id: string }).id;
    const stored = await this.#overlay.snapshot.row(entity, id);
    const saved = { ...row, hoa_id: this.actor.hoa_id, rev: (stored?.rev ?? 0) + 1 } as unknown as Record<
      string,
      unknown
    >;
    for (const column of richColumns[entity] ?? []) saved[column] = this.#around.sanitize(String(saved[column]));
    this.#overlay.writes.set(`${entity}/${id}`, { entity, id, row: saved as unknown as Row });
  }

  async delete(entity: Entity, id: string): Promise<void> {
    await this.#overlay.snapshot.row(entity, id);
    this.#overlay.writes.set(`${entity}/${id}`, { entity, id, row: null });
  }

  async file(key: string): Promise<StoredFile> {
    const file = this.#around.files.get(key);
    if (file === undefined) throw new Error(`${key} was not verified before the mutator ran`);
    if (file instanceof Refusal) throw file;
    return file;
  }

  after(effect: Effect): void {
    if (this.#overlay.effects.some(({ key }) => key === effect.key)) return;
    this.#overlay.effects.push(effect);
  }
}
