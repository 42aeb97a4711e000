import { INVOICE_STATUSES } from '../../schema/invoices.ts';
import { FilterBar, optionsOf } from '../screens/filter-bar.tsx';
import { MultiSelect } from '../ui/select.tsx';
import type { useFilters } from './filters.ts';

const STATUSES = optionsOf(INVOICE_STATUSES);

/** The row of filters over My Invoices. */
export const ListFilters = (props: ReturnType<typeof useFilters>) => {
  const { filters, set } = props;
  return (
    <FilterBar {...props} search="Search invoices">
      <MultiSelect label="Status" values={filters.status} onChange={(status) => set({ status })} options={STATUSES} />
    </FilterBar>
  );
};
