import { ANNOUNCEMENT_STATUSES } from '../../schema/announcements.ts';
import { canManage } from '../../sync/announcements.ts';
import { useUser } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { formatCount, formatLabel } from '../ui/format.ts';
import { SearchInput } from '../ui/input.tsx';
import { MultiSelect, Select } from '../ui/select.tsx';
import type { useFilters } from './filters.ts';
import { CATEGORY_OPTIONS } from './labels.ts';

const STATUSES = ANNOUNCEMENT_STATUSES.map((value) => ({ value, label: formatLabel(value) }));
const SHOWS = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;

/** The row of filters over the list, and how many announcements they let through (`of` null: not known yet).
 * Residents, who only ever get what is out, choose no status. */
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
      <SearchInput label="Search announcements" value={filters.search} onChange={type} />
    </div>
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
