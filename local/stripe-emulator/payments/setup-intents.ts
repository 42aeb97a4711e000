import type Stripe from 'stripe';
import * as z from 'zod';
import { type Context, find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { cardError, invalidRequest, type StripeError } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { newId, randomText } from '../core/ids.ts';
import { inRange, matchesFilter, page } from '../core/lists.ts';
import { boolean, created, mergeMetadata, metadata, paging, type Shape, text } from '../core/params.ts';
import { declineOf } from './charges.ts';
import { authenticationAction, needsAuthentication } from './charging.ts';
import { findIntent } from './find-intent.ts';
import { automatic } from './payment-intent-shapes.ts';
import { methodData } from './payment-method-shapes.ts';
import { attach, behaviourOf, methodFrom, paymentMethod } from './payment-methods.ts';

const usage = z.enum(['off_session', 'on_session']).optional();
const method = { payment_method: text.optional(), payment_method_data: methodData.optional() };
const createShape = {
  ...method,
  automatic_payment_methods: automatic.optional(),
  confirm: boolean.optional(),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  allowed_payment_method_types: z.array(z.enum(['card', 'us_bank_account'])).optional(),
  return_url: text.optional(),
  usage,
} satisfies Shape<Stripe.SetupIntentCreateParams>;
const confirmShape = {
  ...method,
  client_secret: text.optional(),
  return_url: text.optional(),
  use_stripe_sdk: boolean.optional(),
} satisfies Shape<Stripe.SetupIntentConfirmParams & { client_secret: string }>;
const updateShape = {
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
} satisfies Shape<Stripe.SetupIntentUpdateParams>;
const cancelShape = {
  cancellation_reason: z.enum(['abandoned', 'requested_by_customer', 'duplicate']).optional(),
} satisfies Shape<Stripe.SetupIntentCancelParams>;
const listShape = {
  ...paging,
  created: created.optional(),
  customer: text.optional(),
  payment_method: text.optional(),
} satisfies Shape<Stripe.SetupIntentListParams>;

/** https://docs.stripe.com/api/setup_intents */
export const setupIntentEndpoints = [
  endpoint('POST /v1/setup_intents', createShape, ({ ctx, input }) => {
    const row = newSetupIntent(ctx, input);
    return input.confirm ? confirmSetup(ctx, row, input) : row;
  }),
  endpoint('GET /v1/setup_intents', listShape, ({ ctx, input, url }) => {
    const rows = ctx.store.all('setup_intents').filter((row) => inRange(row.created, input.created));
    const wanted = rows.filter(
      (row) => matchesFilter(input.customer, row.customer) && matchesFilter(input.payment_method, row.payment_method),
    );
    return page(wanted, input, url);
  }),
  endpoint(
    'GET /v1/setup_intents/:id',
    { client_secret: text.optional() },
    (call) => findIntent('setup_intents', call),
    {
      browser: true,
    },
  ),
  endpoint('POST /v1/setup_intents/:id', updateShape, ({ ctx, input, id }) => {
    const old = find(ctx, 'setup_intents', id);
    if (!OPEN.includes(old.status)) throw wrongState(old, 'updated');
    const { metadata: changes, ...fields } = input;
    return ctx.store.put('setup_intents', { ...old, ...fields, metadata: mergeMetadata(old.metadata, changes) });
  }),
  endpoint(
    'POST /v1/setup_intents/:id/confirm',
    confirmShape,
    (call) => confirmSetup(call.ctx, findIntent('setup_intents', call), call.input),
    {
      browser: true,
    },
  ),
  endpoint('POST /v1/setup_intents/:id/cancel', cancelShape, ({ ctx, input, id }) => {
    const row = find(ctx, 'setup_intents', id);
    if (!OPEN.includes(row.status)) throw wrongState(row, 'canceled');
    Object.assign(row, {
      status: 'canceled',
      cancellation_reason: input.cancellation_reason ?? null,
      next_action: null,
    });
    emit(ctx, 'setup_intent.canceled', row);
    return ctx.store.put('setup_intents', row);
  }),
];

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

type Input = z.infer<z.ZodObject<typeof createShape>>;

export const newSetupIntent = (ctx: Context, input: Input, id = newId('seti')): Stripe.SetupIntent => {
  if (input.customer) find(ctx, 'customers', input.customer, 'customer');
  const given = methodFrom(ctx, input);
  const row: Stripe.SetupIntent = {
    ...BLANK,
    id,
    automatic_payment_methods: input.automatic_payment_methods
      ? { allow_redirects: 'always', ...input.automatic_payment_methods }
      : null,
    client_secret: `${id}_secret_${randomText(24)}`,
    created: ctx.clock.now(),
    customer: input.customer ?? null,
    description: input.description ?? null,
    metadata: mergeMetadata({}, input.metadata),
    payment_method: given?.id ?? null,
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    payment_method_types: input.allowed_payment_method_types ?? ['card'],
    status: given ? 'requires_confirmation' : 'requires_payment_method',
    usage: input.usage ?? 'off_session',
  };
  emit(ctx, 'setup_intent.created', row);
  return ctx.store.put('setup_intents', row);
};

/** Confirms an intent. Throws the card_error of a decline, after recording it. */
export const confirmSetup = (ctx: Context, row: Stripe.SetupIntent, input: Input): Stripe.SetupIntent => {
  if (!OPEN.includes(row.status)) throw wrongState(row, 'confirmed');
  const given =
    methodFrom(ctx, input) ?? (row.payment_method ? paymentMethod(ctx, row.payment_method as string) : undefined);
  if (!given) throw invalidRequest(NO_METHOD, 'payment_method', 'setup_intent_unexpected_state');
  row.payment_method = given.id;
  const { kind, authenticated } = behaviourOf(ctx, given.id);
  if (needsAuthentication(kind, authenticated)) {
    row.status = 'requires_action';
    row.next_action = authenticationAction(ctx, row.id);
    emit(ctx, 'setup_intent.requires_action', row);
    return ctx.store.put('setup_intents', row);
  }
  const decline = declineOf(kind);
  if (decline)
    throw failSetup(ctx, row, { ...decline, ...(decline.code === 'card_declined' && { decline_code: kind }) });
  return succeedSetup(ctx, row);
};

export const succeedSetup = (ctx: Context, row: Stripe.SetupIntent): Stripe.SetupIntent => {
  Object.assign(row, { status: 'succeeded', next_action: null, last_setup_error: null });
  ctx.store.put('setup_intents', row);
  emit(ctx, 'setup_intent.succeeded', row);
  const given = find(ctx, 'payment_methods', row.payment_method as string);
  if (row.customer) attach(ctx, given, row.customer as string);
  return row;
};

/** The card could not be set up; gives the refusal to throw. */
export const failSetup = (
  ctx: Context,
  row: Stripe.SetupIntent,
  why: { code: string; message: string; decline_code?: string },
): StripeError => {
  const given = structuredClone(ctx.store.get('payment_methods', row.payment_method as string));
  row.last_setup_error = { type: 'card_error', ...why, payment_method: given } as Stripe.SetupIntent.LastSetupError;
  Object.assign(row, { status: 'requires_payment_method', next_action: null, payment_method: null });
  ctx.store.put('setup_intents', row);
  emit(ctx, 'setup_intent.setup_failed', row);
  return cardError({ ...why, setup_intent: structuredClone(row), ...(given && { payment_method: given }) });
};

const NO_METHOD =
  "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.";

const wrongState = (row: Stripe.SetupIntent, verb: string) => {
  const message = `This SetupIntent's status is ${row.status}, so it could not be ${verb}.`;
  return invalidRequest(message, undefined, 'setup_intent_unexpected_state');
};

const BLANK = {
  object: 'setup_intent',
  application: null,
  cancellation_reason: null,
  customer_account: null,
  excluded_payment_method_types: null,
  flow_directions: null,
  last_setup_error: null,
  latest_attempt: null,
  livemode: false,
  mandate: null,
  next_action: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  single_use_mandate: null,
} as const satisfies Partial<Stripe.SetupIntent>;
