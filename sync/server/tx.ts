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

/** What the server's Tx needs besides its reads. `files` are the uploads verified beforehand; `group` is the client group
 * that gets a refusal if one of them proves bad later. */
export type ServerTxDeps = {
  sanitize(html: string): string;
  files: ReadonlyMap<string, FileClaim | Refusal>;
  group?: string;
};

/** The writes gathered so far, over what was read of the database. A fork that is dropped leaves no trace. */
export class WriteBuffer {
  readonly reads: ReadSet;
  readonly writes: Map<string, Write>;
  readonly effects: Effect[];
  /** By upload key. */
  readonly claims: Map<string, FileClaim & { record: string }>;

  constructor(reads: ReadSet, from?: WriteBuffer) {
    this.reads = reads;
    this.writes = new Map(from?.writes);
    this.effects = [...(from?.effects ?? [])];
    this.claims = new Map(from?.claims);
  }

  fork(): WriteBuffer {
    return new WriteBuffer(this.reads, this);
  }
}

/** Tx over libSQL: reads the buffer and then the database; writes only to the buffer. */
export class ServerTx implements Tx {
  readonly actor: Actor;
  readonly now: string;
  readonly #buffer: WriteBuffer;
  readonly #deps: ServerTxDeps;

  constructor(actor: Actor, now: string, buffer: WriteBuffer, deps: ServerTxDeps) {
    this.actor = actor;
    this.now = now;
    this.#buffer = buffer;
    this.#deps = deps;
  }

  async get<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined> {
    const stored = await this.#buffer.reads.row(entity, id);
    const written = this.#buffer.writes.get(`${entity}/${id}`);
    return written ? ((written.row as Rows[E] | null) ?? undefined) : stored;
  }

  async findVisible<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined> {
    const row = await this.get(entity, id);
    return row && isVisible(synced[entity] as Synced<Rows[E]>, row, this.actor) ? row : undefined;
  }

  async list<E extends Entity>(entity: E, field: keyof Rows[E] & string, value: string): Promise<Rows[E][]> {
    const stored = await this.#buffer.reads.list(entity, field, value);
    const untouched = stored.filter((row) => !this.#buffer.writes.has(`${entity}/${row.id}`));
    const written = [...this.#buffer.writes.values()]
      .filter((write) => write.entity === entity && write.row !== null)
      .map((write) => write.row as Rows[E])
      .filter((row) => row[field] === value);
    return [...untouched, ...written].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async put<E extends Entity>(entity: E, row: Unsaved<Rows[E]>): Promise<void> {
    const { id } = row as { id: string };
    const stored = await this.#buffer.reads.row(entity, id);
    const saved: Record<string, unknown> = { ...row, hoa_id: this.actor.hoa_id, rev: (stored?.rev ?? 0) + 1 };
    for (const column of richColumns[entity] ?? []) saved[column] = this.#deps.sanitize(String(saved[column]));
    this.#buffer.writes.set(`${entity}/${id}`, { entity, id, row: saved as unknown as Row });
  }

  async delete(entity: Entity, id: string): Promise<void> {
    await this.#buffer.reads.row(entity, id);
    this.#buffer.writes.set(`${entity}/${id}`, { entity, id, row: null });
  }

  async file(key: string, record: string): Promise<StoredFile> {
    const claim = this.#deps.files.get(key);
    if (claim === undefined) throw new Error(`${key} was not verified before the mutator ran`);
    if (claim instanceof Refusal) throw claim;
    const holder = this.#buffer.claims.get(claim.upload)?.record ?? claim.record;
    if (holder !== null && holder !== record) throw new Refusal('conflict', FILE_TAKEN);
    this.#buffer.claims.set(claim.upload, { ...claim, record });
    if (claim.file.pending) this.after(checkFileEffect(this, claim.file.key, this.#deps.group));
    return claim.file;
  }

  after(effect: Effect): void {
    if (this.#buffer.effects.some(({ key }) => key === effect.key)) return;
    this.#buffer.effects.push(effect);
  }
}

export const FILE_TAKEN = 'This file already belongs to another record. Please upload it again.';

/** Subrequests of the request that leaves it are used up, so a later invocation takes it. */
const CHECK_AFTER_MS = 15_000;

/** Asks the outbox to verify a file that was claimed without being verified. */
const checkFileEffect = (
  { actor, now }: Tx,
  key: string,
  client_group_id: string | undefined,
): Effect<'checkFile'> => ({
  kind: 'checkFile',
  key: outboxKeys.checkFile(key),
  payload: { key, user_id: actor.id, client_group_id },
  due: new Date(Date.parse(now) + CHECK_AFTER_MS).toISOString(),
});
