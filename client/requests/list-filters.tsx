import { REQUEST_CATEGORIES, REQUEST_STATUSES } from '../../schema/requests.ts';
import { FilterBar, optionsOf, type Tally } from '../screens/filter-bar.tsx';
import { MultiSelect, Select } from '../ui/select.tsx';
import type { useFilters } from './filters.ts';

const CATEGORIES = optionsOf(REQUEST_CATEGORIES);
const STATUSES = optionsOf(REQUEST_STATUSES);
const SORTS = [
  { value: 'newest', label: 'Newest First' },
  { value: 'oldest', label: 'Oldest First' },
] as const;

/** The row of filters over the list. */
export const ListFilters = (props: ReturnType<typeof useFilters> & Tally) => {
  const { filters, set } = props;
  return (
    <FilterBar {...props} search="Search requests">
      <MultiSelect
        label="Categories"
        values={filters.category}
        onChange={(category) => set({ category })}
        options={CATEGORIES}
      />
      <MultiSelect label="Status" values={filters.status} onChange={(status) => set({ status })} options={STATUSES} />
      <Select label="Sort" value={filters.sort} onChange={(sort) => set({ sort })} options={SORTS} />
    </FilterBar>
  );
};
