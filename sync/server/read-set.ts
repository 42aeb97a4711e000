import type { Client, InStatement, Row as SqlRow } from '@libsql/client';
import type { Entity, Rows } from '../../schema/rows.ts';
import { batch } from './retry.ts';
import { shapes } from './tables.ts';

type Row = Rows[Entity];
type Waiting = { statement: InStatement; resolve(rows: SqlRow[]): void; reject(error: unknown): void };
type Wanted = { id: string; resolve(rows: Row[]): void; reject(error: unknown): void };

/** What was read for one write, kept so that the write can check that none of it has moved. */
export class ReadSet {
  readonly hoa_id: string;
  /** Rows found by id; undefined where there was none. */
  readonly rows = new Map<string, { entity: Entity; id: string; row: Row | undefined }>();
  /** Lists asked for, with the `id:rev` line-up they gave. */
  readonly lists = new Map<string, { entity: Entity; field: string; value: string; rows: Row[] }>();
  readonly #db: Client;
  readonly #asked = new Map<string, Promise<Row[]>>();
  #waiting: Waiting[] = [];
  readonly #wanted = new Map<Entity, Wanted[]>();

  constructor(db: Client, hoa_id: string) {
    this.#db = db;
    this.hoa_id = hoa_id;
  }

  async row(entity: Entity, id: string): Promise<Row | undefined> {
    const key = `${entity}/${id}`;
    const known = this.rows.get(key);
    if (known) return known.row;
    const asked = this.#asked.get(key) ?? this.#ask(entity, id);
    this.#asked.set(key, asked);
    const [row] = await asked;
    this.rows.set(key, { entity, id, row });
    return row;
  }

  async list(entity: Entity, field: string, value: string): Promise<Row[]> {
    const key = `${entity}/${field}/${value}`;
    const known = this.lists.get(key);
    if (known) return known.rows;
    if (!shapes[entity].columns.some((column) => column.name === field)) throw new Error(`${entity} has no ${field}`);
    const rows = await this.#once(key, `${select(entity)} AND t.${field} = ? ${BY_ID}`, [this.hoa_id, value]);
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
    const asked = this.#asked.get(key) ?? this.read({ sql, args }).then((rows) => rows.map(rowOf));
    this.#asked.set(key, asked);
    return asked;
  }

  /** Rows asked for by id in the same turn share a statement where they are many. */
  #ask(entity: Entity, id: string): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#wake();
      const others = this.#wanted.get(entity) ?? [];
      others.push({ id, resolve, reject });
      this.#wanted.set(entity, others);
    });
  }

  /** Reads asked for in the same turn travel in one batch. */
  read(statement: InStatement): Promise<SqlRow[]> {
    return new Promise((resolve, reject) => {
      this.#wake();
      this.#waiting.push({ statement, resolve, reject });
    });
  }

  #wake(): void {
    if (this.#waiting.length + this.#wanted.size === 0) queueMicrotask(() => void this.#flush());
  }

  async #flush() {
    const waiting = [...this.#waiting, ...[...this.#wanted].flatMap(([entity, few]) => byId(entity, this.hoa_id, few))];
    this.#waiting = [];
    this.#wanted.clear();
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

/** The plus keeps SQLite from walking the whole HOA in the order of its ids instead of using the field's index. */
const BY_ID = 'ORDER BY +t.id';

const select = (entity: Entity) =>
  `SELECT ${shapes[entity].json} AS row FROM ${shapes[entity].name} t WHERE t.hoa_id = ?`;

const rowOf = (row: SqlRow) => JSON.parse(String(row.row)) as Row;

/** One statement a row is the quickest up to here. */
const FEW = 20;

const byId = (entity: Entity, hoa_id: string, wanted: Wanted[]): Waiting[] => {
  if (wanted.length > FEW) return [manyById(entity, hoa_id, wanted)];
  return wanted.map(({ id, resolve, reject }) => ({
    statement: { sql: `${select(entity)} AND t.id = ?`, args: [hoa_id, id] },
    resolve: (rows) => resolve(rows.map(rowOf)),
    reject,
  }));
};

/** CROSS JOIN keeps SQLite from walking every row of the HOA instead. */
const manyById = (entity: Entity, hoa_id: string, wanted: Wanted[]): Waiting => ({
  statement: {
    sql: `SELECT t.id, ${shapes[entity].json} AS row FROM json_each(?) j
      CROSS JOIN ${shapes[entity].name} t ON t.id = j.value AND t.hoa_id = ?`,
    args: [JSON.stringify(wanted.map(({ id }) => id)), hoa_id],
  },
  resolve: (rows) => {
    const found = new Map(rows.map((row) => [String(row.id), rowOf(row)]));
    for (const { id, resolve } of wanted) resolve(found.has(id) ? [found.get(id)!] : []);
  },
  reject: (error) => {
    for (const { reject } of wanted) reject(error);
  },
});

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
    (SELECT id || ':' || rev AS line FROM ${shapes[list.entity].name} t WHERE hoa_id = ? AND ${list.field} = ? ${BY_ID})`,
  args: [list.rows.map((row) => `${row.id}:${row.rev}`).join(','), hoa_id, list.value],
});
