import { ROLES, USER_STATUSES } from '../../schema/users.ts';
import { Button } from '../ui/button.tsx';
import { formatCount, formatLabel } from '../ui/format.ts';
import { SearchInput } from '../ui/input.tsx';
import { MultiSelect, type Option } from '../ui/select.tsx';
import type { useFilters } from './filters.ts';

const options = <Value extends string>(values: readonly Value[]): Option<Value>[] =>
  values.map((value) => ({ value, label: formatLabel(value) }));

/** The row of filters over the list, and how many users they let through (`of` null: not known yet). */
export const ListFilters = ({
  filters,
  set,
  type,
  flush,
  clear,
  active,
  found,
  of,
}: ReturnType<typeof useFilters> & { found: number; of: number | null }) => (
  <search className="flex flex-wrap items-center gap-2">
    <h2 className="mr-2 font-semibold text-lg tracking-[-0.01em] max-md:w-full">All Users</h2>
    {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the field inside was left */}
    <div onBlur={flush} className="w-70 max-md:w-full">
      <SearchInput label="Search users" value={filters.search} onChange={type} />
    </div>
    <MultiSelect
      label="Role"
      values={filters.role}
      onChange={(role) => set({ role })}
      options={options(ROLES)}
      className="max-md:flex-1"
    />
    <MultiSelect
      label="Status"
      values={filters.status}
      onChange={(status) => set({ status })}
      options={options(USER_STATUSES)}
      className="max-md:flex-1"
    />
    {active && (
      <Button look="quiet" onClick={clear}>
        Clear Filters
      </Button>
    )}
    <span aria-live="polite" className="num ml-auto self-center text-ink-3">
      {of !== null && `${formatCount(found)} of ${formatCount(of)}`}
    </span>
  </search>
);
