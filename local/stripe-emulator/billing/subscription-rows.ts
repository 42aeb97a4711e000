import type Stripe from 'stripe';
import type { Price } from '../core/price.ts';

export type SubscriptionItem = Omit<Stripe.SubscriptionItem, 'price' | 'plan' | 'quantity'> & {
  price: Price;
  plan: Omit<Stripe.Plan, 'amount_decimal'> & { amount_decimal: string | null };
  quantity: number;
};

type Named = 'customer' | 'default_payment_method' | 'items' | 'latest_invoice' | 'pending_setup_intent' | 'schedule';
export type Subscription = Omit<Stripe.Subscription, Named> & {
  customer: string;
  default_payment_method: string | null;
  items: Stripe.ApiList<SubscriptionItem>;
  latest_invoice: string | null;
  pending_setup_intent: string | null;
  schedule: string | null;
};

export type InvoiceLine = Omit<Stripe.InvoiceLineItem, 'pricing' | 'quantity_decimal' | 'subscription'> & {
  pricing: { price_details: { price: string; product: string }; type: 'price_details'; unit_amount_decimal: string };
  quantity: number;
  quantity_decimal: string;
  subscription: string | null;
};

export type Invoice = Omit<
  Stripe.Invoice,
  'confirmation_secret' | 'customer' | 'default_payment_method' | 'lines' | 'payments'
> & {
  customer: string;
  default_payment_method: string | null;
  lines: Stripe.ApiList<InvoiceLine>;
};

export type PendingItem = { id: string; subscription: string; line: InvoiceLine };

/** Which payment intent collects an invoice; the intent itself does not say. */
export type Collection = { id: string; invoice: string; created: number };

export type Schedule = Omit<Stripe.SubscriptionSchedule, 'customer' | 'subscription'> & {
  customer: string;
  subscription: string | null;
};

/** The fate of a subscription whose last retry failed; `cancel` unless the control API says otherwise. */
export type AfterRetries = 'cancel' | 'unpaid' | 'past_due';

export const itemOf = ({ items }: Subscription): SubscriptionItem => items.data[0]!;

export const isOver = ({ status }: Subscription): boolean => status === 'canceled' || status === 'incomplete_expired';

export const subscriptionOf = ({ parent }: Invoice): string => parent?.subscription_details?.subscription as string;
