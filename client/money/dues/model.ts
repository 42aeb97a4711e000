import { DUE_CATEGORIES, DUE_FREQUENCIES, DUE_REASONS, DUE_STATUSES } from '../../../schema/dues.ts';
import { FUNDS } from '../../../schema/ledger.ts';
import type { Due } from '../../../schema/tables/dues.ts';
import type { Invoice } from '../../../schema/tables/invoices.ts';
import { DUE_NOT_FOUND, schedule } from '../../../sync/dues/entity.ts';
import { statusOf } from '../../../sync/invoices/entity.ts';
import { useAreComplete, useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { optionsOf } from '../../screens/filter-bar.tsx';
import { choiceFilter, filterPath, multiFilter, textFilter, useListFilters } from '../../screens/filters.ts';
import { AGE_SORT, type Sorts, sortValues, textSort } from '../../screens/sorting.tsx';
import { formatDate } from '../../ui/format.ts';

export const LOADER = {
  entity: 'due',
  name: 'Due',
  list: { label: 'Dues', href: paths.dues() },
  back: 'Back to Dues',
  notFound: DUE_NOT_FOUND,
  failed: 'Failed to load dues. Please try again.',
} as const;

export const FREQUENCIES = optionsOf(DUE_FREQUENCIES);
export const REASONS = optionsOf(DUE_REASONS);
export const FUND_OPTIONS = optionsOf(FUNDS);
export const CATEGORY_OPTIONS = [{ value: '', label: 'Same as reason' }, ...optionsOf(DUE_CATEGORIES)] as const;
export const STATUSES = optionsOf(DUE_STATUSES);

export const nextSendDate = (due: Due): string => {
  const next = schedule(due, 1)[0];
  return next ? formatDate(next.send_date) : 'Not set';
};

export const SORTS: Sorts = {
  Created: AGE_SORT,
  Title: textSort('title', 'Title'),
  Amount: [
    { value: '-amount', label: 'Largest Amount First' },
    { value: 'amount', label: 'Smallest Amount First' },
  ],
  Frequency: [
    { value: 'frequency', label: 'One Time First' },
    { value: '-frequency', label: 'Yearly First' },
  ],
  Status: [
    { value: 'status', label: 'Active First' },
    { value: '-status', label: 'Inactive First' },
  ],
};

const fields = {
  search: textFilter,
  frequency: multiFilter(DUE_FREQUENCIES),
  status: multiFilter(DUE_STATUSES),
  sort: choiceFilter(sortValues(SORTS)),
};

/** True where a due that is sent once has ended, and its send date came to no invoice. For the board, who has everyone's. */
export const useBilledNoOne = ({ id, frequency, status, send_date, anchor_date }: Due): boolean => {
  const invoices = useRows('invoice').by('due_id', id);
  const isHere = useAreComplete(['invoice']);
  const isOver = frequency === 'one_time' && status === 'inactive' && send_date === null;
  return isHere && isOver && invoices.every(({ period }) => period !== anchor_date);
};

export const useFilters = () => useListFilters(fields);
export const listPath = (changes: Partial<ReturnType<typeof useFilters>['filters']>): string =>
  filterPath(fields, paths.dues(), changes);

export type Period = {
  period: string;
  due_date: string;
  invoices: Invoice[];
  sent_count: number;
  paid_count: number;
  collected_cents: number;
  outstanding_cents: number;
  overdue_cents: number;
  /** Without canceled invoices. */
  billed_cents: number;
};

export const periodsOf = (invoices: readonly Invoice[], today: string): Period[] => {
  const byPeriod = Map.groupBy(invoices, ({ period }) => period);
  return [...byPeriod.keys()]
    .sort()
    .reverse()
    .map((period) => periodOf(period, byPeriod.get(period)!, today));
};

const periodOf = (period: string, invoices: Invoice[], today: string): Period => {
  const sum = (...statuses: string[]) =>
    invoices.reduce(
      (cents, invoice) => (statuses.includes(statusOf(invoice, today)) ? cents + invoice.amount_cents : cents),
      0,
    );
  return {
    period,
    due_date: invoices[0]!.due_date,
    invoices,
    sent_count: invoices.length,
    paid_count: invoices.filter(({ status }) => status === 'paid').length,
    collected_cents: sum('paid'),
    outstanding_cents: sum('pending', 'overdue'),
    overdue_cents: sum('overdue'),
    billed_cents: sum('paid', 'pending', 'overdue'),
  };
};
