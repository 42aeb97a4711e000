import type { Account } from '../../schema/tables/accounts.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';

type Bill<A> = { account: A; recipient_id: string };
/** `inactive`: cannot be billed now; `shared`: another recipient holds the same account; `billed`: has an invoice of this
 * period. */
export type Skipped = { user_id: string; why: 'inactive' | 'shared' | 'billed' };

/** Somebody to bill, and the account; undefined for who cannot be billed. */
type Payer<A> = { user_id: string; account: A | undefined };

/**
 * The bills of one period of a due: one bill for each account, addressed to the first of its payers in the order of its
 * holders (ACCT-05). An account that has an invoice of this due and period (`issued`) gets no second one, even if the due was
 * moved back, and somebody who was billed on another account before gets none on the new one.
 */
export const billsOf = <A extends Pick<Account, 'id' | 'holder_ids'>>(
  payers: readonly Payer<A>[],
  issued: readonly Pick<Invoice, 'recipient_id' | 'account_id'>[],
): { bills: Bill<A>[]; skipped: Skipped[] } => {
  const bills = new Map<string, Bill<A>>();
  const skipped: Skipped[] = [];
  const pairs = new Set(payers.map(({ user_id, account }) => pairOf(user_id, account?.id)));
  const served = new Set(issued.flatMap((invoice) => servedBy(invoice, pairs)));
  for (const { user_id, account } of payers) {
    const recipient_id = account?.holder_ids.find((id) => pairs.has(pairOf(id, account.id)));
    if (!account || recipient_id === undefined) skipped.push({ user_id, why: 'inactive' });
    else if (served.has(account.id) || served.has(recipient_id)) skipped.push({ user_id, why: 'billed' });
    else if (bills.has(account.id)) skipped.push({ user_id, why: 'shared' });
    else bills.set(account.id, { account, recipient_id });
  }
  return { bills: [...bills.values()], skipped };
};

const pairOf = (user_id: string, account_id: string | null | undefined): string => `${user_id}/${account_id}`;

/** An invoice counts against its account alone while its recipient is still billed on it: the other homes of theirs are billed, too. */
const servedBy = (
  { recipient_id, account_id }: Pick<Invoice, 'recipient_id' | 'account_id'>,
  pairs: ReadonlySet<string>,
): (string | null)[] => (pairs.has(pairOf(recipient_id, account_id)) ? [account_id] : [account_id, recipient_id]);
