import { centsOf } from '../../schema/dues.ts';
import { ONLINE_METHODS, type OnlineMethod } from '../../schema/paying.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import { ACCOUNT_NOT_FOUND, isHolder } from '../../sync/accounts/entity.ts';
import { todayOf } from '../../sync/dues/entity.ts';
import { entities } from '../../sync/index.ts';
import { ReadSet } from '../../sync/server/read-set.ts';
import { type Actor, authorize, isVisible, orNotFound, Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { QuoteBody } from '../shapes/paying.ts';
import { readAccount, type StoredAccount } from './account-store.ts';
import { onlineFeeOn } from './fees.ts';

/** Business days until a payment counts, at most. */
const DAYS: Record<OnlineMethod, number> = { card: 0, us_bank_account: 5 };

/** The cost of an online payment for its payer, by method. Throws Refusal. */
export const quotePayment = async (deps: Deps, actor: Actor, id: string, dollars: number): Promise<QuoteBody> => {
  const reads = new ReadSet(deps.db, actor.hoa_id);
  const [account, policies, hoa, connected] = await Promise.all([
    reads.row('account', id),
    reads.list('policy', 'hoa_id', actor.hoa_id),
    reads.row('hoa', actor.hoa_id),
    readAccount(deps, actor.hoa_id),
  ]);
  assertHolder(actor, account);
  takingPayments(connected);
  const amountCents = centsOf(dollars);
  const feeCents = onlineFeeOn(policies, todayOf(hoa, deps.now().toISOString()));
  const totalCents = amountCents + feeCents;
  return {
    amountCents,
    methods: ONLINE_METHODS.map((method) => ({ method, feeCents, totalCents, days: DAYS[method] })),
  };
};

/** Throws Refusal('not_found') for an account that the actor may not see, Refusal('forbidden') for that of others. */
export const assertHolder = (actor: Actor, account: Account | undefined): Account => {
  const found = orNotFound(
    account && isVisible(entities.account, account, actor) ? account : undefined,
    ACCOUNT_NOT_FOUND,
  );
  authorize(isHolder(actor, found), 'Only holders of the account can make payments.');
  return found;
};

/** The HOA's account at Stripe. Throws Refusal('conflict') where it takes no payments. */
export const takingPayments = (connected: StoredAccount | undefined): StoredAccount => {
  if (!connected?.charges_enabled || connected.deauthorized_at !== null) throw paymentsUnavailable();
  return connected;
};

export const paymentsUnavailable = () =>
  new Refusal('conflict', 'Your HOA cannot take online payments yet. Please contact the board.');
