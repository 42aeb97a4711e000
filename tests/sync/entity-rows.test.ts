import type { ExperimentalDiff } from 'replicache';
import { expect, test } from 'vitest';
import { EntityRows } from '../../sync/client/entity-rows.ts';

const put = (rows: EntityRows, key: string, newValue: object) =>
  rows.apply([{ op: 'add', key, newValue }] as unknown as ExperimentalDiff);

// What is computed of them is kept for as long as the array is the same: the balance of each account, for example.
test('the rows of a value are the same array until one of them changes, also where there are none', () => {
  const rows = new EntityRows();
  const plansOf = (account_id: string) => rows.get('plan').by('account_id', account_id);
  const none = plansOf('a1');
  expect(none).toEqual([]);
  expect(plansOf('a1')).toBe(none);
  put(rows, 'entry/e1', { id: 'e1', account_id: 'a1', effective_on: '2030-01-01', created_at: '2030-01-01' });
  expect(plansOf('a1')).toBe(none);
  put(rows, 'plan/p1', { id: 'p1', account_id: 'a1', created_at: '2030-01-01' });
  const [first, others] = [plansOf('a1'), plansOf('a2')];
  expect(first).toHaveLength(1);
  put(rows, 'plan/p2', { id: 'p2', account_id: 'a3', created_at: '2030-01-01' });
  expect(plansOf('a1')).toBe(first);
  expect(plansOf('a2')).toBe(others);
});
