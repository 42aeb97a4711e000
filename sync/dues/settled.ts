import type { User } from '../../schema/tables/users.ts';
import { Refusal, type Tx } from '../tx.ts';
import { moneyInWords } from '../words.ts';

/** Throws Refusal('conflict') where the user alone holds an account that owes or is owed something. */
export const assertSettled = async (tx: Tx, user: Pick<User, 'name' | 'email' | 'account_ids'>): Promise<void> => {
  const accounts = await Promise.all(user.account_ids.map((id) => tx.get('account', id)));
  const unsettled = accounts.find((account) => account?.holder_ids.length === 1 && account.balance_cents !== 0);
  if (!unsettled) return;
  const balance = moneyInWords(unsettled.balance_cents);
  throw new Refusal(
    'conflict',
    `${user.name || user.email} still has a balance of ${balance}. Transfer, refund or write it off first.`,
  );
};
