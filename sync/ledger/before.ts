import type { Dispute } from '../../schema/tables/disputes.ts';
import type { Due } from '../../schema/tables/dues.ts';
import type { Invoice, Payment } from '../../schema/tables/invoices.ts';
import type { NewEntry } from './post.ts';

/** What one user owed and paid before there was a ledger. */
export type Before = {
  invoices: readonly Invoice[];
  payments: readonly Payment[];
  disputes: readonly Dispute[];
  dues: ReadonlyMap<string, Due>;
};

/** The entries that give every invoice the status it has. `dayOf` gives the HOA's calendar date of an instant. */
export const entriesBefore = (_before: Before, _account_id: string, _dayOf: (at: string) => string): NewEntry[] => {
  throw new Error('not built yet');
};
