import { clsx } from 'clsx';
import { SlidersHorizontal } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatCount, formatLabel, formatPlural } from '../ui/format.ts';
import { SearchInput } from '../ui/input.tsx';
import { useIsWide } from '../ui/media.ts';
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
  /** How many filters are set, without the search. */
  activeCount: number;
  children?: ReactNode;
};

/** The row of filters over a list; spread what `useListFilters` gives on it. Phones fold the filters into one button. An
 * empty list offers Clear Filters itself. */
export const FilterBar = ({
  title,
  search,
  filters,
  setSearch,
  flushSearch,
  clear,
  active,
  activeCount,
  found,
  of,
  partial,
  children,
}: Props) => {
  const wide = useIsWide();
  return (
    <search className="flex flex-wrap items-center gap-2">
      {title && <h2 className="mr-2 font-semibold text-lg tracking-[-0.01em] max-md:sr-only">{title}</h2>}
      {search && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the field inside
        <div onBlur={flushSearch} onKeyDown={goToFirstRow} className="w-70 max-md:w-auto max-md:min-w-0 max-md:flex-1">
          <SearchInput label={search} value={String(filters.search ?? '')} onChange={setSearch} />
        </div>
      )}
      {wide || !children ? children : <FilterSheet {...{ clear, activeCount, found }}>{children}</FilterSheet>}
      {wide && active && found !== 0 && (
        <Button variant="ghost" onClick={clear}>
          Clear Filters
        </Button>
      )}
      {found !== undefined && (
        <span aria-live="polite" className={clsx(COUNT, search && 'max-md:-my-1 max-md:w-full')}>
          {countText({ found, of: of ?? null, partial })}
        </span>
      )}
    </search>
  );
};

const COUNT = 'num ml-auto text-ink-3 max-md:text-sm';

/** One button for the filters, with how many are set; it opens a sheet with them. */
const FilterSheet = ({
  clear,
  activeCount,
  found,
  children,
}: Pick<Props, 'clear' | 'activeCount' | 'found' | 'children'>) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={SlidersHorizontal} aria-haspopup="dialog" onClick={() => setOpen(true)} className="max-md:px-3">
        Filters
        {activeCount > 0 && (
          <span className="num grid h-5 min-w-5 place-items-center rounded-full bg-pine-soft px-1 text-pine-text text-sm">
            {activeCount}
            <span className="sr-only"> active</span>
          </span>
        )}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Filters"
        footer={
          <>
            {activeCount > 0 && <Button onClick={clear}>Clear Filters</Button>}
            <Button variant="primary" onClick={() => setOpen(false)}>
              {found === undefined ? 'Show Results' : `Show ${formatPlural(found, 'Result')}`}
            </Button>
          </>
        }
      >
        <div className="grid gap-3 [&_.control]:w-full">{children}</div>
      </Dialog>
    </>
  );
};

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
