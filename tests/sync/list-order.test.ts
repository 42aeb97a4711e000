import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entities } from '../../sync/index.ts';
import type { List } from '../../sync/list.ts';
import { actionItemList } from '../../sync/meetings/action-list.ts';
import { meetingList } from '../../sync/meetings/list.ts';
import { shapes } from '../../sync/server/tables.ts';
import { orderSql } from '../../worker/queries/list.ts';
import { contextForAll } from '../support/fixtures.ts';
import { CASES, SCREEN_CASES } from '../support/list-cases.ts';

const ctx = contextForAll();
const SORTED = [
  ...(['request', 'violation', 'announcement', 'user', 'document', 'due', 'address', 'activity'] as const).map(
    (entity) => ({
      entity,
      list: entities[entity].list,
      row: CASES[entity].row,
      query: { sort: CASES[entity].query.sort },
    }),
  ),
  { entity: 'meeting' as const, list: meetingList, ...SCREEN_CASES.meeting },
  { entity: 'actionItem' as const, list: actionItemList, ...SCREEN_CASES.actionItem },
];

describe('a list that is sorted by the head of a column', () => {
  test.each(SORTED)(
    'has the order of the device on the server: $entity',
    async ({ entity, row, query: asked, ...sorted }) => {
      const list = sorted.list as unknown as List<{ id: string }, object>;
      const columns = [...Object.keys(row), 'id'].filter((name) =>
        shapes[entity].columns.some((column) => column.name === name),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record<object>(row), { minLength: 2, maxLength: 30 }),
          fc.record<object>(asked),
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
    },
  );
});

const withDeleted = (query: object) => ({ ...query, includeDeleted: true });
