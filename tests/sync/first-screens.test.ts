import { describe, expect, test } from 'vitest';
import { unseenByThread } from '../../client/device/seen.ts';
import type { HistoryEntry } from '../../schema/history.ts';
import type { Invoice, Payment } from '../../schema/tables/invoices.ts';
import { overdueViolations, troubledPayments, unanswered } from '../../sync/dashboard/attention.ts';
import { type News, newsOf, owedOf, requestsToShow, violationsToShow } from '../../sync/dashboard/home.ts';
import { isSettingUp, setupOf } from '../../sync/dashboard/setup.ts';
import { duesByDebt } from '../../sync/dues/entity.ts';
import { isPartlyPaid, remainingOf } from '../../sync/invoices/entity.ts';
import { list } from '../../sync/violations/entity.ts';

const TODAY = '2026-06-17';
const NOW = new Date('2026-06-17T12:00:00.000Z');
const day = (number: number) => `2026-06-${String(number).padStart(2, '0')}`;
const at = (number: number) => `${day(number)}T09:00:00.000Z`;

const invoice = (id: string, status: Invoice['status'], due_date: string, amount_cents = 10_00) => ({
  id,
  due_id: `due of ${id}`,
  status,
  due_date,
  amount_cents,
});

describe('[14.5] what a resident owes', () => {
  test('is the sum of the unpaid in cents, the longest overdue first, then the next due', () => {
    const invoices = [
      invoice('next month', 'pending', '2026-07-01', 19_99),
      invoice('paid', 'paid', day(1)),
      invoice('due today', 'pending', TODAY, 1),
      invoice('long overdue', 'pending', '2026-03-01', 20_01),
      invoice('canceled', 'canceled', day(2)),
      invoice('overdue', 'pending', day(16), 30_00),
    ];
    const { unpaid, ...owed } = owedOf(invoices, TODAY);
    expect(unpaid.map(({ id }) => id)).toEqual(['long overdue', 'overdue', 'due today', 'next month']);
    expect(owed).toEqual({ cents: 70_01, overdue: 2, overdue_cents: 50_01 });
    expect(owedOf([], TODAY)).toEqual({ cents: 0, overdue: 0, overdue_cents: 0, unpaid: [] });
  });

  test('[LEDG-11] of an invoice that is partly paid is what remains', () => {
    const partly = { ...invoice('partly', 'pending', '2026-03-01', 20_00), paid_cents: 5_00 };
    const paid = { ...invoice('paid', 'paid', '2026-03-01', 10_00), paid_cents: 10_00 };
    expect(owedOf([partly, paid], TODAY)).toMatchObject({ cents: 15_00, overdue_cents: 15_00 });
    expect([partly, paid].map(isPartlyPaid)).toEqual([true, false]);
    expect([partly, paid].map(remainingOf)).toEqual([15_00, 0]);
  });

  test('puts its dues before those that are paid', () => {
    const dues = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
    const of = (due_id: string, status: Invoice['status'], due_date: string) => ({ due_id, status, due_date });
    const invoices = [
      of('c', 'pending', day(20)),
      of('d', 'pending', day(5)),
      of('d', 'pending', day(25)),
      of('a', 'paid', day(1)),
    ];
    expect(duesByDebt(dues, invoices).map(({ id }) => id)).toEqual(['d', 'c', 'a', 'b']);
  });
});

const NOTHING: News = { unread: 0, changes: [] };

describe('[14.5] a resident is shown', () => {
  test('how many messages of others in each thread are unseen; an own message makes the earlier ones seen', () => {
    const message = (thread: string, by: string, number: number) => ({ thread, by, at: at(number) });
    const messages = [
      message('a', 'bea', 3),
      message('a', 'bea', 5),
      message('b', 'bea', 3),
      message('b', 'rex', 4),
      message('c', 'bea', 1),
    ];
    const seen = { since: at(2), threads: { a: at(4) } };
    expect([...unseenByThread(messages, 'rex', seen)]).toEqual([['a', 1]]);
  });

  test('their open requests and those with news, these first', () => {
    const request = (id: string, status: 'open' | 'resolved', number: number) => ({
      id,
      status,
      created_at: at(number),
    });
    const line = { who: 'HOA Staff', what: 'set it to resolved', times: 1, at: at(9) };
    const changes = [{ kind: 'request' as const, id: 'solved', title: '', at: at(9), lines: [line] }].concat({
      kind: 'request',
      id: 'long closed',
      title: '',
      at: at(9),
      lines: [{ ...line, what: 'wrote a message' }],
    });
    const news = newsOf('request', new Map([['answered', 2]]), changes, {});
    const requests = [
      request('new', 'open', 8),
      request('long closed', 'resolved', 7),
      request('answered', 'open', 1),
      request('solved', 'resolved', 2),
    ];
    expect(requestsToShow(requests, news).map(({ row, news }) => [row.id, news.unread, news.changes.length])).toEqual([
      ['solved', 0, 1],
      ['answered', 2, 0],
      ['new', 0, 0],
    ]);
    expect(newsOf('violation', new Map(), changes, {})('solved')).toEqual(NOTHING);
    const opened = (number: number) =>
      newsOf('request', new Map(), changes, { solved: at(number) })('solved').changes.length;
    expect([opened(8), opened(9)]).toEqual([1, 0]);
  });

  test('their unsettled violations, the overdue first', () => {
    const violation = (id: string, status: 'open' | 'escalated' | 'dismissed', number: number) => ({
      id,
      status,
      due_date: day(number),
    });
    const violations = [
      violation('later', 'open', 25),
      violation('settled', 'dismissed', 1),
      violation('escalated', 'escalated', 2),
      violation('overdue', 'open', 16),
    ];
    const shown = violationsToShow(violations, () => NOTHING, TODAY);
    expect(shown.map(({ row }) => row.id)).toEqual(['overdue', 'escalated', 'later']);
  });
});

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
    const listed = list.rows(
      violations.map((violation) => ({ ...violation, category: 'Pet' as const, created_at: at(1) })),
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
      payment('too late', 'succeeded', 12, { note: 'It stays as credit.' }),
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
