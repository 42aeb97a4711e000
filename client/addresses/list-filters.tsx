import { FilterBar, type Tally } from '../screens/filter-bar.tsx';
import type { useFilters } from './filters.ts';

/** The search over the list. */
export const ListFilters = (props: ReturnType<typeof useFilters> & Tally) => (
  <FilterBar {...props} title="All Addresses" search="Search addresses" />
);
