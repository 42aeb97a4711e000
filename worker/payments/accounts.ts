import type Stripe from 'stripe';
import { Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { queryOne } from '../queries/query.ts';
import { stripeErrorType, withStripe } from '../stripe/client.ts';
import { applyResult, type WebhookResult } from '../stripe/webhooks.ts';
import { recordActivity } from '../transact.ts';
import { type AccountStatus, insertAccount, readAccount, replaceAccount, statusOf } from './account-store.ts';
import { ACCOUNT, accountChange, changesOf, disconnection } from './online-payments.ts';

const STRIPE_WAIT_MS = 3000;

/** Returns the stored account if Stripe takes longer than 3 s; undefined if there is none, or it was taken away. */
export const refreshAccount = async (deps: Deps, hoa_id: string): Promise<AccountStatus | undefined> => {
  const kept = await readAccount(deps, hoa_id);
  if (!kept || kept.deauthorized_at !== null) return undefined;
  const { rev: _, checked_at: __, deauthorized_at: ___, former_account_ids: ____, ...known } = kept;
  try {
    const requested_at = deps.now().toISOString();
    const account = await withStripe(deps, (stripe) => retrieve(stripe, known.account_id), STRIPE_WAIT_MS);
    if (!account) return known;
    await applyResult(deps, accountChange(deps, hoa_id, kept, account, requested_at));
    return statusOf(account);
  } catch (error) {
    if (error instanceof HttpError) return known;
    throw error;
  }
};

/** Undefined if our key does not open it (any longer). */
const retrieve = async (stripe: Stripe, id: string): Promise<Stripe.Account | undefined> => {
  try {
    return await stripe.accounts.retrieve(id);
  } catch (error) {
    if (stripeErrorType(error) === 'StripePermissionError') return undefined;
    throw error;
  }
};

export const createAccount = async (deps: Deps, hoa_id: string): Promise<string> => {
  const kept = await readAccount(deps, hoa_id);
  if (!kept || kept.deauthorized_at !== null) {
    const requested_at = deps.now().toISOString();
    const name = await readHoaName(deps, hoa_id);
    const account = await withStripe(deps, async (stripe) => {
      // The key makes concurrent calls share one account. The name is set separately, because it may change between two
      // calls with one key.
      const idempotencyKey = kept ? `account/${hoa_id}/after/${kept.account_id}` : `account/${hoa_id}`;
      const { id } = await stripe.accounts.create(accountParams(hoa_id), { idempotencyKey });
      return stripe.accounts.update(id, { business_profile: { name } });
    });
    const save = kept ? replaceAccount : insertAccount;
    const about = { ...ACCOUNT, changes: changesOf(undefined, statusOf(account)) };
    const act = { action: 'connectPayoutAccount', by: deps.origin?.actor ?? null, about } as const;
    await recordActivity(deps, hoa_id, act, { statementsBefore: [save(hoa_id, account, requested_at)] });
  }
  return linkOnboarding(deps, hoa_id);
};

export const linkOnboarding = async (deps: Deps, hoa_id: string): Promise<string> => {
  const known = await readAccount(deps, hoa_id);
  if (!known || known.deauthorized_at !== null) throw new Refusal('not_found', 'This HOA has no payment account yet.');
  const page = `${deps.config.publicUrl}/stripe-setup`;
  const link = await withStripe(deps, (stripe) =>
    stripe.accountLinks.create({
      account: known.account_id,
      type: 'account_onboarding',
      return_url: `${page}?onboarding=return`,
      refresh_url: `${page}?onboarding=refresh`,
    }),
  );
  return link.url;
};

/** An account that our key no longer opens is disconnected. Null for accounts of no HOA. */
export const accountResult = async (deps: Deps, stripe: Stripe, account_id: string): Promise<WebhookResult | null> => {
  const hoa_id = await hoaOfAccount(deps, account_id);
  if (hoa_id === undefined) return null;
  const known = await readAccount(deps, hoa_id);
  const requested_at = deps.now().toISOString();
  const account = await retrieve(stripe, account_id);
  if (!account) return disconnection(deps, hoa_id, account_id);
  return accountChange(deps, hoa_id, known, account, requested_at);
};

export const deauthorizedResult = async (deps: Deps, account_id: string): Promise<WebhookResult | null> => {
  const hoa_id = await hoaOfAccount(deps, account_id);
  return hoa_id === undefined ? null : disconnection(deps, hoa_id, account_id);
};

const hoaOfAccount = async (deps: Deps, account_id: string): Promise<string | undefined> => {
  const sql = 'SELECT hoa_id FROM payment_accounts WHERE account_id = ?';
  const read = ({ db }: Deps) => queryOne<{ hoa_id: string }>(db, sql, [account_id]);
  return (await read(deps))?.hoa_id;
};

const readHoaName = async ({ db }: Deps, hoa_id: string): Promise<string> => {
  const hoa = await queryOne<{ name: string }>(db, 'SELECT name FROM hoas WHERE id = ?', [hoa_id]);
  return String(hoa?.name);
};

/** ACH payments on behalf of an account require their own capability. */
const accountParams = (hoa_id: string): Stripe.AccountCreateParams => {
  const requested = { requested: true };
  return {
    type: 'express',
    country: 'US',
    business_profile: { product_description: 'Homeowners’ association dues' },
    capabilities: { card_payments: requested, transfers: requested, us_bank_account_ach_payments: requested },
    metadata: { hoa_id },
  };
};
