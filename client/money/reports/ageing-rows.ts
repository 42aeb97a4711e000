import { useMemo } from 'react';
import { streetOf } from '../../../sync/addresses/streets.ts';
import { isHoldingPayment } from '../../../sync/disputes/entity.ts';
import { AGE_BUCKETS, type Ageing, isOnPlan, oldestDueOf, owesFeesOnly } from '../../../sync/ledger/ageing.ts';
import type { AccountFold } from '../../../sync/ledger/folds.ts';
import { ageingCells } from '../../../sync/ledger/report-csv.ts';
import {
  AGEING_MARKS,
  AGEING_SORTS,
  type AgeingMark,
  type AgeingQuery,
  ageingList,
} from '../../../sync/ledger/report-lists.ts';
import { useRows } from '../../device/store.ts';
import { exportCsv } from '../../screens/export-csv.tsx';
import { choiceFilter, flagFilter, multiFilter, textFilter } from '../../screens/filters.ts';
import { type NamedAccount, useNamedAccounts } from '../accounts.ts';
import { useFolds } from '../use-folds.ts';

/** An account of which something is open, or that has credit, as of the day of the report. */
export type AgeingRow = NamedAccount &
  Ageing &
  Record<AgeingMark, boolean> & { street: string; oldest_due_on: string | null; fold: AccountFold['fold'] };

const listFilter = {
  empty: [] as readonly string[],
  parse: (text: string): readonly string[] => text.split('|').filter(Boolean),
  format: (values: readonly string[]) => values.join('|'),
};

export const fields = {
  search: textFilter,
  age: multiFilter(AGE_BUCKETS),
  street: listFilter,
  show: multiFilter(AGEING_MARKS),
  as_of: textFilter,
  known_then: flagFilter,
  sort: choiceFilter(AGEING_SORTS),
  reverse: flagFilter,
};
export type AgeingFilters = Required<AgeingQuery>;

/** The rows of a day, with `known_at` as it was known then. Typing in the search does not compute them anew. */
export const useAgeingRows = (as_of: string, known_at?: string): readonly AgeingRow[] => {
  const named = useNamedAccounts();
  const disputes = useRows('dispute').all;
  const addresses = useRows('address');
  const folds = useFolds(as_of, known_at);
  return useMemo(() => {
    const disputed = new Set(disputes.filter(isHoldingPayment).map(({ account_id }) => account_id));
    const rows = named.map((row): AgeingRow => {
      const { fold, ageing } = folds(row.id);
      return {
        ...row,
        ...ageing,
        ...{ fold, oldest_due_on: oldestDueOf(fold), plan: isOnPlan(fold), no_plan: !isOnPlan(fold) },
        ...{ dispute: disputed.has(row.id), fees_only: owesFeesOnly(fold), closed: row.status === 'closed' },
        street: streetOf(addresses.get(row.account.address_id)?.street ?? ''),
      };
    });
    return ageingList.rows(rows, {});
  }, [named, disputes, addresses, folds]);
};

/** "12 Oak Street" lies in "Oak Street". */
export const exportAgeing = (rows: readonly AgeingRow[], as_of: string) => {
  const [header = [], ...lines] = ageingCells(rows);
  return exportCsv(`aging as of ${as_of}`, header, lines);
};
