import { expect, test } from 'vitest';
import { collectionMonths, collectionRows } from '../../client/community/reporting/collection-figures.ts';
import { deliveryRows, sentWithin, shareOf } from '../../client/community/reporting/delivery-figures.ts';
import { calendarOf, periodOf } from '../../client/community/reporting/report-period.ts';
import { takeSlice } from '../../client/community/reporting/slices.ts';
import { monthRows, timedRows } from '../../client/community/reporting/timed-rows.ts';
import { collectionsByMonth } from '../../sync/ledger/collections.ts';
import type { FoldEntry } from '../../sync/ledger/fold.ts';
import { asOf, charge, payment } from '../support/ledger-entries.ts';
import { nth, required } from '../support/required.ts';

const AS_OF = '2030-01-31';
const kept = (entries: FoldEntry[]) => entries.map((one) => ({ payment_id: null, source_id: null, ...one }));
const BOOKS = new Map([
  ['a', { address_id: 'elm', entries: kept([charge('c1', 1, 20_000), payment('p1', 10, 15_000)]) }],
  ['b', { address_id: 'oak', entries: kept([charge('c2', 1, 20_000), payment('p2', 12, 20_000)]) }],
  ['c', { address_id: null, entries: [] }],
]);

const homes = () => {
  const accounts = [...BOOKS].map(([id, { address_id }]) => ({ id, address_id }));
  const work = collectionMonths(
    accounts,
    ({ id }) => {
      const { entries } = required(BOOKS.get(id));
      return { entries, fold: asOf(31, entries) };
    },
    AS_OF,
  );
  return required(takeSlice(work, () => false)).value;
};

test('[BILLING-07] collections by month are those of the money report: billed, collected, and the share of what came due', () => {
  const [row] = collectionRows(homes(), ['2029-12', '2030-01'], (month) => month);
  expect(row).toMatchObject({ key: '2030-01', billed_cents: 40_000, collected_cents: 35_000 });
  const books = [...BOOKS.values()].map(({ entries }) => ({ entries, fold: asOf(31, entries) }));
  const months = collectionsByMonth(books as never, () => undefined, { as_of: AS_OF, months: 1 });
  const { charged_cents: billed_cents, collected_cents, due_cents, covered_cents } = nth(months, 0);
  expect(row).toMatchObject({ billed_cents, collected_cents, due_cents, covered_cents });
  expect([due_cents, covered_cents]).toEqual([40_000, 35_000]);
});

test('[BILLING-08] collections by home add up to their sum, which comes last; other months and homes of nothing are left out', () => {
  const rows = collectionRows(homes(), ['2030-01'], (_, address_id) => address_id ?? 'none');
  expect(rows.map(({ name, due_cents, covered_cents }) => [name, due_cents - covered_cents])).toEqual([
    ['elm', 5000],
    ['oak', 0],
    ['Total', 5000],
  ]);
  expect(collectionRows(homes(), ['2029-12'], (month) => month)).toEqual([]);
});

const sent = (id: string, category: 'general' | 'urgent', sent_at: string | null, [delivered, failed] = [9, 1]) => ({
  ...{ id, title: id, category, sent_at, recipient_count: delivered + failed },
  ...{ delivered_count: delivered, failed_count: failed },
});

test('[BILLING-07] deliveries are of the announcements sent in the period, by category, with the share that arrived', () => {
  const calendar = calendarOf(periodOf({ period: 'month', from: '', to: '' }, '2026-03-31'), 'America/Chicago');
  const all = [
    sent('a', 'general', '2026-03-02T12:00:00.000Z'),
    sent('b', 'general', '2026-03-03T12:00:00.000Z', [1, 2]),
    sent('c', 'urgent', '2026-03-03T12:00:00.000Z', [0, 0]),
    sent('d', 'urgent', '2026-03-01T05:00:00.000Z'),
    sent('e', 'urgent', null),
  ];
  const counted = sentWithin(all, (at) => calendar.partOf(at) === 'span');
  const rows = deliveryRows(counted, ({ category }) => category);
  expect(rows.map((row) => [row.name, row.sent, row.recipients, row.delivered, row.failed, shareOf(row)])).toEqual([
    ['general', 2, 13, 10, 3, '76.9%'],
    ['urgent', 1, 0, 0, 0, null],
    ['Total', 3, 13, 10, 3, '76.9%'],
  ]);
});

const HOUR = 3_600_000;
const event = (category: string, at: string, hours: number) => ({
  ...{ kind: 'resolved' as const, category, address_id: null, at, ms: hours * HOUR },
});
const OCCURRENCES = {
  events: [
    event('Inquiry', '2026-03-02T12:00:00.000Z', 1),
    event('Other', '2026-03-02T12:00:00.000Z', 4),
    event('Other', '2026-01-02T12:00:00.000Z', 10),
    event('Other', '2026-03-04T12:00:00.000Z', 6),
  ],
  open: [{ category: 'Modification', address_id: null, is_overdue: true }],
};

test('[BILLING-07] a total has the median of all records, not of the medians; what is open counts whatever the period', () => {
  const rows = timedRows(OCCURRENCES, {
    isCounted: ({ at }) => at > '2026-03',
    groupOf: ({ category }) => category,
    sortBy: 'resolved',
  });
  expect(rows.map((row) => [row.name, row.of('resolved').count, row.of('resolved').median_ms, row.overdue])).toEqual([
    ['Other', 2, 5 * HOUR, 0],
    ['Inquiry', 1, HOUR, 0],
    ['Modification', 0, null, 1],
    ['Total', 3, 4 * HOUR, 1],
  ]);
});

test('[BILLING-08] the months of a report begin with the first event and include those without any', () => {
  const months = ['2025-12', '2026-01', '2026-02', '2026-03'];
  const rows = monthRows(
    OCCURRENCES,
    months,
    (at) => at.slice(0, 7),
    (month) => month,
  );
  expect(rows.map((row) => row.of('resolved').count)).toEqual([1, 0, 3]);
});
