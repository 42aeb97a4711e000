import { useMemo, useState } from 'react';
import { type AccountFold, Folds } from '../../sync/ledger/folds.ts';
import { useRows } from '../device/store.ts';

/** The folds of all accounts as of a calendar date, with `known_at` (an instant) as it was known then; one whose entries
 * and plans have not changed is not folded anew. */
export const useFolds = (as_of: string, known_at?: string): ((account_id: string) => AccountFold) => {
  const entries = useRows('entry');
  const policies = useRows('policy').all;
  const plans = useRows('plan');
  const [folds] = useState(() => new Folds());
  return useMemo(() => {
    const options = { policies, as_of, ...(known_at !== undefined && { known_at }) };
    return (account_id) =>
      folds.of(
        account_id,
        { entries: entries.by('account_id', account_id), plans: plans.by('account_id', account_id) },
        options,
      );
  }, [folds, entries, plans, policies, as_of, known_at]);
};
