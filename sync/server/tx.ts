import type { DailyLimit } from '../../schema/limits.ts';
import type { Effect } from '../../schema/outbox.ts';
import type { Entity, Rows, Unsaved } from '../../schema/rows.ts';
import type { NewActivity } from '../../schema/tables/activity.ts';
import type { StoredFile } from '../../schema/uploads.ts';
import { entities } from '../index.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { type Actor, isVisible, LimitReached, Refusal, type Tx } from '../tx.ts';
import { requireFreshCode } from '../users/step-up.ts';
import { serverEntities } from './entities.ts';
import { secondsLeft, withoutEmails } from './limits.ts';
import type { ReadSet } from './read-set.ts';

/** Actor id of cron, webhooks and jobs; it has no user row. */
export const SYSTEM = 'system';

type Row = Rows[Entity];
export type Write = { entity: Entity; id: string; row: Row | null };

/** `upload` is the uploaded key, `record` the `entity/id` that has claimed it. */
export type FileClaim = { upload: string; file: StoredFile; record: string | null };

/** `files` are the uploads that were verified beforehand; `group` is the client group that gets the refusal if one of
 * them later fails verification. */
export type ServerTxDeps = {
  sanitize(html: string): string;
  files: ReadonlyMap<string, FileClaim | Refusal>;
  group?: string;
  /** The sign-in that asks; the system has none. */
  sign_in?: string | null | undefined;
};

/** Collects writes over a read set. A discarded fork has no effect. */
export class WriteBuffer {
  readonly reads: ReadSet;
  readonly writes: Map<string, Write>;
  readonly effects: Effect[];
  readonly claims: Map<string, FileClaim & { record: string }>;
  readonly activities: NewActivity[];
  /** How often limits of the day are used, by key. */
  readonly uses: Map<string, number>;

  constructor(reads: ReadSet, from?: WriteBuffer) {
    this.reads = reads;
    this.writes = new Map(from?.writes);
    this.effects = [...(from?.effects ?? [])];
    this.claims = new Map(from?.claims);
    this.activities = [...(from?.activities ?? [])];
    this.uses = new Map(from?.uses);
  }

  fork(): WriteBuffer {
    return new WriteBuffer(this.reads, this);
  }
}

/** Reads the buffer first, then the database. Writes only to the buffer. */
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
    return row && isVisible(entities[entity], row, this.actor) ? row : undefined;
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
    for (const column of serverEntities[entity].rich ?? []) saved[column] = this.#deps.sanitize(String(saved[column]));
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

  async nextNumber(entity: 'deposit'): Promise<number> {
    const rows = await this.list(entity, 'hoa_id', this.actor.hoa_id);
    return 1 + Math.max(0, ...rows.map(({ number }) => number ?? 0));
  }

  after(effect: Effect): void {
    if (this.#buffer.effects.some(({ key }) => key === effect.key)) return;
    this.#buffer.effects.push(effect);
  }

  async count({ key: named, max, by, reason }: DailyLimit): Promise<void> {
    const now = new Date(this.now);
    const key = withoutEmails(named, this.actor.hoa_id);
    const before = await this.#buffer.reads.count(key, now);
    const used = (this.#buffer.uses.get(key) ?? 0) + by;
    if (before + used > max) throw new LimitReached(reason, secondsLeft(now));
    this.#buffer.uses.set(key, used);
  }

  async requireFreshCode(): Promise<void> {
    if (this.actor.id === SYSTEM) return;
    const state = await this.#buffer.reads.signIn(this.actor.id, this.#deps.sign_in ?? '');
    requireFreshCode(state, new Date(this.now));
  }
}

const FILE_TAKEN = 'This file already belongs to another record. Please upload it again.';

/** The current request has used up its subrequests, so a later invocation runs the check. */
const CHECK_AFTER_MS = 15_000;

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
