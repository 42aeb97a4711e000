import type { Pin } from '../../../schema/ledger.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import type { Dispute } from '../../../schema/tables/disputes.ts';
import type { Payment } from '../../../schema/tables/invoices.ts';
import type { Entry, Policy } from '../../../schema/tables/ledger.ts';
import type { FoldPlan } from '../types.ts';

/** All rows of one account that decide about its fees. */
export type FeeBooks = {
  account: Pick<Account, 'id' | 'status' | 'closed_on' | 'fees_off_until' | 'fees_through'>;
  entries: readonly Entry[];
  payments: readonly (Pick<
    Payment,
    'id' | 'kind' | 'status' | 'amount_cents' | 'invoice_id' | 'created_at' | 'settled_at'
  > &
    Partial<Pick<Payment, 'checkout_session_id'>>)[];
  /** The charges that payments on their way were meant for, by checkout session; devices do not know. */
  pinned?: ReadonlyMap<string, readonly Pin[]>;
  disputes: readonly Pick<Dispute, 'id' | 'payment_id' | 'reason' | 'status' | 'opened_at' | 'closed_at'>[];
  plans: readonly FoldPlan[];
};

/** `dayOf` gives the HOA's calendar date of an instant. */
export type FeeOptions = {
  policies: readonly Policy[];
  dayOf(instant: string): string;
};
