import type Stripe from 'stripe';
import type {
  AfterRetries,
  Collection,
  Invoice,
  PendingItem,
  Schedule,
  Subscription,
} from '../billing/subscription-rows.ts';
import type { TestBehaviour } from '../payments/test-cards.ts';
import type { Price } from './price.ts';

export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price };
export type Session = Omit<Stripe.Checkout.Session, 'line_items'>;

/** A Checkout Session's hidden fields. */
export type Checkout = {
  id: string;
  line_items: LineItem[];
  payment_intent_data: Record<string, unknown>;
  subscription_data: Record<string, unknown>;
  /** The setup that takes the card for a subscription, before there is one. */
  intent?: string;
};

/** An onboarding or update link; it opens once. Values typed and not yet handed in are kept as `drafts`. */
export type AccountLink = {
  id: string;
  account: string;
  refresh_url: string;
  return_url: string;
  expires_at: number;
  /** The page that the link opened, once it has. */
  visit: string | null;
  drafts: Record<string, string>;
};

export type Delivery = {
  id: string;
  event: string;
  status: 'pending' | 'held' | 'delivered' | 'failed' | 'dropped';
  /** Real time in milliseconds; the emulator's clock does not move it. */
  next_at: number;
  attempts: { at: string; status?: number; error?: string }[];
};

/** Work for a later moment of the emulator's clock (`at` in seconds); jobs.ts says what each kind does. */
export type Job = { id: string; at: number; kind: string; target: string };

export type Answer = {
  id: string;
  fingerprint: string;
  status: number;
  body: string;
  request: string;
  created: number;
};

export type Tables = {
  accounts: Stripe.Account;
  account_links: AccountLink;
  customers: Stripe.Customer;
  products: Stripe.Product;
  prices: Price;
  payment_methods: Stripe.PaymentMethod;
  /** How the card or bank account behind a payment method behaves; the number itself is never kept. */
  behaviours: { id: string; kind: TestBehaviour; authenticated: boolean };
  setup_intents: Stripe.SetupIntent;
  payment_intents: Stripe.PaymentIntent;
  charges: Stripe.Charge;
  refunds: Stripe.Refund;
  balance_transactions: Stripe.BalanceTransaction;
  /** The balances of connected accounts, in cents. */
  balances: { id: string; amount: number };
  transfers: Stripe.Transfer;
  application_fees: Stripe.ApplicationFee;
  disputes: Stripe.Dispute;
  sessions: Session;
  checkouts: Checkout;
  subscriptions: Subscription;
  schedules: Schedule;
  invoices: Invoice;
  pending_items: PendingItem;
  collections: Collection;
  portal_configurations: Stripe.BillingPortal.Configuration;
  portal_sessions: Stripe.BillingPortal.Session;
  events: Stripe.Event;
  deliveries: Delivery;
  jobs: Job;
  answers: Answer;
  deleted: { id: string; object: string; deleted: true };
  owners: { id: string; account: string };
  settings: {
    id: 'clock' | 'billing' | `no_negative_balance/${string}`;
    offset_ms?: number;
    after_retries?: AfterRetries;
  };
};
export type Table = keyof Tables;
export type State = { [T in Table]: Record<string, Tables[T]> };

export const emptyState = (): State => ({
  accounts: {},
  account_links: {},
  customers: {},
  products: {},
  prices: {},
  payment_methods: {},
  behaviours: {},
  setup_intents: {},
  payment_intents: {},
  charges: {},
  refunds: {},
  balance_transactions: {},
  balances: {},
  transfers: {},
  application_fees: {},
  disputes: {},
  sessions: {},
  checkouts: {},
  subscriptions: {},
  schedules: {},
  invoices: {},
  pending_items: {},
  collections: {},
  portal_configurations: {},
  portal_sessions: {},
  events: {},
  deliveries: {},
  jobs: {},
  answers: {},
  deleted: {},
  owners: {},
  settings: {},
});
