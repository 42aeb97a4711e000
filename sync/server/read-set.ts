import type { Client, InStatement, Row as SqlRow } from '@libsql/client';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { SignInState } from '../users/step-up.ts';
import { windowStart } from './limits.ts';
import type { Condition } from './queue.ts';
import { batch } from './retry.ts';
import { signInState, signInStatement } from './step-up.ts';
import { shapes } from './tables.ts';

type Row = Rows[Entity];
type PendingRead = { statement: InStatement; resolve(rows: SqlRow[]): void; reject(error: unknown): void };
type PendingRow = { id: string; resolve(rows: Row[]): void; reject(error: unknown): void };

/** Keeps what was read for one write, so that the write can check that nothing of it has changed. */
export class ReadSet {
  readonly hoa_id: string;
  readonly rows = new Map<string, { entity: Entity; id: string; row: Row | undefined }>();
  readonly lists = new Map<string, { entity: Entity; field: string; value: string; rows: Row[] }>();
  /** The counts of the day by key. */
  readonly counts = new Map<string, { day: number; count: number }>();
  readonly #db: Client;
  readonly #requested = new Map<string, Promise<Row[]>>();
  #signIn: Promise<SignInState> | undefined;
  #pendingReads: PendingRead[] = [];
  readonly #pendingRows = new Map<Entity, PendingRow[]>();

  constructor(db: Client, hoa_id: string) {
    this.#db = db;
    this.hoa_id = hoa_id;
  }

  async row<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined> {
    const key = `${entity}/${id}`;
    const known = this.rows.get(key);
    if (known) return known.row as Rows[E] | undefined;
    const requested = this.#requested.get(key);
    const row = (requested ? undefined : this.#listed(entity, id)) ?? (await this.#ask(key, requested, entity, id));
    this.rows.set(key, { entity, id, row });
    return row as Rows[E] | undefined;
  }

  async #ask(key: string, before: Promise<Row[]> | undefined, entity: Entity, id: string): Promise<Row | undefined> {
    const requested = before ?? this.#request(entity, id);
    this.#requested.set(key, requested);
    return (await requested)[0];
  }

  /** A row of a list that was read need not be read again. */
  #listed(entity: Entity, id: string): Row | undefined {
    for (const list of this.lists.values()) {
      const row = list.entity === entity ? list.rows.find((one) => one.id === id) : undefined;
      if (row) return row;
    }
    return undefined;
  }

  async list<E extends Entity>(entity: E, field: string, value: string): Promise<Rows[E][]> {
    const key = `${entity}/${field}/${value}`;
    const known = this.lists.get(key);
    if (known) return known.rows as Rows[E][];
    if (!shapes[entity].columns.some((column) => column.name === field)) throw new Error(`${entity} has no ${field}`);
    const rows = await this.#once(key, `${select(entity)} AND t.${field} = ? ${BY_ID}`, [this.hoa_id, value]);
    this.lists.set(key, { entity, field, value, rows });
    return rows as Rows[E][];
  }

  /** The rows with that value beyond the `kept` newest ones, newest first, at most 500. The field needs an index with
   * the id. Only those that `note` is given are guarded. */
  async rowsBeyond<E extends Entity>(entity: E, field: string, value: string, kept: number): Promise<Rows[E][]> {
    const sql = `${select(entity)} AND t.${field} = ? ORDER BY t.id DESC LIMIT 500 OFFSET ?`;
    return (await this.read({ sql, args: [this.hoa_id, value, kept] })).map(rowOf) as Rows[E][];
  }

  note<E extends Entity>(entity: E, row: Rows[E]): void {
    this.rows.set(`${entity}/${row.id}`, { entity, id: row.id, row });
  }

  /** How often the limit was used on the day of `now`. */
  async count(key: string, now: Date): Promise<number> {
    const day = windowStart(now);
    const known = this.counts.get(key);
    if (known) return known.count;
    const sql = 'SELECT count FROM rate_limits WHERE key = ? AND window_start = ?';
    const [row] = await this.read({ sql, args: [key, day] });
    const count = Number(row?.count ?? 0);
    this.counts.set(key, { day, count });
    return count;
  }

  /** The state of the caller's sign-in. */
  signIn(user_id: string, sign_in: string): Promise<SignInState> {
    this.#signIn ??= this.read(signInStatement(this.hoa_id, user_id, sign_in)).then(signInState);
    return this.#signIn;
  }

  /** They hold while nothing that was read has changed. */
  guards(): Condition[] {
    const revs = new Map<Entity, Record<string, number | null>>();
    for (const { entity, id, row } of this.rows.values()) {
      const byId = revs.get(entity) ?? {};
      byId[id] = row?.rev ?? null;
      revs.set(entity, byId);
    }
    return [
      ...[...revs].map(([entity, byId]) => guardRows(entity, this.hoa_id, byId)),
      ...[...this.lists.values()].map((list) => guardList(list, this.hoa_id)),
      ...[...this.counts].map(([key, counted]) => guardCount(key, counted)),
    ];
  }

  #once(key: string, sql: string, args: string[]): Promise<Row[]> {
    const requested = this.#requested.get(key) ?? this.read({ sql, args }).then((rows) => rows.map(rowOf));
    this.#requested.set(key, requested);
    return requested;
  }

  #request(entity: Entity, id: string): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#scheduleFlush();
      const others = this.#pendingRows.get(entity) ?? [];
      others.push({ id, resolve, reject });
      this.#pendingRows.set(entity, others);
    });
  }

  /** All reads of one microtask share a batch. */
  read(statement: InStatement): Promise<SqlRow[]> {
    return new Promise((resolve, reject) => {
      this.#scheduleFlush();
      this.#pendingReads.push({ statement, resolve, reject });
    });
  }

  #scheduleFlush(): void {
    if (this.#pendingReads.length + this.#pendingRows.size === 0) queueMicrotask(() => void this.#flush());
  }

  async #flush() {
    const pending = [
      ...this.#pendingReads,
      ...[...this.#pendingRows].flatMap(([entity, rows]) => readsById(entity, this.hoa_id, rows)),
    ];
    this.#pendingReads = [];
    this.#pendingRows.clear();
    try {
      const results = await batch(
        this.#db,
        pending.map(({ statement }) => statement),
        'read',
      );
      pending.forEach(({ resolve }, at) => {
        resolve(results[at]?.rows ?? []);
      });
    } catch (error) {
      for (const { reject } of pending) reject(error);
    }
  }
}

/** The plus makes SQLite use the field's index instead of scanning the whole HOA in order of its ids. */
const BY_ID = 'ORDER BY +t.id';

const select = (entity: Entity) =>
  `SELECT ${shapes[entity].json} AS row FROM ${shapes[entity].name} t WHERE t.hoa_id = ?`;

const rowOf = (row: SqlRow) => JSON.parse(String(row.row)) as Row;

/** Up to this number, one statement per row is faster. */
const MAX_SINGLE_READS = 20;

const readsById = (entity: Entity, hoa_id: string, pending: PendingRow[]): PendingRead[] => {
  if (pending.length > MAX_SINGLE_READS) return [joinedRead(entity, hoa_id, pending)];
  return pending.map(({ id, resolve, reject }) => ({
    statement: { sql: `${select(entity)} AND t.id = ?`, args: [hoa_id, id] },
    resolve: (rows) => resolve(rows.map(rowOf)),
    reject,
  }));
};

/** CROSS JOIN keeps SQLite from scanning every row of the HOA. */
const joinedRead = (entity: Entity, hoa_id: string, pending: PendingRow[]): PendingRead => ({
  statement: {
    sql: `SELECT t.id, ${shapes[entity].json} AS row FROM json_each(?) j
      CROSS JOIN ${shapes[entity].name} t ON t.id = j.value AND t.hoa_id = ?`,
    args: [JSON.stringify(pending.map(({ id }) => id)), hoa_id],
  },
  resolve: (rows) => {
    const found = new Map(rows.map((row) => [String(row.id), rowOf(row)]));
    for (const { id, resolve } of pending) resolve(found.has(id) ? [found.get(id)!] : []);
  },
  reject: (error) => {
    for (const { reject } of pending) reject(error);
  },
});

const guardRows = (entity: Entity, hoa_id: string, byId: Record<string, number | null>): Condition => ({
  sql: `NOT EXISTS (SELECT 1 FROM json_each(?) j
      LEFT JOIN ${shapes[entity].name} t ON t.id = j.key AND t.hoa_id = ? WHERE t.rev IS NOT j.value)`,
  args: [JSON.stringify(byId), hoa_id],
});

const guardList = (list: { entity: Entity; field: string; value: string; rows: Row[] }, hoa_id: string): Condition => ({
  sql: `coalesce(group_concat(line), '') = ? FROM
      (SELECT id || ':' || rev AS line FROM ${shapes[list.entity].name} t WHERE hoa_id = ? AND ${list.field} = ? ${BY_ID})`,
  args: [list.rows.map((row) => `${row.id}:${row.rev}`).join(','), hoa_id, list.value],
});

const guardCount = (key: string, { day, count }: { day: number; count: number }): Condition => ({
  sql: 'coalesce((SELECT count FROM rate_limits WHERE key = ? AND window_start = ?), 0) = ?',
  args: [key, day, count],
});
