import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entities, type Lists } from '../../sync/index.ts';
import type { List } from '../../sync/list.ts';
import { shapes } from '../../sync/server/tables.ts';
import { orderSql } from '../../worker/queries/list.ts';
import { contextForAll } from '../support/fixtures.ts';
import { CASES } from '../support/list-cases.ts';
import { required } from '../support/required.ts';

const ctx = contextForAll();
const SORTED = [
  ...(['request', 'violation', 'announcement', 'user', 'document'] as const),
  ...(['due', 'address'] as const),
] satisfies (keyof Lists)[];

describe('a list that is sorted by the head of a column', () => {
  test.each(SORTED)('has the order of the device on the server: %s', async (entity) => {
    const { list } = entities[entity] as unknown as { list: List<{ id: string }, object> };
    const columns = [...Object.keys(CASES[entity].row), 'id'].filter((name) =>
      shapes[entity].columns.some((column) => column.name === name),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record(CASES[entity].row), { minLength: 2, maxLength: 30 }),
        fc.record({ sort: required(CASES[entity].query.sort) }),
        async (made, query) => {
          const rows = made.map((row, at) => ({ ...row, id: `id-${100 + at}`, email: `e${at}` }));
          const values = `SELECT ${columns.map((name) => `value ->> '$.${name}' AS ${name}`).join(', ')} FROM json_each(?)`;
          const { rows: found } = await ctx.db.execute({
            sql: `SELECT id FROM (${values}) t ORDER BY ${orderSql(list.order(query))}`,
            args: [JSON.stringify(rows)],
          });
          expect(found.map(({ id }) => id)).toEqual(list.rows(rows, withDeleted(query)).map(({ id }) => id));
        },
      ),
      { numRuns: 40 },
    );
  });
});

const withDeleted = (query: object) => ({ ...query, includeDeleted: true });
