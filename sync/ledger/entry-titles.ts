import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { labelInWords } from '../words.ts';

/** "HOA dues", "Payment by check 1042", "Late fee". */
export const titleOf = (entry: Entry, { payments }: { payments: ReadonlyMap<string, Payment> }): string => {
  if (entry.kind === 'payment') return `Payment ${wayOf(entry, payments)}`.trim();
  if (entry.kind === 'charge') return entry.memo ?? labelInWords(entry.category ?? 'charge');
  return TITLES[entry.kind] ?? labelInWords(entry.kind);
};

const TITLES: Partial<Record<Entry['kind'], string>> = {
  opening: 'Opening balance',
  return: 'Returned payment',
  write_off: 'Write-off',
};

const WAYS: Record<NonNullable<Payment['method']>, string> = {
  card: 'by card',
  us_bank_account: 'by bank transfer',
  check: 'by check',
  cash: 'in cash',
  transfer: 'by transfer',
  other: '',
};

/** "by check 1042"; '' where nothing is known of it. */
export const wayOf = ({ payment_id }: Entry, payments: ReadonlyMap<string, Payment>): string => {
  const payment = payments.get(payment_id ?? '');
  const way = payment?.method ? WAYS[payment.method] : '';
  return payment?.method === 'check' && payment.reference ? `${way} ${payment.reference}` : way;
};
