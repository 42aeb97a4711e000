import type { ReactNode } from 'react';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../../schema/invoices.ts';
import type { Invoice } from '../../../schema/tables/invoices.ts';
import { isPartlyPaid, statusOf } from '../../../sync/invoices/entity.ts';
import { useHoaToday } from '../../device/today.ts';
import { FilterBar, MultiFilter, optionsOf, type ResultCount } from '../../screens/filter-bar.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { formatLabel } from '../../ui/format.ts';
import type { useAllFilters } from './model.ts';

const TONES: Record<InvoiceStatus, Tone> = { pending: 'blue', paid: 'ok', overdue: 'bad', canceled: 'neutral' };

type Badged = Pick<Invoice, 'status' | 'due_date'> & Partial<Pick<Invoice, 'paid_cents'>>;

export const InvoiceBadge = ({ invoice }: { invoice: Badged }) => {
  const status = statusOf(invoice, useHoaToday());
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={TONES[status]}>{formatLabel(status)}</Badge>
      {isPartlyPaid(invoice) && <Badge tone="violet">Partly paid</Badge>}
    </span>
  );
};

const STATUSES = optionsOf(INVOICE_STATUSES);

type Filtering = Omit<ReturnType<typeof useAllFilters>, 'filters' | 'set' | 'shown' | 'showMore'> & {
  filters: { search: string; status: readonly InvoiceStatus[] };
  set: (changes: { status?: readonly InvoiceStatus[] }) => void;
  children?: ReactNode;
};

export const InvoiceFilters = ({ children, ...props }: Filtering & Partial<ResultCount>) => (
  <FilterBar {...props} search="Search invoices">
    <MultiFilter {...props} name="status" label="Status" options={STATUSES} />
    {children}
  </FilterBar>
);
