import type Stripe from 'stripe';
import type { Changes } from '../../schema/activity.ts';
import { batch } from '../../sync/server/retry.ts';
import { Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { queryOne } from '../queries/query.ts';
import { withStripe } from '../stripe/client.ts';
import type { WebhookResult } from '../stripe/webhooks.ts';
import { recordActivity } from '../transact.ts';
import { type AccountStatus, insertAccount, readAccount, statusOf, updateAccount } from './account-store.ts';

const STRIPE_WAIT_MS = 3000;

/** Returns the stored account if Stripe takes longer than 3 s; undefined if there is none. */
export const refreshAccount = async (deps: Deps, hoa_id: string): Promise<AccountStatus | undefined> => {
  const kept = await readAccount(deps, hoa_id);
  if (!kept) return undefined;
  const { rev: _, ...known } = kept;
  try {
    const requested_at = deps.now().toISOString();
    const account = await withStripe(deps, (stripe) => stripe.accounts.retrieve(known.account_id), STRIPE_WAIT_MS);
    await saveAccount(deps, hoa_id, known, account, requested_at);
    return statusOf(account);
  } catch (error) {
    if (error instanceof HttpError) return known;
    throw error;
  }
};

export const createAccount = async (deps: Deps, hoa_id: string): Promise<string> => {
  if (!(await readAccount(deps, hoa_id))) {
    const requested_at = deps.now().toISOString();
    const name = await readHoaName(deps, hoa_id);
    const account = await withStripe(deps, async (stripe) => {
      // The key makes concurrent calls share one account. The name is set separately, because it may change between two
      // calls with one key.
      const { id } = await stripe.accounts.create(accountParams(hoa_id), { idempotencyKey: `account/${hoa_id}` });
      return stripe.accounts.update(id, { business_profile: { name } });
    });
    const about = { ...ACCOUNT, changes: changesOf(undefined, statusOf(account)) };
    const activity = { action: 'connectPayoutAccount', by: deps.origin?.actor ?? null, about } as const;
    await recordActivity(deps, hoa_id, activity, { statementsBefore: [insertAccount(hoa_id, account, requested_at)] });
  }
  return linkOnboarding(deps, hoa_id);
};

export const linkOnboarding = async (deps: Deps, hoa_id: string): Promise<string> => {
  const known = await readAccount(deps, hoa_id);
  if (!known) throw new Refusal('not_found', 'This HOA has no payment account yet.');
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

export const accountResult = async (deps: Deps, stripe: Stripe, account_id: string): Promise<WebhookResult | null> => {
  const sql = 'SELECT hoa_id FROM payment_accounts WHERE account_id = ?';
  const row = await queryOne<{ hoa_id: string }>(deps.db, sql, [account_id]);
  if (!row) return null;
  const known = await readAccount(deps, row.hoa_id);
  const requested_at = deps.now().toISOString();
  const account = await stripe.accounts.retrieve(account_id);
  const changes = changesOf(known, statusOf(account));
  const isChanged = Object.keys(changes).length > 0;
  return {
    hoa_id: row.hoa_id,
    statements: [updateAccount(account, requested_at)],
    ...(isChanged && { recorded: { action: 'updatePayoutAccount', about: { ...ACCOUNT, changes } } }),
  };
};

const ACCOUNT = { entity: 'payoutAccount', entity_id: null, title: 'Payment account' } as const;

const saveAccount = async (
  deps: Deps,
  hoa_id: string,
  known: AccountStatus,
  account: Stripe.Account,
  requested_at: string,
): Promise<void> => {
  const statements = [updateAccount(account, requested_at)];
  const changes = changesOf(known, statusOf(account));
  if (Object.keys(changes).length === 0) return void (await batch(deps.db, statements, 'write'));
  const activity = { action: 'updatePayoutAccount', by: null, about: { ...ACCOUNT, changes } } as const;
  await recordActivity(deps, hoa_id, activity, { statementsBefore: statements });
};

const SHOWN = ['details_submitted', 'charges_enabled', 'payouts_enabled'] as const;

const changesOf = (known: AccountStatus | undefined, now: AccountStatus): Changes =>
  Object.fromEntries(
    SHOWN.filter((name) => Boolean(known?.[name]) !== now[name]).map((name) => [
      name,
      [known ? Boolean(known[name]) : null, now[name]],
    ]),
  );

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
    business_profile: { product_description: "Homeowners' association dues" },
    capabilities: { card_payments: requested, transfers: requested, us_bank_account_ach_payments: requested },
    metadata: { hoa_id },
  };
};
