import { useMemo } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import { accountText } from '../../../sync/accounts/entity.ts';
import { isHoldingPayment } from '../../../sync/disputes/entity.ts';
import {
  AGE_BUCKETS,
  AGEING_FIGURES,
  type AgeBucket,
  type Ageing,
  type AgeingFigure,
  isOnPlan,
  oldestDueOf,
  owesFeesOnly,
} from '../../../sync/ledger/ageing.ts';
import type { AccountFold } from '../../../sync/ledger/folds.ts';
import { ageingCells } from '../../../sync/ledger/report-csv.ts';
import { fold as folded } from '../../../sync/search.ts';
import { useRows } from '../../device/store.ts';
import { exportCsv } from '../../screens/export-csv.tsx';
import { choiceFilter, flagFilter, multiFilter, textFilter } from '../../screens/filters.ts';
import { usePeople } from '../../screens/people.tsx';
import { holdersOf } from '../account/model.ts';
import { useFolds } from '../account/use-folds.ts';

const MARKS = ['plan', 'no_plan', 'dispute', 'fees_only', 'closed'] as const;
export type Mark = (typeof MARKS)[number];

/** An account of which something is open, or that has credit, as of the day of the report. */
export type AgeingRow = {
  account: Account;
  home: string;
  street: string;
  holders: string;
  oldest_due_on: string | null;
  marks: ReadonlySet<Mark>;
  ageing: Ageing;
  fold: AccountFold['fold'];
  /** Folded for the search. */
  text: string;
};

export const SORTS = ['age', 'home', 'holders', ...AGEING_FIGURES] as const;
export type Sort = (typeof SORTS)[number];

const listFilter = {
  empty: [] as readonly string[],
  parse: (text: string): readonly string[] => text.split('|').filter(Boolean),
  format: (values: readonly string[]) => values.join('|'),
};

export const fields = {
  search: textFilter,
  age: multiFilter(AGE_BUCKETS),
  street: listFilter,
  show: multiFilter(MARKS),
  as_of: textFilter,
  known_then: flagFilter,
  sort: choiceFilter(SORTS),
  reverse: flagFilter,
};
export type AgeingFilters = {
  search: string;
  age: readonly AgeBucket[];
  street: readonly string[];
  show: readonly Mark[];
  sort: Sort;
  reverse: boolean;
};

/** The rows of a day, with `known_at` as it was known then. Typing in the search does not compute them anew. */
export const useAgeingRows = (as_of: string, known_at?: string): readonly AgeingRow[] => {
  const accounts = useRows('account').all;
  const disputes = useRows('dispute').all;
  const addresses = useRows('address');
  const people = usePeople();
  const folds = useFolds(as_of, known_at);
  return useMemo(() => {
    const disputed = new Set(disputes.filter(isHoldingPayment).map(({ account_id }) => account_id));
    return accounts.flatMap((account): AgeingRow[] => {
      const { fold, ageing } = folds(account.id);
      if (fold.open.length === 0 && ageing.credit === 0) return [];
      const home = people.address(account);
      const holders = holdersOf(people, account);
      const emails = account.holder_ids.map((id) => people.email(id));
      return [
        {
          ...{ account, home, holders, ageing, fold },
          street: streetOf(addresses.get(account.address_id)?.street ?? ''),
          oldest_due_on: oldestDueOf(fold),
          marks: marksOf(account, fold, disputed),
          text: accountText({ home, holders, emails }),
        },
      ];
    });
  }, [accounts, disputes, addresses, people, folds]);
};

const marksOf = (account: Account, fold: AccountFold['fold'], disputed: ReadonlySet<string | null>): Set<Mark> => {
  const marks: Mark[] = [isOnPlan(fold) ? 'plan' : 'no_plan'];
  if (disputed.has(account.id)) marks.push('dispute');
  if (owesFeesOnly(fold)) marks.push('fees_only');
  if (account.status === 'closed') marks.push('closed');
  return new Set(marks);
};

/** "12 Oak Street" lies in "Oak Street". */
const streetOf = (street: string): string => street.replace(/^\s*\d\S*\s+/, '').trim();

export const matching = (rows: readonly AgeingRow[], filters: AgeingFilters): AgeingRow[] => {
  const { age, street, show, sort, reverse } = filters;
  const term = folded(filters.search.trim());
  const found = rows.filter(
    (row) =>
      row.text.includes(term) &&
      (age.length === 0 || age.some((bucket) => row.ageing[bucket] > 0)) &&
      (street.length === 0 || street.includes(row.street)) &&
      show.every((mark) => row.marks.has(mark)),
  );
  return found.sort((a, b) => (reverse ? compare(b, a, sort) : compare(a, b, sort)) || byHome(a, b));
};

/** The longest owed comes first by default, figures descend and names ascend. */
const compare = (a: AgeingRow, b: AgeingRow, sort: Sort): number => {
  if (sort === 'home') return byHome(a, b);
  if (sort === 'holders') return inWords(a.holders, b.holders);
  const figures: readonly AgeingFigure[] = sort === 'age' ? OLDEST_FIRST : [sort];
  for (const figure of figures) if (a.ageing[figure] !== b.ageing[figure]) return b.ageing[figure] - a.ageing[figure];
  return 0;
};
const OLDEST_FIRST = AGE_BUCKETS.toReversed();

const byHome = (a: AgeingRow, b: AgeingRow): number => inWords(nameOf(a), nameOf(b));

/** The home, or the holders where there is none. */
export const nameOf = ({ home, holders }: Pick<AgeingRow, 'home' | 'holders'>): string => home || holders || 'Account';

let collator: Intl.Collator | undefined;
const inWords = (a: string, b: string): number => {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b);
};

export const exportAgeing = (rows: readonly AgeingRow[], as_of: string) => {
  const [header = [], ...lines] = ageingCells(rows.map((row) => ({ ...row, status: row.account.status })));
  return exportCsv(`aging as of ${as_of}`, header, lines);
};
