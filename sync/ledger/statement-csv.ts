import type { Payment } from '../../schema/tables/invoices.ts';
import { titleOf } from './entry-titles.ts';
import type { AccountStatement } from './statement.ts';

const HEADER = ['Date', 'Posted', 'Description', 'Kind', 'Charge', 'Payment', 'Balance', 'Reference'];

/** The cells of a statement as CSV, its header first. Amounts have no currency; only the balance has a sign, for credit. */
export const statementCells = (
  { lines }: AccountStatement,
  payments: ReadonlyMap<string, Pick<Payment, 'method' | 'reference'>>,
): string[][] => [
  HEADER,
  ...lines.map(({ entry, cents, balance_cents, corrects }) => [
    entry.effective_on,
    entry.posted_at.slice(0, 10),
    `${titleOf(entry, { payments: payments as ReadonlyMap<string, Payment> })}${corrects && cents === 0 ? ' (reversed on the same day)' : ''}`,
    entry.kind,
    cents > 0 ? dollars(cents) : '',
    cents < 0 ? dollars(-cents) : '',
    dollars(balance_cents),
    payments.get(entry.payment_id ?? '')?.reference ?? '',
  ]),
];

/** Cents as "12.50". */
export const dollars = (cents: number): string => (cents / 100).toFixed(2);
