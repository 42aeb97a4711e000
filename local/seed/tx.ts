import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Entity, tables } from '../../schema/rows.ts';
import { SYSTEM } from '../../sync/server/tx.ts';
import type { Actor, Tx } from '../../sync/tx.ts';
import type { RowBuffer } from './rows.ts';
import type { Row } from './tables.ts';

/** Gives the rows of an HOA, before they are written, to a change of the system or of one of its people. Effects are left out. */
export const seedTx = (rows: RowBuffer, hoa_id: string, now: Date, by: Actor = systemOf(hoa_id)): Tx => {
  const store = new SeedStore(rows, hoa_id);
  const get = async (entity: Entity, id: string) => store.get(entity, id) as never;
  return {
    actor: by,
    now: now.toISOString(),
    get,
    findVisible: get,
    list: async (entity, field, value) => store.list(entity, field, value) as never,
    put: async (entity, row) => store.put(entity, row as Row),
    delete: () => unsupported(),
    file: () => unsupported(),
    after: () => {},
    count: async () => {},
    requireFreshCode: async () => {},
    nextNumber: () => unsupported(),
  };
};

const systemOf = (hoa_id: string): Actor => ({
  id: SYSTEM,
  hoa_id,
  role: 'superadmin',
  name: 'Porchlight',
  email: '',
  address_id: null,
});

const unsupported = (): never => {
  throw new Error('A seed only puts rows');
};

/** Reads give copies, as a database does. */
class SeedStore {
  readonly #rows: RowBuffer;
  readonly #hoa_id: string;
  readonly #byId = new Map<Entity, Map<string, Row>>();
  readonly #byField = new Map<Entity, Map<string, Map<unknown, Row[]>>>();

  constructor(rows: RowBuffer, hoa_id: string) {
    this.#rows = rows;
    this.#hoa_id = hoa_id;
  }

  get(entity: Entity, id: string): Row | undefined {
    const row = this.#all(entity).get(id);
    return row && { ...row };
  }

  list(entity: Entity, field: string, value: unknown): Row[] {
    const fields = this.#byField.get(entity) ?? new Map<string, Map<unknown, Row[]>>();
    this.#byField.set(entity, fields);
    const groups = fields.get(field) ?? Map.groupBy(this.#all(entity).values(), (row) => row[field]);
    fields.set(field, groups);
    return (groups.get(value) ?? []).map((row) => ({ ...row }));
  }

  put(entity: Entity, row: Row): void {
    const known = this.#all(entity).get(String(row.id));
    const fields = this.#byField.get(entity) ?? new Map<string, Map<unknown, Row[]>>();
    if (known) {
      for (const field of fields.keys()) if (known[field] !== row[field]) fields.delete(field);
      Object.assign(known, row);
      return;
    }
    const added = { ...row, hoa_id: this.#hoa_id, rev: 1 };
    this.#rows.add(tables[entity] as SQLiteTable, added);
    this.#all(entity).set(String(row.id), added);
    for (const [field, groups] of fields) {
      const value = (added as Row)[field];
      groups.set(value, [...(groups.get(value) ?? []), added]);
    }
  }

  #all(entity: Entity): Map<string, Row> {
    const own = () => this.#rows.rowsOf(tables[entity]).filter(({ hoa_id }) => hoa_id === this.#hoa_id);
    const known = this.#byId.get(entity) ?? new Map(own().map((row) => [String(row.id), row]));
    this.#byId.set(entity, known);
    return known;
  }
}
