import { DOCUMENT_CATEGORIES, type DocumentCategory } from '../../schema/documents.ts';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { SearchInput } from '../ui/input.tsx';
import { type Option, Select } from '../ui/select.tsx';
import type { useFilters } from './filters.ts';

const ALL = 'All';
const CATEGORIES = [ALL, ...DOCUMENT_CATEGORIES].map((value) => ({ value, label: value })) as Option<
  DocumentCategory | typeof ALL
>[];

/** The row of filters over the list, and how many documents they let through (`of` null: not known yet). */
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
      <SearchInput label="Search documents" value={filters.search} onChange={type} />
    </div>
    <Select
      label="Category"
      value={filters.category ?? ALL}
      onChange={(category) => set({ category: category === ALL ? null : category })}
      options={CATEGORIES}
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
