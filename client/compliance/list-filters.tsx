import { VIOLATION_CATEGORIES, VIOLATION_STATUSES } from '../../schema/violations.ts';
import { Button } from '../ui/button.tsx';
import { formatCount, formatLabel } from '../ui/format.ts';
import { MultiSelect, type Option } from '../ui/select.tsx';
import type { useFilters } from './filters.ts';

const options = <Value extends string>(values: readonly Value[]): Option<Value>[] =>
  values.map((value) => ({ value, label: formatLabel(value) }));

/** The row of filters over the list, and how many violations they let through (`of` null: not known yet). */
export const ListFilters = ({
  filters,
  set,
  clear,
  active,
  found,
  of,
}: ReturnType<typeof useFilters> & { found: number; of: number | null }) => (
  <search className="flex flex-wrap items-start gap-2">
    <MultiSelect
      label="Categories"
      values={filters.category}
      onChange={(category) => set({ category })}
      options={options(VIOLATION_CATEGORIES)}
    />
    <MultiSelect
      label="Status"
      values={filters.status}
      onChange={(status) => set({ status })}
      options={options(VIOLATION_STATUSES)}
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
