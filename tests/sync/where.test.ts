import fc from 'fast-check';
import { expect, test } from 'vitest';
import { predicate, type Where } from '../../sync/where.ts';
import { queryAll } from '../../worker/queries/query.ts';
import { whereSql } from '../../worker/queries/sql.ts';
import { createContext } from '../support/fixtures.ts';
import { runs } from '../support/runs.ts';

type Row = { cents: number | null; due_on: string | null; status: string; tags: readonly string[] };

const cents = fc.integer({ min: -2, max: 2 });
const day = fc.constantFrom('2030-01-01', '2030-01-02', '2030-01-03');
const status = fc.constantFrom('open', 'paid');
const tag = fc.constantFrom('a', 'b');

const row = fc.record({ cents: fc.option(cents), due_on: fc.option(day), status, tags: fc.subarray(['a', 'b']) });

const range = <T>(bound: fc.Arbitrary<T>) =>
  fc.record({ gt: bound, gte: bound, lt: bound, lte: bound }, { requiredKeys: [] });

const where: fc.Arbitrary<Where<Row>> = fc.record(
  {
    cents: fc.oneof(range(cents), cents, fc.constant(null)),
    due_on: fc.oneof(range(day), fc.constant(null)),
    status: fc.oneof(status, fc.subarray(['open', 'paid'])),
    tags: fc.record({ has: tag }),
  },
  { requiredKeys: [] },
);

test('[LIST-05] SQL finds the rows of which the predicate of a condition holds, whatever it compares', async () => {
  const { db } = await createContext();
  const rowsSql = `SELECT key, value ->> 'cents' AS cents, value ->> 'due_on' AS due_on, value ->> 'status' AS status,
    value -> 'tags' AS tags FROM json_each(?)`;
  let some = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 8, maxLength: 20 }),
      fc.array(where, { minLength: 1, maxLength: 2 }),
      async (rows, alternatives) => {
        const { sql, args } = whereSql(alternatives);
        const found = await queryAll<{ key: number }>(db, `SELECT key FROM (${rowsSql}) t WHERE ${sql} ORDER BY key`, [
          JSON.stringify(rows),
          ...args,
        ]);
        const expected = rows.flatMap((one, key) => (alternatives.some((test) => predicate(test)(one)) ? [key] : []));
        expect(found.map(({ key }) => Number(key))).toEqual(expected);
        some += Number(expected.length > 0 && expected.length < rows.length);
      },
    ),
    { numRuns: runs(60, 600) },
  );
  expect(some).toBeGreaterThan(0);
});
