import { DOCUMENT_CATEGORIES, type DocumentCategory } from '../../schema/documents.ts';
import { FilterBar, type Tally } from '../screens/filter-bar.tsx';
import { type Option, Select } from '../ui/select.tsx';
import type { useFilters } from './filters.ts';

const ALL = 'All';
const CATEGORIES = [ALL, ...DOCUMENT_CATEGORIES].map((value) => ({ value, label: value })) as Option<
  DocumentCategory | typeof ALL
>[];

/** The row of filters over the list. */
export const ListFilters = (props: ReturnType<typeof useFilters> & Tally) => {
  const { filters, set } = props;
  return (
    <FilterBar {...props} search="Search documents">
      <Select
        label="Category"
        value={filters.category ?? ALL}
        onChange={(category) => set({ category: category === ALL ? null : category })}
        options={CATEGORIES}
      />
    </FilterBar>
  );
};
