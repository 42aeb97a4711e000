import type { Entry } from '../../schema/tables/ledger.ts';
import { AGEING_FIGURES, type Ageing, type AgeingFigure } from './ageing.ts';
import { COLLECTION_METHODS, type CollectionMethod, type CollectionMonth, collectionRate } from './collections.ts';
import type { Delinquency } from './delinquency.ts';

export const AGEING_LABELS: Record<AgeingFigure, string> = {
  current: 'Current',
  days_1_30: '1–30 days',
  days_31_60: '31–60 days',
  days_61_90: '61–90 days',
  over_90: 'Over 90 days',
  credit: 'Credit',
  balance: 'Balance',
};

export const METHOD_LABELS: Record<CollectionMethod, string> = {
  check: 'Check',
  cash: 'Cash',
  transfer: 'Transfer',
  card: 'Card',
  us_bank_account: 'Bank account',
  other: 'Other',
};

/** The account whose figures a line has, in words. */
type Named = { home: string; holders: string; status: string };

/** The cells of each report as CSV, the header first. Amounts have no currency; a balance has a minus for credit. */
export const ageingCells = (rows: readonly (Named & Ageing & { oldest_due_on: string | null })[]): string[][] => [
  ['Home', 'Holders', ...AGEING_FIGURES.map((figure) => AGEING_LABELS[figure]), 'Oldest due', 'Status'],
  ...rows.map((row) => [
    row.home,
    row.holders,
    ...AGEING_FIGURES.map((figure) => dollars(row[figure])),
    row.oldest_due_on ?? '',
    row.status,
  ]),
];

export const collectionCells = (months: readonly CollectionMonth[]): string[][] => [
  [
    'Month',
    'Charged',
    'Collected',
    ...COLLECTION_METHODS.map((method) => METHOD_LABELS[method]),
    ...['Returned', 'Refunded', 'Waived', 'Written off', 'Credited', 'Due', 'Covered', 'Rate'],
  ],
  ...months.map((month) => [
    month.month,
    dollars(month.charged_cents),
    dollars(month.collected_cents),
    ...COLLECTION_METHODS.map((method) => dollars(month.by_method[method])),
    ...[month.returned_cents, month.refunded_cents, month.waived_cents, month.written_off_cents].map(dollars),
    ...[month.credited_cents, month.due_cents, month.covered_cents].map(dollars),
    rateInWords(month),
  ]),
];

/** "97.5%", or nothing where nothing fell due. */
export const rateInWords = (month: Pick<CollectionMonth, 'due_cents' | 'covered_cents'>): string => {
  const rate = collectionRate(month);
  return rate === null ? '' : `${Math.floor(rate * 1000) / 10}%`;
};

export const delinquencyCells = (
  rows: readonly (Named & Delinquency<Pick<Entry, 'effective_on' | 'amount_cents'>>)[],
): string[][] => [
  ['Home', 'Holders', 'Over 30 days', 'Overdue', 'Balance', 'Oldest due', 'Last payment', 'Amount', 'Status'],
  ...rows.map(({ home, holders, status, delinquent_cents, overdue_cents, balance_cents, ...row }) => [
    home,
    holders,
    ...[delinquent_cents, overdue_cents, balance_cents].map(dollars),
    row.oldest_due_on,
    row.last_payment?.effective_on ?? '',
    row.last_payment ? dollars(-row.last_payment.amount_cents) : '',
    status,
  ]),
];

const dollars = (cents: number): string => (cents / 100).toFixed(2);
