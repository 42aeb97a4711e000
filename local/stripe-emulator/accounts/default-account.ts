import type Stripe from 'stripe';
import type { AccountInput } from './account-shapes.ts';
import { ALL_REQUIREMENTS } from './requirements.ts';

/** A connected account before anything is known of it. */
export const defaultAccount = (
  id: string,
  { type = 'express', country = 'US', controller }: AccountInput,
  created: number,
): Stripe.Account => ({
  id,
  object: 'account',
  business_profile: { ...NO_PROFILE },
  business_type: null,
  capabilities: {},
  charges_enabled: false,
  company: {},
  controller: controllerOf(controller),
  country,
  created,
  default_currency: 'usd',
  details_submitted: false,
  email: null,
  external_accounts: { object: 'list', data: [], has_more: false, url: `/v1/accounts/${id}/external_accounts` },
  future_requirements: requirementsOf([]),
  metadata: {},
  payouts_enabled: false,
  requirements: requirementsOf(ALL_REQUIREMENTS),
  settings: SETTINGS,
  tos_acceptance: { date: null, ip: null, user_agent: null },
  type: controller ? 'none' : type,
});

export const requirementsOf = (due: string[]): Stripe.Account.Requirements => ({
  alternatives: [],
  current_deadline: null,
  currently_due: [...due],
  disabled_reason: due.length > 0 ? 'requirements.past_due' : null,
  errors: [],
  eventually_due: [...due],
  past_due: [...due],
  pending_verification: [],
});

const controllerOf = (input: AccountInput['controller']): Stripe.Account.Controller => ({
  fees: { payer: input?.fees?.payer ?? 'application_express' },
  is_controller: true,
  losses: { payments: input?.losses?.payments ?? 'application' },
  requirement_collection: input?.requirement_collection ?? 'stripe',
  stripe_dashboard: { type: input?.stripe_dashboard?.type ?? 'express' },
  type: 'application',
});

export const NO_PROFILE: Stripe.Account.BusinessProfile = {
  annual_revenue: null,
  estimated_worker_count: null,
  mcc: null,
  minority_owned_business_designation: null,
  name: null,
  product_description: null,
  specified_commercial_transactions_act_url: null,
  support_address: null,
  support_email: null,
  support_phone: null,
  support_url: null,
  url: null,
};

const SETTINGS = {
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
  card_payments: {
    decline_on: { avs_failure: false, cvc_failure: false },
    statement_descriptor_prefix: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  dashboard: { display_name: null, timezone: 'America/Chicago' },
  payments: { statement_descriptor: null, statement_descriptor_kana: null, statement_descriptor_kanji: null },
  payouts: {
    debit_negative_balances: true,
    schedule: { delay_days: 2, interval: 'daily' },
    statement_descriptor: null,
  },
} as unknown as Stripe.Account.Settings;
