import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { SearchInput } from '../ui/input.tsx';
import type { useFilters } from './filters.ts';

/** The search over the list, and how many addresses it lets through (`of` null: not known yet). */
export const ListFilters = ({
  filters,
  type,
  flush,
  clear,
  active,
  found,
  of,
}: ReturnType<typeof useFilters> & { found: number; of: number | null }) => (
  <search className="flex flex-wrap items-center gap-2">
    <h2 className="mr-2 font-semibold text-lg tracking-[-0.01em] max-md:w-full">All Addresses</h2>
    {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the field inside was left */}
    <div onBlur={flush} className="w-70 max-md:w-full">
      <SearchInput label="Search addresses" value={filters.search} onChange={type} />
    </div>
    {active && (
      <Button look="quiet" onClick={clear}>
        Clear Filters
      </Button>
    )}
    <span aria-live="polite" className="num ml-auto text-ink-3">
      {of !== null && `${formatCount(found)} of ${formatCount(of)}`}
    </span>
  </search>
);
