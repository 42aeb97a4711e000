import type { InStatement, TransactionMode } from '@libsql/client';
import fc from 'fast-check';
import { expect } from 'vitest';
import { createApp } from '../../worker/app.ts';
import { call, type Person, type TestContext } from './fixtures.ts';
import { nth } from './required.ts';

/** Letters whose two cases are a trap: of one byte and three, of one letter and two, of no case, of four bytes. */
export const LETTERS = [...'aAbBiIsSéÉßẞåÅİıǆǅΣσς𐐀𐐨日 %_\'"\\'];

export const searchText = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 3 });

/** Calls a list, which must take one round trip with the reading of the caller. Returns its other statements with their
 * plans. */
export const explainList = async ({ deps, db }: TestContext, { token }: Person, path: string) => {
  const batches: InStatement[][] = [];
  const batch = (statements: InStatement[], mode?: TransactionMode) => {
    if (mode === 'read') batches.push(statements);
    return db.batch(statements, mode);
  };
  const app = createApp({
    ...deps,
    db: new Proxy(db, { get: (it, name) => (name === 'batch' ? batch : Reflect.get(it, name, it)) }),
  });
  await call(app, 'GET', path, undefined, token);
  expect(batches).toHaveLength(1);
  const [, ...statements] = nth(batches, 0);
  return Promise.all(
    statements.map(async (statement) => {
      const { sql, args } = statement as { sql: string; args: string[] };
      const { rows } = await db.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args });
      return { sql, plan: rows.map((row) => String(row.detail)) };
    }),
  );
};
