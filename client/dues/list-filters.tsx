import { Button } from '../ui/button.tsx';
import { SearchInput } from '../ui/input.tsx';
import { MultiSelect } from '../ui/select.tsx';
import type { useFilters } from './filters.ts';
import { FREQUENCIES, STATUSES } from './words.ts';

/** The row of filters over the dues. */
export const ListFilters = ({
  filters,
  set,
  type,
  flush,
  clear,
  active,
}: Omit<ReturnType<typeof useFilters>, 'shown'>) => (
  <search className="flex flex-wrap items-start gap-2">
    {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the field inside was left */}
    <div onBlur={flush} className="w-70 max-md:w-full">
      <SearchInput label="Search dues" value={filters.search} onChange={type} />
    </div>
    <MultiSelect
      label="Frequency"
      values={filters.frequency}
      onChange={(frequency) => set({ frequency })}
      options={FREQUENCIES}
    />
    <MultiSelect label="Status" values={filters.status} onChange={(status) => set({ status })} options={STATUSES} />
    {active && (
      <Button look="quiet" onClick={clear}>
        Clear Filters
      </Button>
    )}
  </search>
);
