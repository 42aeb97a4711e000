import { expect, test } from 'vitest';
import { Counters, withDataset } from '../../worker/services/metrics.ts';

test('a counter adds up by its labels, in whatever order they are given', () => {
  const counters = new Counters();
  counters.count('outbox_failures', { kind: 'mailReset', cause: 'refused' });
  counters.count('outbox_failures', { cause: 'refused', kind: 'mailReset' }, 2);
  counters.count('push_failures');
  expect(counters.samples().map(({ name, value }) => [name, value])).toEqual([
    ['outbox_failures', 3],
    ['push_failures', 1],
  ]);
});

test('where there is an Analytics Engine, each count is a data point', () => {
  const points: unknown[] = [];
  const counters = new Counters();
  const metrics = withDataset(counters, { writeDataPoint: (point) => void points.push(point) });
  metrics.count('push_refusals', { code: 'conflict' });
  expect(points).toEqual([{ indexes: ['push_refusals'], blobs: ['push_refusals', 'code=conflict'], doubles: [1] }]);
  expect(counters.samples()).toHaveLength(1);
  metrics.gauge('outbox_pending', 7);
  expect(points[1]).toEqual({ indexes: ['outbox_pending'], blobs: ['outbox_pending'], doubles: [7] });
});
