import { describe, expect, test } from 'vitest';
import type { HistoryEntry } from '../../schema/history.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import { overdueViolations, troubledPayments, unanswered } from '../../sync/dashboard/attention.ts';
import { isSettingUp, setupOf } from '../../sync/dashboard/setup.ts';
import { entities } from '../../sync/violations/entity.ts';

const TODAY = '2026-06-17';
const NOW = new Date('2026-06-17T12:00:00.000Z');
const day = (number: number) => `2026-06-${String(number).padStart(2, '0')}`;
const at = (number: number) => `${day(number)}T09:00:00.000Z`;

describe('[14.5] the board is told', () => {
  const set = (number: number, staff = true): HistoryEntry => ({
    action: 'Set in progress',
    user_id: 'bea',
    name: 'Bea',
    staff,
    timestamp: at(number),
  });
  const request = (
    id: string,
    number: number,
    history: HistoryEntry[] = [],
    status: 'open' | 'in_progress' | 'closed' = 'open',
  ) => ({
    id,
    user_id: 'rex',
    status,
    created_at: at(number),
    history,
  });
  const comment = (request_id: string, user_id: 'rex' | 'bea', number: number, is_public = true) => ({
    request_id,
    user_id,
    is_staff: user_id === 'bea',
    is_public,
    created_at: at(number),
  });

  test('of requests whose last word is the resident’s, the longest waiting first', () => {
    const requests = [
      request('answered', 1),
      request('asked again', 2, [set(3)], 'in_progress'),
      request('taken up', 3, [set(5)], 'in_progress'),
      request('untouched', 4),
      request('closed', 5, [], 'closed'),
      request('among us', 6),
    ];
    const comments = [
      comment('answered', 'bea', 7),
      comment('asked again', 'rex', 9),
      comment('asked again', 'rex', 8),
      comment('asked again', 'rex', 2),
      comment('untouched', 'rex', 7),
      comment('among us', 'bea', 8, false),
    ];
    expect(unanswered(requests, comments).map(({ request, since }) => [request.id, since])).toEqual([
      ['untouched', at(4)],
      ['among us', at(6)],
      ['asked again', at(8)],
    ]);
  });

  test('of a board member’s own request until another answers it', () => {
    const own = { ...request('own', 1), user_id: 'bea' };
    expect(unanswered([own], [comment('own', 'bea', 2)]).map(({ since }) => since)).toEqual([at(1)]);
    expect(unanswered([own], [{ ...comment('own', 'bea', 2), user_id: 'sue' }])).toEqual([]);
  });

  test('of violations that are open after their due date, the longest overdue first', () => {
    const violation = (id: string, status: 'open' | 'under_review', due_date: string) => ({ id, status, due_date });
    const violations = [
      violation('today', 'open', TODAY),
      violation('late', 'open', day(16)),
      violation('reviewed', 'under_review', day(1)),
      violation('latest', 'open', day(2)),
    ];
    const found = overdueViolations(violations, TODAY);
    expect(found.map(({ id }) => id)).toEqual(['latest', 'late']);
    // The list that the line leads to holds the same.
    const ofNobody = { user_id: '', address_id: null, created_at: at(1) };
    const listed = entities.violation.list.rows(
      violations.map((violation) => ({ ...violation, ...ofNobody, title: '', category: 'Pet' as const })),
      { overdue_on: TODAY },
    );
    expect(listed.map(({ id }) => id).toSorted()).toEqual(['late', 'latest']);
  });

  test('[RET-11] of payments that failed last, did not arrive, came back, or did not go back', () => {
    const payment = (id: string, status: Payment['status'], number: number, more: Partial<Payment> = {}) => ({
      id,
      invoice_id: id,
      kind: 'charge' as Payment['kind'],
      status,
      created_at: at(number),
      ...more,
    });
    const payments = [
      payment('failed', 'failed', 9),
      payment('tried again', 'failed', 8),
      payment('second try', 'pending', 16, { invoice_id: 'tried again' }),
      payment('paid otherwise', 'failed', 7),
      payment('slow', 'pending', 1),
      payment('refund', 'failed', 10, { kind: 'refund', invoice_id: 'paid otherwise' }),
      payment('old refund', 'failed', 10, { kind: 'refund', created_at: '2026-01-01T09:00:00.000Z' }),
      payment('too late', 'succeeded', 12, { note: 'It is kept as credit.' }),
      payment('long ago', 'failed', 3, { created_at: '2026-05-01T09:00:00.000Z' }),
      payment('returned', 'succeeded', 5),
      payment('disputed', 'succeeded', 6),
      payment('credit', 'succeeded', 2, { kind: 'credit', invoice_id: null }),
    ];
    const invoiceOf = (id: string) => ({ status: id === 'paid otherwise' ? ('paid' as const) : ('pending' as const) });
    const taken = (payment_id: string, reason: string) => ({ payment_id, reason, opened_at: at(14) });
    const disputes = [taken('returned', 'insufficient_funds'), taken('disputed', 'fraudulent')];
    const found = troubledPayments(payments, invoiceOf, NOW, disputes);
    expect(found.map(({ payment, trouble }) => [payment.id, trouble])).toEqual([
      ['slow', 'slow'],
      ['returned', 'returned'],
      ['failed', 'failed'],
      ['refund', 'refund_failed'],
      ['too late', 'noted'],
    ]);
  });
});

test('[14.5] a new HOA’s checklist fills itself from rows, and ends with the last step or after 90 days', () => {
  const hoa = { online_payments: null, created_at: at(1) };
  const sue = { deleted_at: null };
  const empty = {
    hoa,
    users: [sue, { deleted_at: at(2) }],
    announcements: [{ status: 'draft' as const }],
    addresses: 0,
    dues: 0,
  };
  expect(setupOf(empty)).toEqual({
    addresses: false,
    people: false,
    dues: false,
    payments: false,
    announcement: false,
  });
  expect(isSettingUp(empty, NOW)).toBe(true);
  expect(isSettingUp(empty, new Date('2026-10-01T12:00:00.000Z'))).toBe(false);
  expect(isSettingUp({ ...empty, hoa: undefined }, NOW)).toBe(false);
  const full = {
    hoa: { ...hoa, online_payments: 'on' as const },
    users: [sue, sue],
    announcements: [{ status: 'sent' as const }],
    addresses: 1,
    dues: 1,
  };
  expect(Object.values(setupOf(full))).toEqual([true, true, true, true, true]);
  expect(isSettingUp(full, NOW)).toBe(false);
  expect(isSettingUp({ ...full, hoa: { ...hoa, online_payments: 'paused' } }, NOW)).toBe(true);
});
