import { defineList, type OrderKey } from '../list.ts';
import { chosen } from '../where.ts';
import { AGE_BUCKETS, AGEING_FIGURES, type AgeBucket, type Ageing } from './ageing.ts';
import type { Delinquency } from './delinquency.ts';

/** An account in a report. `payer` is the name of the primary holder, `name` the home or the holders. */
type Reported = { id: string; payer: string | null; name: string; holders: string; text: string };

export const AGEING_MARKS = ['plan', 'no_plan', 'dispute', 'fees_only', 'closed'] as const;
export type AgeingMark = (typeof AGEING_MARKS)[number];
type Marks = Partial<Record<AgeingMark, boolean>>;

/** The figures are as of the day of the report. Devices alone know the marks and the street. */
type ListedAgeing = Reported & Ageing & Marks & { street?: string };

export const AGEING_SORTS = ['age', 'home', 'holders', ...AGEING_FIGURES] as const;
export type AgeingSort = (typeof AGEING_SORTS)[number];

export type AgeingQuery = {
  search?: string;
  age?: readonly AgeBucket[];
  street?: readonly string[];
  /** All of them must hold. */
  show?: readonly AgeingMark[];
  /** Where it is missing, the order is that of the primary holders. */
  sort?: AgeingSort;
  reverse?: boolean;
};

type AgeingKey = OrderKey<ListedAgeing>;

const BY_PAYER = [{ column: 'payer', ignoreCase: true }, { column: 'id' }] as const;

/** The accounts of which something is open, or that have credit. */
export const ageingList = defineList<ListedAgeing, AgeingQuery>({
  searchText: ({ text }) => text,
  filters: ({ age, street, show = [] }) => {
    const marks: Marks = Object.fromEntries(show.map((mark) => [mark, true]));
    const figures = age?.length ? age : ([...AGE_BUCKETS, 'credit'] as const);
    return figures.map((figure) => ({ street: chosen(street), ...marks, [figure]: { gt: 0 } }));
  },
  order: ({ sort, reverse = false }) =>
    sort
      ? [
          ...keysOf(sort).map((key) => ({ ...key, descending: (key.descending ?? false) !== reverse })),
          { column: 'name', natural: true },
          { column: 'id' },
        ]
      : BY_PAYER,
});

/** The longest owed comes first by default, figures descend and names ascend. */
const keysOf = (sort: AgeingSort): AgeingKey[] => {
  if (sort === 'home') return [{ column: 'name', natural: true }];
  if (sort === 'holders') return [{ column: 'holders', natural: true }];
  const figures = sort === 'age' ? AGE_BUCKETS.toReversed() : [sort];
  return figures.map((column) => ({ column, descending: true }));
};

/** Accounts that owe anything for more than 30 days, the longest owing first. */
export const delinquencyList = defineList<Reported & Pick<Delinquency<never>, 'oldest_due_on'>, { search?: string }>({
  searchText: ({ text }) => text,
  filters: () => ({}),
  order: () => [{ column: 'oldest_due_on' }, ...BY_PAYER],
});
