import { useIsWide } from '../ui/media.ts';
import { Select } from '../ui/select.tsx';
import { SortButton } from '../ui/sort-button.tsx';
import type { Column } from '../ui/table.tsx';

/** The two ways to sort by a column, by its header: that of the first press and of the second. The first of all is how a list
 * is sorted at first. */
export type Sorts = Readonly<Record<string, readonly [Sort, Sort]>>;
type Sort = { value: string; label: string };

export type Sorting = { sort: string; onSort: (sort: string) => void };

/** The two ways to sort by a text. */
export const textSort = (column: string, label: string): [Sort, Sort] => [
  { value: column, label: `${label} A–Z` },
  { value: `-${column}`, label: `${label} Z–A` },
];

/** The newest first, then the oldest. */
export const AGE_SORT: [Sort, Sort] = [
  { value: 'newest', label: 'Newest First' },
  { value: 'oldest', label: 'Oldest First' },
];

const optionsOf = (sorts: Sorts): Sort[] => Object.values(sorts).flat();

export const sortValues = (sorts: Sorts): [string, ...string[]] => {
  const [first = '', ...others] = optionsOf(sorts).map(({ value }) => value);
  return [first, ...others];
};

const isDown = (sort: string) => sort.startsWith('-') || sort === 'newest';

/** The columns, of which those in `sorts` sort the list by their heads. */
export const withSorting = <Row,>(
  columns: readonly Column<Row>[],
  sorts: Sorts,
  { sort, onSort }: Sorting,
): Column<Row>[] =>
  columns.map((column) => {
    const pair = sorts[column.header];
    if (!pair) return column;
    const [first, second] = pair.map(({ value }) => value) as [string, string];
    const isSorted = sort === first || sort === second;
    const press = () => onSort(sort === first ? second : first);
    return {
      ...column,
      head: (
        <SortButton
          label={column.header}
          name={`Sort by ${column.header}`}
          up={isSorted ? !isDown(sort) : null}
          right={column.align === 'right'}
          onPress={press}
        />
      ),
      sorted: isSorted ? (isDown(sort) ? 'descending' : 'ascending') : undefined,
    };
  });

type Props = Sorting & { sorts: Sorts; onPhonesOnly?: boolean };

/** The same choice where there are no heads of columns. */
export const SortSelect = ({ sorts, sort, onSort, onPhonesOnly = false }: Props) => {
  const wide = useIsWide();
  if (wide && onPhonesOnly) return null;
  return <Select label="Sort" value={sort} onChange={onSort} options={optionsOf(sorts)} />;
};
