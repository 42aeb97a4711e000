import { expect, test } from 'vitest';
import type { Entry } from '../../schema/tables/ledger.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';
import { type NextCharge, nextCharge } from '../../sync/dues/forecast.ts';
import { isOnPlan } from '../../sync/invoices/on-plan.ts';
import { paidIn, paymentsMade } from '../../sync/ledger/payments-made.ts';
import { put } from '../support/fees.ts';

const payment = (id: string, on: string, cents: number) => put(id, 'payment', on, -cents, { payment_id: `of ${id}` });
const made = (entries: readonly Entry[]) =>
  paymentsMade(entries).map(({ entry, cents, returned_cents }) => [entry.id.slice(2), cents, returned_cents]);

const DUES = put('dues', 'charge', '2026-01-01', 30_000);
const JANUARY = payment('january', '2026-01-09', 10_000);
const MARCH = payment('march', '2026-03-02', 20_000);
const BOUNCED = put('bounced', 'return', '2026-03-05', 20_000, { source_id: 'a.march' });

test('[LEDG-05] [RET-03] what was paid lists payments alone, the newest first, with what was given back of each; a year counts what stayed', () => {
  const before = payment('before', '2025-12-30', 5000);
  const refund = put('refund', 'refund', '2026-01-20', 2500, { source_id: 'a.january' });
  const entries = [DUES, JANUARY, BOUNCED, before, MARCH, refund, put('gift', 'credit', '2026-02-01', -900)];
  expect(made(entries)).toEqual([
    ['march', 20_000, 20_000],
    ['january', 10_000, 2500],
    ['before', 5000, 0],
  ]);
  expect(paidIn('2026', paymentsMade(entries))).toBe(7500);
  expect(made([DUES])).toEqual([]);
});

test('[LEDG-05] a payment that was recorded by mistake was never made, and one whose return was undone was', () => {
  const undone = put('undone', 'reversal', '2026-03-06', 10_000, { source_id: 'a.january' });
  const won = put('won', 'reversal', '2026-03-20', -20_000, { source_id: 'a.bounced' });
  expect(made([DUES, JANUARY, MARCH, BOUNCED, undone, won])).toEqual([['march', 20_000, 0]]);
});

test('[PAY-15] [EXPL-06] what comes next is the earliest that has been billed or is planned, never what is due already', () => {
  const planned: NextCharge[] = [{ title: 'Monthly dues', due_on: '2026-12-01', cents: 19_000, credit_cents: 4000 }];
  const billed = (due_on: string): NextCharge => ({ title: 'Fine', due_on, cents: 5000, credit_cents: 0 });
  expect(nextCharge([billed('2026-11-24'), billed('2026-12-20')], planned, '2026-11-24')).toEqual({
    ...{ title: 'Monthly dues', due_on: '2026-12-01', cents: 19_000, credit_cents: 4000 },
  });
  expect(nextCharge([billed('2026-11-30'), billed('2026-11-28')], planned, '2026-11-24')).toEqual(billed('2026-11-28'));
  expect(nextCharge([], [], '2026-11-24')).toBeUndefined();
});

test('[PLAN-04] an invoice is on a plan while a plan that covers its charge lasts, canceled or finished no more', () => {
  const invoice = { id: 'roof', account_id: 'a' };
  const plan = (status: PaymentPlan['status'], covers = ['a.roof']) => ({ status, covers });
  expect(isOnPlan(invoice, [plan('finished'), plan('active')])).toBe(true);
  expect(isOnPlan(invoice, [plan('canceled'), plan('active', ['b.roof'])])).toBe(false);
  expect(isOnPlan({ id: 'roof', account_id: null }, [plan('active')])).toBe(false);
});
