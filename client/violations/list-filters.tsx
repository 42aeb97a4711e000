import { VIOLATION_CATEGORIES, VIOLATION_STATUSES } from '../../schema/violations.ts';
import { FilterBar, optionsOf, type Tally } from '../screens/filter-bar.tsx';
import { MultiSelect } from '../ui/select.tsx';
import type { useFilters } from './filters.ts';

const CATEGORIES = optionsOf(VIOLATION_CATEGORIES);
const STATUSES = optionsOf(VIOLATION_STATUSES);

/** The row of filters over the list. */
export const ListFilters = (props: ReturnType<typeof useFilters> & Tally) => {
  const { filters, set } = props;
  return (
    <FilterBar {...props}>
      <MultiSelect
        label="Categories"
        values={filters.category}
        onChange={(category) => set({ category })}
        options={CATEGORIES}
      />
      <MultiSelect label="Status" values={filters.status} onChange={(status) => set({ status })} options={STATUSES} />
    </FilterBar>
  );
};
