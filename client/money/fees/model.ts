import { useMemo } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import type { Entry } from '../../../schema/tables/ledger.ts';
import { canBeWaived } from '../../../sync/ledger/entry-status.ts';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import { waiversThisYear } from '../../../sync/ledger/fees/words.ts';
import type { Fold } from '../../../sync/ledger/fold.ts';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';

export type OpenFee = { account_id: string; entry: Entry; open_cents: number; title: string };

/** The fees of an account that can be waived, the oldest first. */
export const openFeesOf = (account_id: string, { debits }: Pick<Fold<Entry>, 'debits'>): OpenFee[] =>
  [...debits.values()]
    .filter(({ entry, open_cents }) => open_cents > 0 && canBeWaived(entry))
    .map(({ entry, open_cents }) => ({ account_id, entry, open_cents, title: titleOf(entry, NO_PAYMENTS) }))
    .sort((a, b) => (a.entry.effective_on < b.entry.effective_on ? -1 : 1));
const NO_PAYMENTS = { payments: new Map() };

/** The waivers of this year on all accounts of the people who hold an account (FEE-10). */
export const useWaivers = (): ((account: Pick<Account, 'holder_ids'>) => number) => {
  const accounts = useRows('account').all;
  const entries = useRows('entry');
  const today = useHoaToday();
  return useMemo(
    () =>
      ({ holder_ids }) => {
        const held = accounts.filter((account) => account.holder_ids.some((id) => holder_ids.includes(id)));
        return waiversThisYear(
          held.flatMap(({ id }) => entries.by('account_id', id)),
          today,
        );
      },
    [accounts, entries, today],
  );
};
