import type { Account } from '../../schema/tables/accounts.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';

type Bill<A> = { account: A; recipient_id: string };
/** `inactive`: cannot be billed now; `shared`: another recipient holds the same account; `billed`: has an invoice of this
 * period. */
export type Skipped = { user_id: string; why: 'inactive' | 'shared' | 'billed' };

/**
 * The bills of one period of a due: one bill for each account, addressed to the first recipient in the order of its
 * holders (ACCT-05). An account that has an invoice of this due and period (`issued`) gets no second one, even if the due was
 * moved back. `accountOf` gives the account to bill, and undefined for who cannot be billed.
 */
export const billsOf = <A extends Pick<Account, 'id' | 'holder_ids'>>(
  { recipients }: { readonly recipients: readonly string[] },
  accountOf: (user_id: string) => A | undefined,
  issued: readonly Pick<Invoice, 'recipient_id' | 'account_id'>[],
): { bills: Bill<A>[]; skipped: Skipped[] } => {
  const bills = new Map<string, Bill<A>>();
  const skipped: Skipped[] = [];
  const named = new Set(recipients);
  const served = new Set(issued.flatMap(({ recipient_id, account_id }) => [recipient_id, account_id]));
  const canBill = (id: string) => named.has(id) && accountOf(id) !== undefined;
  for (const user_id of recipients) {
    const account = accountOf(user_id);
    const recipient_id = account?.holder_ids.find(canBill);
    if (!account || recipient_id === undefined) skipped.push({ user_id, why: 'inactive' });
    else if (served.has(account.id) || served.has(recipient_id)) skipped.push({ user_id, why: 'billed' });
    else if (bills.has(account.id)) skipped.push({ user_id, why: 'shared' });
    else bills.set(account.id, { account, recipient_id });
  }
  return { bills: [...bills.values()], skipped };
};
