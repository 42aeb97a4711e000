import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { formatCount, formatLabel } from '../ui/format.ts';
import { SearchInput } from '../ui/input.tsx';
import { MultiSelect, type Option } from '../ui/select.tsx';

/** How many rows match the filters, of how many; null while that is not known. `partial` while only the first rows are here. */
export type ResultCount = { found: number; of: number | null; partial?: boolean };

/** "3 of 40". */
export const countText = ({ found, of, partial }: ResultCount): string => {
  if (of === null) return '';
  const count = `${formatCount(found)} of ${formatCount(of)}`;
  return partial ? `${count}: showing the first while the rest loads` : count;
};

type Props = Partial<ResultCount> & {
  title?: string;
  /** Names the search field; a list without one has no search. */
  search?: string;
  filters: Record<string, unknown>;
  setSearch: (text: string) => void;
  flushSearch: () => unknown;
  clear: () => void;
  active: boolean;
  children?: ReactNode;
};

/** The row of filters over a list; spread what `useListFilters` gives on it. An empty list offers Clear Filters itself. */
export const FilterBar = ({
  title,
  search,
  filters,
  setSearch,
  flushSearch,
  clear,
  active,
  found,
  of,
  partial,
  children,
}: Props) => (
  <search className="flex flex-wrap items-center gap-2">
    {title && <h2 className="mr-2 font-semibold text-lg tracking-[-0.01em] max-md:w-full">{title}</h2>}
    {search && (
      // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the field inside
      <div onBlur={flushSearch} onKeyDown={goToFirstRow} className="w-70 max-md:w-full">
        <SearchInput label={search} value={String(filters.search ?? '')} onChange={setSearch} />
      </div>
    )}
    {children}
    {active && found !== 0 && (
      <Button variant="ghost" onClick={clear}>
        Clear Filters
      </Button>
    )}
    {found !== undefined && (
      <span aria-live="polite" className="num ml-auto text-ink-3">
        {countText({ found, of: of ?? null, partial })}
      </span>
    )}
  </search>
);

/** Enter leads from the search field to what it found. */
const goToFirstRow = ({ key }: KeyboardEvent) => {
  if (key === 'Enter') document.querySelector<HTMLElement>('main [data-row]')?.focus();
};

/** A choice of several values for the filter `name`; spread what `useListFilters` gives on it. */
export const MultiFilter = <Filters, Name extends keyof Filters, Value extends string>({
  name,
  filters,
  set,
  ...props
}: {
  name: Name;
  filters: Filters & { [name in Name]: readonly Value[] };
  set: (changes: Partial<Filters>) => void;
  label: string;
  options: readonly Option<Value>[];
  className?: string;
}) => <MultiSelect {...props} values={filters[name]} onChange={(values) => set({ ...filters, [name]: values })} />;

export const optionsOf = <Value extends string>(values: readonly Value[]): Option<Value>[] =>
  values.map((value) => ({ value, label: formatLabel(value) }));
