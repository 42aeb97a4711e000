import { useMemo } from 'react';
import { isUndecided } from '../../../sync/disputes/entity.ts';
import { disputedDebits } from '../../../sync/ledger/fees/holds.ts';
import { useRows } from '../../device/store.ts';
import type { AccountBooks } from '../accounts.ts';

/** The debits of an account that an undecided dispute over a card payment opened again. */
export const useDisputed = (account_id: string, { list, plans, fold }: AccountBooks): ReadonlySet<string> => {
  const disputes = useRows('dispute').by('account_id', account_id);
  const policies = useRows('policy').all;
  return useMemo(() => {
    const undecided = disputes.filter(isUndecided);
    if (undecided.length === 0) return NONE;
    const books = { account: { id: account_id }, entries: list, disputes: undecided, plans };
    const opened = disputedDebits(books, { policies, dayOf: (instant) => instant.slice(0, 10) });
    const open = fold.open.map(({ entry }) => entry.id);
    return new Set(open.filter((id) => opened.some(({ debit_ids }) => debit_ids.has(id))));
  }, [account_id, disputes, policies, list, plans, fold]);
};
const NONE: ReadonlySet<string> = new Set();
