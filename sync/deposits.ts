import type { Deposit } from '../schema/tables/ledger.ts';
import type { Synced } from './tx.ts';

export const synced: Synced<Deposit> = { audiences: [{ audience: 'board' }], view: (deposit) => deposit };
