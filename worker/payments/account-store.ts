import type { InStatement } from '@libsql/client';
import type Stripe from 'stripe';
import { uuidv7 } from 'uuidv7';
import { type PaymentAccount, payment_accounts } from '../../schema/tables/billing.ts';
import type { Deps } from '../deps.ts';
import { queryOne } from '../queries/query.ts';

export type AccountStatus = Pick<
  PaymentAccount,
  | 'account_id'
  | 'details_submitted'
  | 'charges_enabled'
  | 'payouts_enabled'
  | 'capabilities'
  | 'business_profile'
  | 'requirements_due'
>;

export type StoredAccount = AccountStatus &
  Pick<PaymentAccount, 'rev' | 'checked_at' | 'deauthorized_at' | 'former_account_ids'>;

export const readAccount = ({ db }: Pick<Deps, 'db'>, hoa_id: string): Promise<StoredAccount | undefined> => {
  const sql = `SELECT rev, account_id, details_submitted, charges_enabled, payouts_enabled, capabilities, business_profile,
    requirements_due, checked_at, deauthorized_at, former_account_ids FROM payment_accounts WHERE hoa_id = ?`;
  return queryOne(db, sql, [hoa_id], { table: payment_accounts });
};

export const statusOf = (account: Stripe.Account): AccountStatus => ({
  account_id: account.id,
  details_submitted: account.details_submitted,
  charges_enabled: account.charges_enabled,
  payouts_enabled: account.payouts_enabled,
  capabilities: {
    card_payments: account.capabilities?.card_payments ?? 'inactive',
    transfers: account.capabilities?.transfers ?? 'inactive',
  },
  business_profile: {
    name: account.business_profile?.name ?? null,
    product_description: account.business_profile?.product_description ?? null,
  },
  requirements_due: account.requirements?.currently_due ?? [],
});

const columnValues = (account: Stripe.Account) => {
  const { details_submitted, charges_enabled, payouts_enabled, ...rest } = statusOf(account);
  const { capabilities, business_profile, requirements_due } = rest;
  return [
    ...[details_submitted, charges_enabled, payouts_enabled].map(Number),
    ...[capabilities, business_profile, requirements_due].map((value) => JSON.stringify(value)),
  ];
};

/** An HOA has one account, so a second insert changes nothing. `requested_at` is the time of the request to Stripe. */
export const insertAccount = (hoa_id: string, account: Stripe.Account, requested_at: string): InStatement => ({
  sql: `INSERT INTO payment_accounts (id, hoa_id, account_id, details_submitted, charges_enabled, payouts_enabled,
      capabilities, business_profile, requirements_due, created_at, checked_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hoa_id) DO NOTHING`,
  args: [uuidv7(), hoa_id, account.id, ...columnValues(account), requested_at, requested_at],
});

/** In place of an account that the HOA has taken away. */
export const replaceAccount = (hoa_id: string, account: Stripe.Account, requested_at: string): InStatement => ({
  sql: `UPDATE payment_accounts SET former_account_ids = json_insert(former_account_ids, '$[#]', account_id),
      account_id = ?, details_submitted = ?, charges_enabled = ?, payouts_enabled = ?, capabilities = ?,
      business_profile = ?, requirements_due = ?, checked_at = ?, deauthorized_at = NULL, rev = rev + 1
    WHERE hoa_id = ? AND deauthorized_at IS NOT NULL`,
  args: [account.id, ...columnValues(account), requested_at, hoa_id],
});

export const disconnectAccount = (account_id: string, at: string): InStatement => ({
  sql: `UPDATE payment_accounts SET deauthorized_at = ?, charges_enabled = 0, payouts_enabled = 0, rev = rev + 1
    WHERE account_id = ? AND deauthorized_at IS NULL`,
  args: [at, account_id],
});

/** A response requested before the stored one changes nothing. */
export const updateAccount = (account: Stripe.Account, requested_at: string): InStatement => ({
  sql: `UPDATE payment_accounts SET details_submitted = ?, charges_enabled = ?, payouts_enabled = ?, capabilities = ?,
      business_profile = ?, requirements_due = ?, checked_at = ?, rev = rev + 1
    WHERE account_id = ? AND checked_at <= ?`,
  args: [...columnValues(account), requested_at, account.id, requested_at],
});
