import { FilterBar } from '../screens/filter-bar.tsx';
import { MultiSelect } from '../ui/select.tsx';
import type { useFilters } from './filters.ts';
import { FREQUENCIES, STATUSES } from './labels.ts';

/** The row of filters over the dues. */
export const ListFilters = (props: Omit<ReturnType<typeof useFilters>, 'shown'>) => {
  const { filters, set } = props;
  return (
    <FilterBar {...props} search="Search dues">
      <MultiSelect
        label="Frequency"
        values={filters.frequency}
        onChange={(frequency) => set({ frequency })}
        options={FREQUENCIES}
      />
      <MultiSelect label="Status" values={filters.status} onChange={(status) => set({ status })} options={STATUSES} />
    </FilterBar>
  );
};
