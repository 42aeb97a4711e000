import type Stripe from 'stripe';
import { type Context, find } from '../core/context.ts';
import { invalidRequest } from '../core/errors.ts';
import { randomText } from '../core/ids.ts';
import { mergeMetadata } from '../core/params.ts';
import { scheduleJob } from '../core/schedule.ts';
import type { LineItem, Session } from '../core/state.ts';
import { checkDestination } from '../payments/destination.ts';
import { newLineItems } from './line-items.ts';
import { SUPPORTED } from './modes.ts';
import type { CheckoutInput } from './shapes.ts';
import { checkItems, hasTrial } from './subscription-mode.ts';

const DAY = 24 * 3600;
const HALF_HOUR = 30 * 60;

/** Makes a Checkout Session. Throws when what it asks for cannot be paid. */
export const newSession = (ctx: Context, input: CheckoutInput): Session => {
  const now = ctx.clock.now();
  check(ctx, input, now);
  const items = newLineItems(ctx, input.line_items ?? [], input.mode);
  if (input.mode === 'subscription') checkItems(items);
  const total = hasTrial(input.subscription_data) ? 0 : items.reduce((sum, { amount_total }) => sum + amount_total, 0);
  if (input.mode === 'payment' && total < 50) throw invalidRequest(TOO_LITTLE, undefined, 'amount_too_small');
  if (total > 99_999_999)
    throw invalidRequest(
      "The Checkout Session's total amount must be no more than $999,999.99",
      undefined,
      'amount_too_large',
    );
  const row = sessionOf(ctx, input, items, total);
  ctx.store.put('sessions', row);
  const { payment_intent_data = {}, subscription_data = {} } = input;
  ctx.store.put('checkouts', { id: row.id, line_items: items, payment_intent_data, subscription_data });
  scheduleJob(ctx, row.expires_at, 'session_expires', row.id);
  return row;
};

const check = (ctx: Context, input: CheckoutInput, now: number): void => {
  if (!SUPPORTED.includes(input.mode))
    throw invalidRequest(`The mode ${input.mode} is not supported by this emulator.`, 'mode');
  if (!input.line_items?.length)
    throw invalidRequest(`Missing required param: line_items.`, 'line_items', 'parameter_missing');
  for (const param of ['success_url', 'cancel_url'] as const) {
    const url = input[param];
    if (url === undefined && param === 'success_url')
      throw invalidRequest('Missing required param: success_url.', param, 'parameter_missing');
    if (url !== undefined && !URL.canParse(url)) throw invalidRequest('Not a valid URL', param, 'url_invalid');
  }
  if (input.customer && input.customer_email)
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', 'customer');
  if (input.customer) find(ctx, 'customers', input.customer, 'customer');
  if (input.customer_email !== undefined && !/^\S+@\S+\.\S+$/.test(input.customer_email)) {
    throw invalidRequest(`Invalid email address: ${input.customer_email}`, 'customer_email', 'email_invalid');
  }
  if (input.payment_intent_data) checkData(ctx, input);
  const { expires_at = now + DAY } = input;
  if (expires_at < now + HALF_HOUR - 60) throw invalidRequest(TOO_SOON, 'expires_at');
  if (expires_at > now + DAY + 60) throw invalidRequest(TOO_LATE, 'expires_at');
};

const checkData = (ctx: Context, { mode, payment_intent_data }: CheckoutInput): void => {
  if (mode !== 'payment')
    throw invalidRequest(`You can not pass \`payment_intent_data\` in \`${mode}\` mode.`, 'payment_intent_data');
  checkDestination(ctx, payment_intent_data!, 'payment_intent_data');
};

const sessionOf = (ctx: Context, input: CheckoutInput, items: LineItem[], total: number): Session => {
  const id = `cs_test_a1${randomText(56)}`;
  const now = ctx.clock.now();
  return {
    ...BLANK,
    id,
    allow_promotion_codes: input.allow_promotion_codes ?? null,
    amount_subtotal: total,
    amount_total: total,
    billing_address_collection: input.billing_address_collection ?? null,
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    created: now,
    currency: items[0]?.currency ?? 'usd',
    customer: input.customer ?? null,
    customer_creation: input.mode === 'payment' ? (input.customer_creation ?? 'if_required') : null,
    customer_email: input.customer_email ?? null,
    expires_at: input.expires_at ?? now + DAY,
    metadata: mergeMetadata({}, input.metadata),
    mode: input.mode,
    payment_method_collection:
      input.payment_method_collection ?? (input.mode === 'subscription' ? 'always' : 'if_required'),
    payment_method_options: {},
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    payment_method_types: input.allowed_payment_method_types ?? ['card'],
    payment_status: 'unpaid',
    status: 'open',
    submit_type: input.submit_type ?? null,
    success_url: input.success_url ?? null,
    url: `${ctx.baseUrl}/c/pay/${id}`,
  };
};

const TOO_LITTLE = "The Checkout Session's total amount due must add up to at least $0.50 usd";
const TOO_SOON = 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.';
const TOO_LATE = 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.';

const BLANK = {
  object: 'checkout.session',
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_account: null,
  customer_details: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_configuration_details: null,
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>;
