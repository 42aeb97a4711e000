import { describe, expect, test } from 'vitest';
import { unseenByThread } from '../../client/device/seen.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import { owedOf, requestsToShow, type Updates, updatesOf, violationsToShow } from '../../sync/dashboard/home.ts';
import { duesByDebt } from '../../sync/dues/by-debt.ts';
import { isPartlyPaid, remainingOf } from '../../sync/invoices/entity.ts';

const TODAY = '2026-06-17';
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

const NOTHING: Updates = { unread: 0, changes: [] };

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

  test('their open requests and those with updates, these first', () => {
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
    const updates = updatesOf('request', new Map([['answered', 2]]), changes, {});
    const requests = [
      request('new', 'open', 8),
      request('long closed', 'resolved', 7),
      request('answered', 'open', 1),
      request('solved', 'resolved', 2),
    ];
    expect(
      requestsToShow(requests, updates).map(({ row, updates }) => [row.id, updates.unread, updates.changes.length]),
    ).toEqual([
      ['solved', 0, 1],
      ['answered', 2, 0],
      ['new', 0, 0],
    ]);
    expect(updatesOf('violation', new Map(), changes, {})('solved')).toEqual(NOTHING);
    const opened = (number: number) =>
      updatesOf('request', new Map(), changes, { solved: at(number) })('solved').changes.length;
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
