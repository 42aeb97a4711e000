import { expect, test } from 'vitest';
import { booksOf, dues, FLAT, MONTHLY, paid, posts, returned, rule, withAccount } from '../support/fees.ts';

const flat = [rule(FLAT)];

const monthly = [rule(MONTHLY)];

const JAN = [dues('jan', '2030-01-01')];

test('[FEE-07] until the day up to which fees are off, and on a closed account', () => {
  expect(posts(booksOf(JAN, withAccount({ fees_off_until: '2030-01-12' })), flat, '2030-12-31')).toEqual([]);
  expect(posts(booksOf(JAN, withAccount({ fees_off_until: '2030-01-11' })), flat, '2030-12-31')).toHaveLength(1);
  const closed = withAccount({ status: 'closed', closed_on: '2030-02-01' });
  expect(posts(booksOf(JAN, closed), flat, '2030-12-31')).toEqual([]);
});

const plan = { id: 'plan', covers: ['a.jan'], instalments: [{ due_on: '2030-03-01', cents: 10_000 }], made_at: '' };

test('[FEE-07] [PLAN-06] while a plan that is kept covers the charge', () => {
  const kept = { ...plan, starts_on: '2030-01-11', ended_on: null };
  expect(posts(booksOf(JAN, { plans: [kept] }), monthly, '2030-12-31')).toEqual([]);
  const late = { ...plan, starts_on: '2030-01-12', ended_on: null };
  expect(posts(booksOf(JAN, { plans: [late] }), monthly, '2030-12-31')).toEqual(['2030-01-12 2500']);
});

test('[PLAN-07] when a plan ends without being paid the clock starts anew that day', () => {
  const broken = { ...plan, starts_on: '2030-01-05', ended_on: '2030-03-11' };
  expect(posts(booksOf(JAN, { plans: [broken] }), flat, '2030-12-31')).toEqual(['2030-03-22 2500']);
});

const pending = (created: string, more = {}) => ({
  payments: [
    {
      id: 'p',
      kind: 'charge' as const,
      status: 'pending' as const,
      amount_cents: 10_000,
      invoice_id: null,
      created_at: `${created}T12:00:00Z`,
      settled_at: null,
      ...more,
    },
  ],
});

test('[FEE-07] while a payment that was started by the last grace day is on its way', () => {
  expect(posts(booksOf(JAN, pending('2030-01-11')), flat, '2030-12-31')).toEqual([]);
  expect(posts(booksOf(JAN, pending('2030-01-12')), flat, '2030-12-31')).toEqual(['2030-01-12 2500']);
  const failed = { status: 'failed', settled_at: '2030-01-15T12:00:00Z' } as const;
  expect(posts(booksOf(JAN, pending('2030-01-11', failed)), flat, '2030-12-31')).toEqual([]);
  const before = { status: 'failed', settled_at: '2030-01-10T12:00:00Z' } as const;
  expect(posts(booksOf(JAN, pending('2030-01-09', before)), flat, '2030-12-31')).toEqual(['2030-01-12 2500']);
  const chosen = {
    ...pending('2030-01-11', { checkout_session_id: 'cs' }),
    pinned: new Map([['cs', [{ debit_id: 'a.feb', amount_cents: 10_000 }]]]),
  };
  expect(
    posts(
      booksOf([...JAN, dues('feb', '2030-02-01', 10_000, { effective_on: '2030-01-02' })], chosen),
      flat,
      '2030-12-31',
    ),
  ).toEqual(['2030-01-12 2500']);
  const part = pending('2030-01-11', { amount_cents: 9901 });
  expect(posts(booksOf(JAN, part), flat, '2030-12-31')).toEqual([]);
});

const dispute = (more = {}) => ({
  disputes: [
    {
      id: 'd',
      payment_id: 'p',
      reason: 'fraudulent',
      status: 'needs_response' as const,
      opened_at: '2030-01-20T12:00:00Z',
      closed_at: null,
      ...more,
    },
  ],
});
const taken = [...JAN, paid('p', '2030-01-02'), returned('d-1', '2030-01-20', 'p'), dues('other', '2030-01-15', 4000)];

test('[FEE-07] [RET-05] while a dispute of the payment is undecided', () => {
  expect(posts(booksOf(taken, dispute()), flat, '2030-12-31')).toEqual(['2030-01-26 2500']);
  const lost = dispute({ status: 'lost', closed_at: '2030-01-30T12:00:00Z' });
  expect(posts(booksOf(taken, lost), flat, '2030-12-31')).toEqual(['2030-01-26 2500', '2030-01-31 2500']);
});

test('[RET-04] a bank debit that came back holds nothing', () => {
  const bank = dispute({ reason: 'insufficient_funds' });
  expect(posts(booksOf(taken, bank), flat, '2030-12-31')).toEqual(['2030-01-26 2500', '2030-01-31 2500']);
});

test('[FEE-09] nothing is posted for slots before the day that the board was told of', () => {
  expect(posts(booksOf(JAN), monthly, '2030-02-28', '2030-01-13')).toEqual(['2030-02-12 2500']);
});
