import { createContext, useContext } from 'react';
import type { Entry } from '../../schema/tables/ledger.ts';
import { paths } from '../paths.ts';
import { useMyAccounts, useMyMoney } from './accounts.ts';

type EntryPath = (entry: Pick<Entry, 'id' | 'account_id'>) => string;

const onItsAccount: EntryPath = ({ account_id, id }) => paths.accountEntry(account_id, id);

/** Where entries open: on the screen of their account, or on one's own. */
export const EntryPathContext = createContext<EntryPath>(onItsAccount);

export const useEntryPath = (): EntryPath => useContext(EntryPathContext);

/** Entries of the viewer open over their own screen for money, or where they hold several accounts on that of each. */
export const useMyEntryPath = (): EntryPath => {
  const { href } = useMyMoney();
  return useMyAccounts().length === 1 ? ({ id }) => paths.myEntry(id, href) : onItsAccount;
};
