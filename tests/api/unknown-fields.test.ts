import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../worker/rest/routes.ts';
import { contextForAll } from '../support/fixtures.ts';
import { type Records, storeRecords } from '../support/isolation-records.ts';
import { CELLS } from '../support/isolation-routes.ts';
import { required } from '../support/required.ts';

const READ = new Set(ROUTES.filter(({ route }) => route.startsWith('GET ')).map(({ route }) => route.slice(4)));
const CHANGED = ROUTES.map(({ route }) => route).filter(
  (route) => route.startsWith('PUT ') && READ.has(route.slice(4)),
);

describe('[14.8] a field that an operation does not know', () => {
  const ctx = contextForAll();
  let records: Records;
  beforeAll(async () => {
    records = await storeRecords(ctx, { board: ctx.bea, resident: ctx.rex });
  });

  test.each(CHANGED)('is passed over by %s, which takes back what was read', async (route) => {
    // The status of a draft is one that a change may not ask for.
    const id = route === 'PUT /api/meetings/:id' ? records.meeting : CELLS[route]?.id?.(records);
    const path = required(route.split(' ')[1]).replace(':id', id ?? '');
    const read = (await ctx.sue.call('GET', path)).body;
    const { status, body } = await ctx.sue.call('PUT', path, { ...read, of_a_later_release: { a: 1 } });
    expect([status, body?.errors]).toEqual([200, undefined]);
    expect(JSON.stringify((await ctx.sue.call('GET', path)).body)).not.toContain('of_a_later_release');
  });
});
