import type { Client, InStatement, Row as SqlRow } from '@libsql/client';
import type { Rows } from '../index.ts';
import type { Entity } from '../tx.ts';
import { batch } from './retry.ts';
import { shapes } from './tables.ts';

type Row = Rows[Entity];
type Waiting = { statement: InStatement; resolve(rows: SqlRow[]): void; reject(error: unknown): void };

/** What was read for one write, kept so that the write can check that none of it has moved. */
export class Snapshot {
  readonly hoa_id: string;
  /** Rows found by id; undefined where there was none. */
  readonly rows = new Map<string, { entity: Entity; id: string; row: Row | undefined }>();
  /** Lists asked for, with the `id:rev` line-up they gave. */
  readonly lists = new Map<string, { entity: Entity; field: string; value: string; rows: Row[] }>();
  readonly #db: Client;
  readonly #asked = new Map<string, Promise<Row[]>>();
  #waiting: Waiting[] = [];

  constructor(db: Client, hoa_id: string) {
    this.#db = db;
    this.hoa_id = hoa_id;
  }

  async row(entity: Entity, id: string): Promise<Row | undefined> {
    const key = `${entity}/${id}`;
    const known = this.rows.get(key);
    if (known) return known.row;
    const [row] = await this.#once(key, `${select(entity)} AND t.id = ?`, [this.hoa_id, id]);
    this.rows.set(key, { entity, id, row });
    return row;
  }

  async list(entity: Entity, field: string, value: string): Promise<Row[]> {
    const key = `${entity}/${field}/${value}`;
    const known = this.lists.get(key);
    if (known) return known.rows;
    if (!shapes[entity].columns.some((column) => column.name === field)) throw new Error(`${entity} has no ${field}`);
    const rows = await this.#once(key, `${select(entity)} AND t.${field} = ? ORDER BY t.id`, [this.hoa_id, value]);
    this.lists.set(key, { entity, field, value, rows });
    return rows;
  }

  /** Statements that fail the batch they stand in unless everything read is still as it was. */
  guards(): InStatement[] {
    const revs = new Map<Entity, Record<string, number | null>>();
    for (const { entity, id, row } of this.rows.values()) {
      const known = revs.get(entity) ?? {};
      known[id] = row?.rev ?? null;
      revs.set(entity, known);
    }
    return [
      ...[...revs].map(([entity, byId]) => guardRows(entity, this.hoa_id, byId)),
      ...[...this.lists.values()].map((list) => guardList(list, this.hoa_id)),
    ];
  }

  #once(key: string, sql: string, args: string[]): Promise<Row[]> {
    const asked =
      this.#asked.get(key) ??
      this.read({ sql, args }).then((rows) => rows.map((row) => JSON.parse(String(row.row)) as Row));
    this.#asked.set(key, asked);
    return asked;
  }

  /** Reads asked for in the same turn travel in one batch. */
  read(statement: InStatement): Promise<SqlRow[]> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) queueMicrotask(() => void this.#flush());
      this.#waiting.push({ statement, resolve, reject });
    });
  }

  async #flush() {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const results = await batch(
        this.#db,
        waiting.map(({ statement }) => statement),
        'read',
      );
      waiting.forEach(({ resolve }, at) => {
        resolve(results[at]?.rows ?? []);
      });
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}

const select = (entity: Entity) =>
  `SELECT ${shapes[entity].json} AS row FROM ${shapes[entity].name} t WHERE t.hoa_id = ?`;

const guardRows = (entity: Entity, hoa_id: string, byId: Record<string, number | null>): InStatement => ({
  sql: `INSERT INTO sync_guard (ok) SELECT NOT EXISTS (SELECT 1 FROM json_each(?) j
    LEFT JOIN ${shapes[entity].name} t ON t.id = j.key AND t.hoa_id = ? WHERE t.rev IS NOT j.value)`,
  args: [JSON.stringify(byId), hoa_id],
});

const guardList = (
  list: { entity: Entity; field: string; value: string; rows: Row[] },
  hoa_id: string,
): InStatement => ({
  sql: `INSERT INTO sync_guard (ok) SELECT coalesce(group_concat(line), '') = ? FROM
    (SELECT id || ':' || rev AS line FROM ${shapes[list.entity].name} WHERE hoa_id = ? AND ${list.field} = ? ORDER BY id)`,
  args: [list.rows.map((row) => `${row.id}:${row.rev}`).join(','), hoa_id, list.value],
});
