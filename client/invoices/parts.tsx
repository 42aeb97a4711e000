import { INVOICE_STATUSES, type InvoiceStatus } from '../../schema/invoices.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import { statusOf } from '../../sync/invoices.ts';
import { FilterBar, MultiFilter, optionsOf, type ResultCount } from '../screens/filter-bar.tsx';
import { useHoaToday } from '../today.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { formatLabel } from '../ui/format.ts';
import type { useAllFilters } from './model.ts';

const TONES: Record<InvoiceStatus, Tone> = { pending: 'blue', paid: 'ok', overdue: 'bad', canceled: 'neutral' };

export const InvoiceBadge = ({ invoice }: { invoice: Pick<Invoice, 'status' | 'due_date'> }) => {
  const status = statusOf(invoice, useHoaToday());
  return <Badge tone={TONES[status]}>{formatLabel(status)}</Badge>;
};

const STATUSES = optionsOf(INVOICE_STATUSES);

type Filtering = Omit<ReturnType<typeof useAllFilters>, 'filters' | 'set' | 'shown' | 'showMore'> & {
  filters: { search: string; status: readonly InvoiceStatus[] };
  set: (changes: { status?: readonly InvoiceStatus[] }) => void;
};

/** The filters of one's own invoices and of those of everybody. */
export const InvoiceFilters = (props: Filtering & Partial<ResultCount>) => (
  <FilterBar {...props} search="Search invoices">
    <MultiFilter {...props} name="status" label="Status" options={STATUSES} />
  </FilterBar>
);
