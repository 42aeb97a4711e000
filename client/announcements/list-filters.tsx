import { ANNOUNCEMENT_STATUSES } from '../../schema/announcements.ts';
import { canManage } from '../../sync/announcements.ts';
import { FilterBar, optionsOf, type Tally } from '../screens/filter-bar.tsx';
import { useUser } from '../session.ts';
import { MultiSelect, Select } from '../ui/select.tsx';
import type { useFilters } from './filters.ts';
import { CATEGORY_OPTIONS } from './labels.ts';

const STATUSES = optionsOf(ANNOUNCEMENT_STATUSES);
const SHOWS = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;

/** The row of filters over the list. Residents, who only ever get what is out, choose no status. */
export const ListFilters = (props: ReturnType<typeof useFilters> & Tally) => {
  const { filters, set } = props;
  return (
    <FilterBar {...props} search="Search announcements">
      <MultiSelect
        label="Category"
        values={filters.category}
        onChange={(category) => set({ category })}
        options={CATEGORY_OPTIONS}
      />
      {canManage(useUser()) && (
        <MultiSelect label="Status" values={filters.status} onChange={(status) => set({ status })} options={STATUSES} />
      )}
      <Select label="Show" value={filters.show} onChange={(show) => set({ show })} options={SHOWS} />
    </FilterBar>
  );
};
