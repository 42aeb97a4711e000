import type Stripe from 'stripe';
import type * as z from 'zod';
import { declineOf } from './charges.ts';
import { needsStep, stepFor } from './charging.ts';
import { endpoint } from './endpoint.ts';
import { invalid, refused, type StripeError } from './errors.ts';
import { emit } from './events.ts';
import { newId, randomText } from './ids.ts';
import { is, page, within } from './lists.ts';
import { opened } from './opened.ts';
import { merged, text } from './params.ts';
import { attach, behaviourOf, givenMethod, paymentMethod } from './payment-methods.ts';
import { cancelShape, confirmShape, createShape, listShape, updateShape } from './setup-intent-shapes.ts';
import { find, type World } from './world.ts';

/** https://docs.stripe.com/api/setup_intents */
export const setupIntentEndpoints = [
  endpoint('POST /v1/setup_intents', createShape, ({ world, input }) => {
    const row = newSetupIntent(world, input);
    return input.confirm ? confirm(world, row, input) : row;
  }),
  endpoint('GET /v1/setup_intents', listShape, ({ world, input, url }) => {
    const rows = world.store.all('setup_intents').filter((row) => within(row.created, input.created));
    const wanted = rows.filter(
      (row) => is(input.customer, row.customer) && is(input.payment_method, row.payment_method),
    );
    return page(wanted, input, url);
  }),
  endpoint('GET /v1/setup_intents/:id', { client_secret: text.optional() }, (call) => opened('setup_intents', call), {
    browser: true,
  }),
  endpoint('POST /v1/setup_intents/:id', updateShape, ({ world, input, id }) => {
    const old = find(world, 'setup_intents', id);
    if (!OPEN.includes(old.status)) throw wrongState(old, 'updated');
    const { metadata: changes, ...fields } = input;
    return world.store.put('setup_intents', { ...old, ...fields, metadata: merged(old.metadata, changes) });
  }),
  endpoint(
    'POST /v1/setup_intents/:id/confirm',
    confirmShape,
    (call) => confirm(call.world, opened('setup_intents', call), call.input),
    {
      browser: true,
    },
  ),
  endpoint('POST /v1/setup_intents/:id/cancel', cancelShape, ({ world, input, id }) => {
    const row = find(world, 'setup_intents', id);
    if (!OPEN.includes(row.status)) throw wrongState(row, 'canceled');
    Object.assign(row, {
      status: 'canceled',
      cancellation_reason: input.cancellation_reason ?? null,
      next_action: null,
    });
    emit(world, 'setup_intent.canceled', row);
    return world.store.put('setup_intents', row);
  }),
];

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

type Input = z.infer<z.ZodObject<typeof createShape>>;

/** Makes a setup intent, unconfirmed. */
export const newSetupIntent = (world: World, input: Input, id = newId('seti')): Stripe.SetupIntent => {
  if (input.customer) find(world, 'customers', input.customer, 'customer');
  const given = givenMethod(world, input);
  const row: Stripe.SetupIntent = {
    ...BLANK,
    id,
    automatic_payment_methods: input.automatic_payment_methods
      ? { allow_redirects: 'always', ...input.automatic_payment_methods }
      : null,
    client_secret: `${id}_secret_${randomText(24)}`,
    created: world.clock.now(),
    customer: input.customer ?? null,
    description: input.description ?? null,
    metadata: merged({}, input.metadata),
    payment_method: given?.id ?? null,
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    payment_method_types: input.allowed_payment_method_types ?? ['card'],
    status: given ? 'requires_confirmation' : 'requires_payment_method',
    usage: input.usage ?? 'off_session',
  };
  emit(world, 'setup_intent.created', row);
  return world.store.put('setup_intents', row);
};

/** Confirms an intent. Throws the card_error of a decline, after recording it. */
export const confirm = (world: World, row: Stripe.SetupIntent, input: Input): Stripe.SetupIntent => {
  if (!OPEN.includes(row.status)) throw wrongState(row, 'confirmed');
  const given =
    givenMethod(world, input) ?? (row.payment_method ? paymentMethod(world, row.payment_method as string) : undefined);
  if (!given) throw invalid(NO_METHOD, 'payment_method', 'setup_intent_unexpected_state');
  row.payment_method = given.id;
  const { kind, authenticated } = behaviourOf(world, given.id);
  if (needsStep(kind, authenticated)) {
    row.status = 'requires_action';
    row.next_action = stepFor(world, row.id);
    emit(world, 'setup_intent.requires_action', row);
    return world.store.put('setup_intents', row);
  }
  const decline = declineOf(kind);
  if (decline)
    throw failSetup(world, row, { ...decline, ...(decline.code === 'card_declined' && { decline_code: kind }) });
  return succeed(world, row);
};

/** The card is set up: it is saved to the customer, if there is one. */
export const succeed = (world: World, row: Stripe.SetupIntent): Stripe.SetupIntent => {
  Object.assign(row, { status: 'succeeded', next_action: null, last_setup_error: null });
  world.store.put('setup_intents', row);
  emit(world, 'setup_intent.succeeded', row);
  const given = find(world, 'payment_methods', row.payment_method as string);
  if (row.customer) attach(world, given, row.customer as string);
  return row;
};

/** The card could not be set up; gives the refusal to throw. */
export const failSetup = (
  world: World,
  row: Stripe.SetupIntent,
  why: { code: string; message: string; decline_code?: string },
): StripeError => {
  const given = structuredClone(world.store.get('payment_methods', row.payment_method as string));
  row.last_setup_error = { type: 'card_error', ...why, payment_method: given } as Stripe.SetupIntent.LastSetupError;
  Object.assign(row, { status: 'requires_payment_method', next_action: null, payment_method: null });
  world.store.put('setup_intents', row);
  emit(world, 'setup_intent.setup_failed', row);
  return refused({ ...why, setup_intent: structuredClone(row), ...(given && { payment_method: given }) });
};

const NO_METHOD =
  "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.";

const wrongState = (row: Stripe.SetupIntent, verb: string) => {
  const message = `This SetupIntent's status is ${row.status}, so it could not be ${verb}.`;
  return invalid(message, undefined, 'setup_intent_unexpected_state');
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
