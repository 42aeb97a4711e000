import { TRIAL_DAYS } from '../../schema/plans.ts';
import { RESERVATION_HOURS } from '../../schema/signup.ts';
import { payment_accounts, subscriptions } from '../../schema/tables/billing.ts';
import { payments } from '../../schema/tables/invoices.ts';
import { outbox } from '../../schema/tables/outbox.ts';
import { signups } from '../../schema/tables/signup.ts';
import type { Community } from './community.ts';

const DAY = 86_400_000;

export const addBilling = (community: Community): void => {
  addSubscription(community);
  addPaymentAccount(community);
  addSignup(community);
  addCredit(community);
  addSentMail(community);
};

const addSubscription = ({ rows, hoa_id, data, clock, id }: Community) => {
  const created_at = clock.ago(data.days);
  const trial_end = later(created_at, TRIAL_DAYS * DAY);
  rows.add(subscriptions, {
    id: id('subscription'),
    hoa_id,
    plan: data.billing.plan,
    next_plan: null,
    status: data.billing.status,
    stripe_customer_id: `cus_demo_${data.slug}`,
    stripe_subscription_id: `sub_demo_${data.slug}`,
    trial_end,
    current_period_end: data.billing.status === 'trialing' ? trial_end : later(clock.now.toISOString(), 17 * DAY),
    canceled_at: null,
    cancellation_reason: null,
    created_at,
  });
};

const addPaymentAccount = ({ rows, hoa_id, data, clock, id }: Community) => {
  const state = data.billing.account.charges_enabled ? 'active' : 'pending';
  rows.add(payment_accounts, {
    id: id('payment-account'),
    hoa_id,
    account_id: `acct_demo_${data.slug}`,
    ...data.billing.account,
    capabilities: { card_payments: state, transfers: state },
    business_profile: { name: data.name, product_description: 'Homeowners association dues' },
    created_at: clock.ago(data.days - 1),
    checked_at: clock.ago(1),
  });
};

const addSignup = (community: Community) => {
  const { rows, hoa_id, data, clock, id } = community;
  const created_at = clock.ago(data.days);
  rows.add(signups, {
    id: id('signup'),
    hoa_id,
    user_id: community.person('superadmin').id,
    plan: data.billing.plan,
    status: 'complete',
    setup_intent_id: `seti_demo_${data.slug}`,
    payment_method_id: `pm_demo_${data.slug}`,
    created_at,
    expires_at: later(created_at, RESERVATION_HOURS * 3_600_000),
    completed_at: later(created_at, 240_000),
  });
};

const addCredit = (community: Community) => {
  const { rows, hoa_id, clock, id } = community;
  const at = clock.ago(12);
  rows.add(payments, {
    id: id('credit'),
    hoa_id,
    invoice_id: null,
    user_id: community.person('resident2').id,
    kind: 'credit',
    amount_cents: 2500,
    status: 'succeeded',
    method: 'other',
    recorded_by: community.person('board').id,
    note: 'For the paint bought for the mailbox row',
    created_at: at,
    settled_at: at,
  });
};

const addSentMail = ({ rows, hoa_id, clock, id }: Community) => {
  const at = clock.ago(2);
  rows.add(outbox, {
    id: id('outbox/welcome'),
    hoa_id,
    kind: 'mailInvitations',
    payload: {},
    idempotency_key: id('outbox/welcome'),
    status: 'done',
    attempts: 1,
    next_at: at,
    created_at: at,
  });
};

const later = (instant: string, milliseconds: number) => new Date(Date.parse(instant) + milliseconds).toISOString();
