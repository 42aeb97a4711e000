import { expect, test } from 'vitest';
import type { Invoice, Payment } from '../schema/tables/invoices.ts';
import { entriesOf, statementOf } from '../sync/statements.ts';

const DUES = { id: 'i1', title: 'Dues', amount_cents: 10_000, status: 'paid', sent: '2026-01-05T12:00:00Z' } as Invoice;
const PAID = { id: 'p1', invoice_id: 'i1', kind: 'charge', amount_cents: 10_000, status: 'succeeded' } as Payment;
const account = (invoices: Partial<Invoice>[], payments: Partial<Payment>[]) =>
  entriesOf(
    invoices.map((invoice, index) => ({ ...DUES, id: `i${index + 1}`, ...invoice })),
    payments.map((payment, index) => ({ ...PAID, id: `p${index + 1}`, ...payment })),
  );
const dayOf = (at: string) => at.slice(0, 10);
const statement = (entries: ReturnType<typeof account>, from: string | null = null, to: string | null = null) => {
  const { lines, ...sums } = statementOf(entries, { from, to }, dayOf);
  return { ...sums, lines: lines.map(({ day, kind, cents, balance_cents }) => [day, kind, cents, balance_cents]) };
};

test('[14.7] a statement opens with the balance of the time before and follows each due and payment to the last', () => {
  const entries = account(
    [{}, { sent: '2026-02-05T12:00:00Z', status: 'pending', amount_cents: 5000 }],
    [{ settled_at: '2026-02-07T12:00:00Z' }, { status: 'failed', created_at: '2026-01-06T12:00:00Z' }],
  );
  expect(statement(entries, '2026-02-01', '2026-02-28')).toEqual({
    opening_cents: 10_000,
    lines: [
      ['2026-02-05', 'charge', 5000, 15_000],
      ['2026-02-07', 'payment', -10_000, 5000],
    ],
    charged_cents: 5000,
    paid_cents: 10_000,
    closing_cents: 5000,
  });
  expect(statement(entries, null, '2026-01-31')).toMatchObject({ opening_cents: 0, closing_cents: 10_000 });
});

test('[14.7] its balance is what the invoices say is owed, after cancellations, refunds and disputes too, less credits', () => {
  const canceled_at = '2026-01-09T12:00:00Z';
  expect(statement(account([{ status: 'canceled', canceled_at }], []))).toMatchObject({ closing_cents: 0 });
  const [paid, back] = [{ settled_at: '2026-01-06T12:00:00Z' }, { settled_at: '2026-01-08T12:00:00Z' }];
  const refunded = statement(account([{}], [paid, { ...back, kind: 'refund', amount_cents: -4000 }]));
  expect(refunded.lines.slice(2)).toEqual([
    ['2026-01-08', 'refund', 4000, 4000],
    ['2026-01-08', 'adjustment', -4000, 0],
  ]);
  const disputed = statement(account([{ status: 'pending' }], [paid]));
  expect(disputed.lines.at(-1)).toEqual(['2026-01-06', 'adjustment', 10_000, 10_000]);
  const credited = account(
    [{ status: 'pending' }],
    [{ ...paid, kind: 'credit', invoice_id: null, amount_cents: 2500 }],
  );
  expect(statement(credited)).toMatchObject({ paid_cents: 2500, closing_cents: 7500 });
});
