import { expect, test } from 'vitest';
import { requestEvents, summarize, violationEvents } from '../../client/community/reporting/report-events.ts';
import { takeSlice } from '../../client/community/reporting/slices.ts';
import type { HistoryEntry } from '../../schema/history.ts';
import type { RequestStatus } from '../../schema/requests.ts';
import type { ViolationStatus } from '../../schema/violations.ts';
import { required } from '../support/required.ts';

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.parse('2026-03-02T15:00:00.000Z') + hours * HOUR).toISOString();
const set = (status: string, hours: number, user_id = 'bea'): HistoryEntry => ({
  ...{ action: `Set ${status}`, user_id, name: 'Bea', staff: true, timestamp: at(hours) },
});
const request = (id: string, status: RequestStatus = 'open', history: HistoryEntry[] = []) => ({
  ...{ id, user_id: 'rex', address_id: null, category: 'Maintenance' as const, status, created_at: at(0), history },
});
const comment = (request_id: string, hours: number, changes: { user_id?: string; is_public?: boolean } = {}) => ({
  ...{ request_id, resident_id: 'rex', user_id: 'bea', is_staff: true, is_public: true, created_at: at(hours) },
  ...changes,
});

const done = <Result>(work: Generator<undefined, Result>): Result => required(takeSlice(work, () => false)).value;
const hoursTo = (kind: 'answered' | 'resolved', ...rows: Parameters<typeof requestEvents>) =>
  done(requestEvents(...rows))
    .events.filter((event) => event.kind === kind)
    .map(({ ms }) => ms / HOUR);

test('[BILLING-07] the first answer is a public message or a status of the board; an internal note and the author’s own are none', () => {
  expect(hoursTo('answered', [request('a')], [comment('a', 5), comment('a', 3)])).toEqual([3]);
  expect(hoursTo('answered', [request('a')], [comment('a', 1, { is_public: false }), comment('a', 4)])).toEqual([4]);
  expect(hoursTo('answered', [request('a')], [comment('a', 1, { user_id: 'rex' })])).toEqual([]);
  const inProgress = request('a', 'in_progress', [set('in progress', 2)]);
  expect(hoursTo('answered', [inProgress], [comment('a', 4)])).toEqual([2]);
  expect(hoursTo('answered', [request('a', 'in_progress', [set('in progress', 2, 'rex')])], [])).toEqual([]);
});

test('[BILLING-07] a request that is opened again counts when it is resolved the last time, and until then as open', () => {
  const history = [set('resolved', 10), set('open', 20)];
  expect(hoursTo('resolved', [request('a', 'open', history)], [])).toEqual([]);
  expect(done(requestEvents([request('a', 'open', history)], [])).open).toHaveLength(1);
  expect(hoursTo('resolved', [request('a', 'resolved', [...history, set('resolved', 30)])], [])).toEqual([30]);
  const closed = request('a', 'closed', [set('resolved', 30), set('closed', 40)]);
  expect(hoursTo('resolved', [closed], [])).toEqual([30]);
  const decided = request('a', 'rejected', [{ ...set('', 6), action: 'Set rejected by a decision of Mar 2, 2026' }]);
  expect(hoursTo('resolved', [decided], [])).toEqual([6]);
});

const violation = (status: ViolationStatus, history: HistoryEntry[], resolved_at?: string) => ({
  ...{ address_id: null, category: 'Parking' as const, status, due_date: '2026-03-04', created_at: at(0), history },
  resolution: resolved_at ? { resolved_by: 'bea', resolved_by_name: 'Bea', resolved_at, resolution_notes: null } : null,
});

test('[BILLING-07] a violation is resolved when it ended, not when its notes were written, and overdue as in the list', () => {
  const rows = [
    violation('resolved', [set('resolved', 24)], at(99)),
    violation('dismissed', [], at(48)),
    violation('open', [set('resolved', 1), set('open', 2)]),
    violation('escalated', [set('escalated', 2)]),
  ];
  const { events, open } = done(violationEvents(rows, '2026-03-05'));
  expect(events.filter(({ kind }) => kind === 'resolved').map(({ ms }) => ms / HOUR)).toEqual([24, 48]);
  expect(events.filter(({ kind }) => kind === 'opened')).toHaveLength(4);
  expect(open.map(({ is_overdue }) => is_overdue)).toEqual([true, false]);
});

test('[BILLING-07] figures are by group, with medians of each kind; what has no group is left out', () => {
  const rows = [1, 2, 6].map((hours) => request(`r${hours}`, 'resolved', [set('resolved', hours)]));
  const { events } = done(requestEvents(rows, []));
  const summary = summarize(events, ({ category, at: instant }) => (instant > at(5) ? null : category));
  expect(summary.groups).toEqual(['Maintenance']);
  expect(summary('Maintenance', 'resolved')).toEqual({ count: 2, median_ms: 1.5 * HOUR, ninetieth_ms: 2 * HOUR });
  expect(summary('Inquiry', 'received')).toEqual({ count: 0, median_ms: null, ninetieth_ms: null });
});

test('[BILLING-08] of a large HOA each row is read once, a slice of them at a time', () => {
  const reads = { requests: 0, comments: 0 };
  function* counted<Row>(rows: readonly Row[], of: keyof typeof reads) {
    for (const row of rows) {
      reads[of] += 1;
      yield row;
    }
  }
  const requests = Array.from({ length: 6000 }, (_, n) => request(`r${n}`));
  const comments = Array.from({ length: 50_000 }, (_, n) => comment(`r${n % 6000}`, n));
  const work = requestEvents(counted(requests, 'requests'), counted(comments, 'comments'));
  const slices: number[] = [];
  for (let taken = null; !taken; slices.push(reads.requests + reads.comments)) {
    let steps = 0;
    taken = takeSlice(work, () => ++steps === 1000);
  }
  expect(reads).toEqual({ requests: 6000, comments: 50_000 });
  expect(slices).toHaveLength(57);
  expect(Math.max(...slices.map((count, n) => count - (slices[n - 1] ?? 0)))).toBe(1000);
});
