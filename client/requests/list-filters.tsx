import { REQUEST_CATEGORIES, REQUEST_STATUSES } from '../../schema/requests.ts';
import { Button } from '../ui/button.tsx';
import { formatCount, formatLabel } from '../ui/format.ts';
import { SearchInput } from '../ui/input.tsx';
import { MultiSelect, type Option, Select } from '../ui/select.tsx';
import type { useFilters } from './filters.ts';

const options = <Value extends string>(values: readonly Value[]): Option<Value>[] =>
  values.map((value) => ({ value, label: formatLabel(value) }));
const SORTS = [
  { value: 'newest', label: 'Newest First' },
  { value: 'oldest', label: 'Oldest First' },
] as const;

/** The row of filters over the list, and how many requests they let through (`of` null: not known yet). */
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
  <search className="flex flex-wrap items-start gap-2">
    {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the field inside was left */}
    <div onBlur={flush} className="w-70 max-md:w-full">
      <SearchInput label="Search requests" value={filters.search} onChange={type} />
    </div>
    <MultiSelect
      label="Categories"
      values={filters.category}
      onChange={(category) => set({ category })}
      options={options(REQUEST_CATEGORIES)}
    />
    <MultiSelect
      label="Status"
      values={filters.status}
      onChange={(status) => set({ status })}
      options={options(REQUEST_STATUSES)}
    />
    <Select label="Sort" value={filters.sort} onChange={(sort) => set({ sort })} options={SORTS} />
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
