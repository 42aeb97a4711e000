import { expect, test } from 'vitest';
import { isPaymentPending } from '../../client/money/pay/begun.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { FoldEntry } from '../../sync/ledger/types.ts';
import { isPaidSoon } from '../../sync/payments/pending.ts';

const TODAY = '2026-06-10';
const charge = (id: string, due_on: string, amount_cents = 10_000): FoldEntry => ({
  id: `a-1.${id}`,
  kind: 'charge',
  category: 'assessment',
  amount_cents,
  effective_on: '2026-05-01',
  posted_at: '2026-05-01T12:00:00.000Z',
  due_on,
});
const payment = (id: string, over: Partial<Payment> = {}) =>
  ({
    id,
    kind: 'charge',
    status: 'pending',
    amount_cents: 10_000,
    invoice_id: null,
    created_at: '',
    ...over,
  }) as Payment;

test('[PAY-07] an invoice that a payment of the whole account will pay is not asked for again', () => {
  const entries = [charge('may', '2026-05-15'), charge('june', '2026-06-15')];
  const soon = (id: string, ...payments: Payment[]) =>
    isPaidSoon({ id, account_id: 'a-1' }, { entries, payments, policies: [] }, TODAY);
  expect([soon('may'), soon('june')]).toEqual([false, false]);
  expect([soon('may', payment('p')), soon('june', payment('p'))]).toEqual([true, false]);
  expect(soon('may', payment('p', { amount_cents: 9000 }))).toBe(false);
  expect([soon('may', payment('p'), payment('q')), soon('june', payment('p'), payment('q'))]).toEqual([true, true]);
  const forJune = payment('p', { invoice_id: 'june' });
  expect([soon('may', forJune), soon('june', forJune)]).toEqual([false, true]);
  for (const status of ['failed', 'canceled'] as const) expect(soon('may', payment('p', { status }))).toBe(false);
});

test('[PAY-15] from the return of the payment service until the payment is here, nobody is asked to pay again', () => {
  const now = Date.parse('2026-06-10T12:00:00Z');
  const begun = { account_id: 'a-1', known: ['old'], returned_at: now - 5000 };
  const old = payment('old', { status: 'succeeded' });
  expect(isPaymentPending(begun, 'a-1', [old], now)).toBe(true);
  expect(isPaymentPending(begun, 'a-2', [old], now)).toBe(false);
  expect(isPaymentPending(begun, 'a-1', [old, payment('new')], now)).toBe(false);
  expect(isPaymentPending(begun, 'a-1', [old, payment('new', { status: 'failed' })], now)).toBe(true);
  expect(isPaymentPending({ ...begun, returned_at: now - 3_700_000 }, 'a-1', [old], now)).toBe(false);
  expect(isPaymentPending({ account_id: 'a-1', known: [] }, 'a-1', [], now)).toBe(false);
  expect(isPaymentPending(null, 'a-1', [], now)).toBe(false);
});
