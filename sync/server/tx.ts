import type { Effect } from '../../schema/outbox.ts';
import type { Entity, Rows, Unsaved } from '../../schema/rows.ts';
import type { StoredFile } from '../../schema/uploads.ts';
import { synced } from '../index.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { type Actor, isVisible, Refusal, type Synced, type Tx } from '../tx.ts';
import type { ReadSet } from './read-set.ts';
import { richColumns } from './tables.ts';

type Row = Rows[Entity];
/** A row as it will be after the write; null where it will be gone. */
export type Write = { entity: Entity; id: string; row: Row | null };

/** An uploaded key: the upload it came by, what it holds, and the record (`entity/id`) that has claimed it. */
export type FileClaim = { upload: string; file: StoredFile; record: string | null };

/** What the server's Tx needs besides its reads: cleaned rich text, the files looked at beforehand, and the client group
 * that hears of it should a file prove bad later. */
export type ServerTxDeps = {
  sanitize(html: string): string;
  files: ReadonlyMap<string, FileClaim | Refusal>;
  group?: string;
};

/** The writes gathered so far, over a snapshot of the database. A fork can be dropped or merged. */
export class WriteBuffer {
  readonly snapshot: ReadSet;
  readonly writes: Map<string, Write>;
  readonly effects: Effect[];
  /** Files by their uploads, each with the record that claims it. */
  readonly claims: Map<string, FileClaim & { record: string }>;

  constructor(snapshot: ReadSet, from?: WriteBuffer) {
    this.snapshot = snapshot;
    this.writes = new Map(from?.writes);
    this.effects = [...(from?.effects ?? [])];
    this.claims = new Map(from?.claims);
  }

  fork(): WriteBuffer {
    return new WriteBuffer(this.snapshot, this);
  }
}

/** Tx over libSQL: reads the overlay and then the database; writes only to the overlay. */
export class ServerTx implements Tx {
  readonly actor: Actor;
  readonly now: string;
  readonly #overlay: WriteBuffer;
  readonly #around: ServerTxDeps;

  constructor(actor: Actor, now: string, overlay: WriteBuffer, around: ServerTxDeps) {
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

  async findVisible<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined> {
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

  async file(key: string, record: string): Promise<StoredFile> {
    const known = this.#around.files.get(key);
    if (known === undefined) throw new Error(`${key} was not looked at before the mutator ran`);
    if (known instanceof Refusal) throw known;
    const holder = this.#overlay.claims.get(known.upload)?.record ?? known.record;
    if (holder !== null && holder !== record) throw new Refusal('conflict', FILE_TAKEN);
    this.#overlay.claims.set(known.upload, { ...known, record });
    if (known.file.pending) this.after(checkFile(this, known.file.key, this.#around.group));
    return known.file;
  }

  after(effect: Effect): void {
    if (this.#overlay.effects.some(({ key }) => key === effect.key)) return;
    this.#overlay.effects.push(effect);
  }
}

export const FILE_TAKEN = 'This file already belongs to another record. Please upload it again.';

/** The request that leaves it has no calls to spare. */
const CHECK_AFTER_MS = 15_000;

/** Asks the outbox to check a file that was claimed unseen. */
const checkFile = ({ actor, now }: Tx, key: string, client_group_id: string | undefined): Effect<'checkFile'> => ({
  kind: 'checkFile',
  key: outboxKeys.checkFile(key),
  payload: { key, user_id: actor.id, client_group_id },
  due: new Date(Date.parse(now) + CHECK_AFTER_MS).toISOString(),
});
