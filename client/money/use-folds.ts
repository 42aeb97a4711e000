import { useMemo } from 'react';
import { type AccountFold, Folds } from '../../sync/ledger/folds.ts';
import { useRows } from '../device/store.ts';

/** The folds of all accounts as of a calendar date, with `known_at` (an instant) as it was known then; one whose entries
 * and plans have not changed is not folded anew. */
export const useFolds = (as_of: string, known_at?: string): ((account_id: string) => AccountFold) => {
  const entries = useRows('entry');
  const policies = useRows('policy').all;
  const plans = useRows('plan');
  const folds = useMemo(() => foldsOf(`${as_of} ${known_at}`), [as_of, known_at]);
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

/** Components of one screen, and a screen with the one after it, share what they have folded; what none shows is let go. */
const foldsOf = (when: string): Folds => {
  const known = shared.get(when)?.deref();
  if (known) return known;
  for (const [key, ref] of shared) if (!ref.deref()) shared.delete(key);
  const folds = new Folds();
  shared.set(when, new WeakRef(folds));
  return folds;
};

const shared = new Map<string, WeakRef<Folds>>();
