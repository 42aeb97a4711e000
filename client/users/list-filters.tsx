import { ROLES, USER_STATUSES } from '../../schema/users.ts';
import { FilterBar, optionsOf, type Tally } from '../screens/filter-bar.tsx';
import { MultiSelect } from '../ui/select.tsx';
import type { useFilters } from './filters.ts';

const STATUSES = optionsOf(USER_STATUSES);
const ROLE_OPTIONS = optionsOf(ROLES);

/** The row of filters over the list. */
export const ListFilters = (props: ReturnType<typeof useFilters> & Tally) => {
  const { filters, set } = props;
  return (
    <FilterBar {...props} title="All Users" search="Search users">
      <MultiSelect
        label="Role"
        values={filters.role}
        onChange={(role) => set({ role })}
        options={ROLE_OPTIONS}
        className="max-md:flex-1"
      />
      <MultiSelect
        label="Status"
        values={filters.status}
        onChange={(status) => set({ status })}
        options={STATUSES}
        className="max-md:flex-1"
      />
    </FilterBar>
  );
};
