import type { Due } from '../../schema/dues.ts';
import { list } from '../../sync/dues.ts';
import { downloadCsv, toCsv } from '../csv.ts';
import { useHoaToday } from '../invoices/today.ts';
import { useRows } from '../store.ts';
import { formatDate, formatLabel } from '../ui/format.ts';
import { useFilters } from './filters.ts';
import { nextSendDate } from './labels.ts';

/** Downloads the dues that the filters let through as CSV, with the columns of the list. */
export const useExport = () => {
  const dues = useRows('due');
  const { filters } = useFilters();
  const today = useHoaToday();
  return async () => downloadCsv(`dues-${today}.csv`, await toCsv([HEADER, ...list(dues.all, filters).map(lineOf)]));
};

const HEADER = ['Title', 'Amount', 'Frequency', 'Next Send Date', 'Status', 'Reason', 'Recipients', 'Created'];

const lineOf = (due: Due): string[] => [
  due.title,
  (due.amount_cents / 100).toFixed(2),
  formatLabel(due.frequency),
  nextSendDate(due),
  formatLabel(due.status),
  formatLabel(due.reason),
  String(due.recipients.length),
  formatDate(due.created_at),
];
