import { payment_accounts, subscriptions } from '../../schema/billing.ts';
import { payments } from '../../schema/invoices.ts';
import { outbox } from '../../schema/outbox.ts';
import { TRIAL_DAYS } from '../../schema/plans.ts';
import { RESERVATION_HOURS, signups } from '../../schema/signup.ts';
import type { Community } from './community.ts';

const DAY = 86_400_000;

/** Adds what the HOA pays for Porchlight, where its residents' money goes, and how it signed up. */
export const addBilling = (community: Community): void => {
  addSubscription(community);
  addPaymentAccount(community);
  addSignup(community);
  addCredit(community);
  addSentMail(community);
};

const addSubscription = ({ book, hoa_id, script, clock, id }: Community) => {
  const created_at = clock.ago(script.days);
  const trial_end = later(created_at, TRIAL_DAYS * DAY);
  book.add(subscriptions, {
    id: id('subscription'),
    hoa_id,
    plan: script.billing.plan,
    next_plan: null,
    status: script.billing.status,
    stripe_customer_id: `cus_demo_${script.slug}`,
    stripe_subscription_id: `sub_demo_${script.slug}`,
    trial_end,
    current_period_end: script.billing.status === 'trialing' ? trial_end : later(clock.now.toISOString(), 17 * DAY),
    canceled_at: null,
    cancellation_reason: null,
    created_at,
  });
};

const addPaymentAccount = ({ book, hoa_id, script, clock, id }: Community) => {
  const state = script.billing.account.charges_enabled ? 'active' : 'pending';
  book.add(payment_accounts, {
    id: id('payment-account'),
    hoa_id,
    account_id: `acct_demo_${script.slug}`,
    ...script.billing.account,
    capabilities: { card_payments: state, transfers: state },
    business_profile: { name: script.name, product_description: 'Homeowners association dues' },
    created_at: clock.ago(script.days - 1),
    checked_at: clock.ago(1),
  });
};

const addSignup = (community: Community) => {
  const { book, hoa_id, script, clock, id } = community;
  const created_at = clock.ago(script.days);
  book.add(signups, {
    id: id('signup'),
    hoa_id,
    user_id: community.person('superadmin').id,
    plan: script.billing.plan,
    status: 'complete',
    setup_intent_id: `seti_demo_${script.slug}`,
    payment_method_id: `pm_demo_${script.slug}`,
    created_at,
    expires_at: later(created_at, RESERVATION_HOURS * 3_600_000),
    completed_at: later(created_at, 240_000),
  });
};

/** Money in hand that no invoice has used yet. */
const addCredit = (community: Community) => {
  const { book, hoa_id, clock, id } = community;
  const at = clock.ago(12);
  book.add(payments, {
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

const addSentMail = ({ book, hoa_id, clock, id }: Community) => {
  const at = clock.ago(2);
  book.add(outbox, {
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
