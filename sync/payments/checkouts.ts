import type { Effect } from '../../schema/outbox.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import { ACCOUNT_NOT_FOUND } from '../accounts/entity.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { orNotFound, Refusal, type Tx } from '../tx.ts';

export const expireCheckoutEffect = (session: string): Effect<'expireCheckout'> => ({
  kind: 'expireCheckout',
  key: outboxKeys.expireCheckout(session),
  payload: { session },
});

/** Names the page on which an account is being paid. Throws Refusal('conflict') where another is open, or the account has
 * changed since it was read. */
export const openCheckout = async (
  tx: Tx,
  { id, rev }: Pick<Account, 'id' | 'rev'>,
  session: string,
): Promise<void> => {
  const account = orNotFound(await tx.get('account', id), ACCOUNT_NOT_FOUND);
  if (account.checkout_session_id === session) return;
  // Two open checkouts could both be paid.
  if (account.checkout_session_id !== null || account.rev !== rev) throw new Refusal('conflict', CHANGED);
  await tx.put('account', { ...account, checkout_session_id: session });
};
export const CHANGED = 'This account has just changed. Please try again.';

/** Forgets a page that is no longer open; before accounts had it, its invoice named it. */
export const closeCheckout = async (
  tx: Tx,
  { account_id, invoice_id }: { account_id: string | null; invoice_id: string | null },
  session: string,
): Promise<void> => {
  const [account, invoice] = await Promise.all([
    account_id === null ? undefined : tx.get('account', account_id),
    invoice_id === null ? undefined : tx.get('invoice', invoice_id),
  ]);
  if (account?.checkout_session_id === session) await tx.put('account', { ...account, checkout_session_id: null });
  if (invoice?.checkout_session_id === session) await tx.put('invoice', { ...invoice, checkout_session_id: null });
};
