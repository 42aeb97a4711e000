import { createContext, useContext } from 'react';
import type { Entry } from '../../schema/tables/ledger.ts';
import { paths } from '../paths.ts';

type EntryPath = (entry: Pick<Entry, 'id' | 'account_id'>) => string;

/** Where entries open: on the screen of their account, or on one's own. */
export const EntryPathContext = createContext<EntryPath>(({ account_id, id }) => paths.accountEntry(account_id, id));

export const useEntryPath = (): EntryPath => useContext(EntryPathContext);
