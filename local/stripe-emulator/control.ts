import * as z from 'zod';
import { accountStatus, deauthorize, updateAccount } from './accounts/accounts.ts';
import type { App, HttpContext, Server } from './core/api.ts';
import { type Context, find } from './core/context.ts';
import { StripeError } from './core/errors.ts';
import { moveClock } from './jobs.ts';
import { authenticate } from './payments/authentication.ts';
import { settleDebit } from './payments/bank.ts';
import { BANK_RETURNS, endDispute, escalateInquiry, type NewDispute, openDispute } from './payments/disputes.ts';
import { failRefund } from './payments/refunds.ts';

/**
 * The control API: what a test or a developer does to the emulator that Stripe offers no call for. JSON in and out, no key.
 *
 *   GET  /_emulator/webhooks                  {mode, delay_ms, endpoint_listening, waiting}
 *   PUT  /_emulator/webhooks                  {mode: 'normal'|'hold'|'double'|'reverse'|'drop', delay_ms?} for events from now on
 *   POST /_emulator/webhooks/flush            {order?: 'given'|'reverse'|'shuffle', seed?} delivers held and waiting ones now -> {deliveries}
 *   POST /_emulator/webhooks/resend           {event} or {type} (the newest of it) delivers once more, dropped or not -> delivery
 *   GET  /_emulator/webhooks/deliveries       {deliveries: [{id, event, type, status, next_at, attempts}]}, the newest first; ?event= ?status=
 *   GET  /_emulator/clock                     {now, iso, offset_seconds}
 *   POST /_emulator/clock                     {advance_seconds} or {now} (seconds or ISO text); runs on the way what falls due
 *   GET  /_emulator/outage                    {mode, ms, times}
 *   POST /_emulator/outage                    {mode: 'off'|'down'|'slow'|'lost', ms?, times?}: see outage.ts
 *   POST /_emulator/bank/:payment_intent/clear and /fail     ends a bank debit that is under way
 *   POST /_emulator/authenticate/:intent      {outcome: 'complete'|'fail', client_secret}: the 3-D Secure step; Stripe.js calls it
 *   POST /_emulator/accounts/:id              {currently_due: [...], details_submitted?}: Stripe asks an account for more, or has enough
 *   POST /_emulator/accounts/:id/deauthorize                 the account leaves the platform
 *   POST /_emulator/disputes                  {payment_intent, reason?, amount?, inquiry?}: the payer's bank disputes a payment
 *   POST /_emulator/disputes/:id/win and /lose               decides it; an inquiry is closed without money
 *   POST /_emulator/disputes/:id/escalate                    an inquiry becomes a dispute and takes the money
 *   POST /_emulator/refunds/:id/fail                         the payer's bank could not take a refund
 *   POST /_emulator/bank/:payment_intent/return              {reason?}: a bank debit comes back after it had cleared
 *   PUT  /_emulator/billing                   {after_retries: 'cancel'|'unpaid'|'past_due'}: what the last failed retry of a renewal brings
 */
export const serveControl = (server: Server): void => {
  serveWebhooks(server);
  serveTime(server);
  serveMoney(server);
};

const serveWebhooks = ({ app, ctx }: Server): void => {
  const { webhooks } = ctx;
  app.get('/_emulator/webhooks', (c) => c.json(webhookState(ctx)));
  route(app, 'PUT', '/_emulator/webhooks', modeShape, ({ mode, delay_ms }) => {
    webhooks.mode = { mode, delay_ms };
    return webhookState(ctx);
  });
  route(app, 'POST', '/_emulator/webhooks/flush', flushShape, async ({ order, seed }) => ({
    deliveries: await webhooks.flush(order, seed ?? Date.now()),
  }));
  route(app, 'POST', '/_emulator/webhooks/resend', resendShape, ({ event, type }) =>
    webhooks.resend(eventOf(ctx, event, type)),
  );
  app.get('/_emulator/webhooks/deliveries', (c) => c.json({ deliveries: deliveries(ctx, c) }));
};

const serveTime = ({ app, ctx, outages }: Server): void => {
  app.get('/_emulator/clock', (c) => c.json(clockState(ctx)));
  route(app, 'POST', '/_emulator/clock', clockShape, ({ advance_seconds, now }) => {
    moveClock(ctx, now === undefined ? ctx.clock.now() + (advance_seconds ?? 0) : secondsOf(now));
    return clockState(ctx);
  });
  app.get('/_emulator/outage', (c) => c.json(outages.current));
  route(app, 'POST', '/_emulator/outage', outageShape, (outage) => {
    outages.set(outage);
    return outages.current;
  });
};

/** Changes are stored and webhooks sent before it answers. */
const serveMoney = ({ app, ctx }: Server): void => {
  const change = <T>(path: string, shape: z.ZodType<T>, run: (input: T, id: string) => unknown) =>
    route(app, 'POST', `/_emulator/${path}`, shape, run, ctx);
  const bare = z.looseObject({});
  change('bank/:id/clear', bare, (_, id) => settleDebit(ctx, id, 'clear'));
  change('bank/:id/fail', bare, (_, id) => settleDebit(ctx, id, 'fail'));
  change('bank/:id/return', returnShape, (input, id) =>
    disputePayment(ctx, id, { reason: 'insufficient_funds', ...input }),
  );
  change('authenticate/:id', authenticationShape, (input, id) => completeAuthentication(ctx, id, input));
  change('disputes', disputeShape, ({ payment_intent, ...input }) => disputePayment(ctx, payment_intent, input));
  change('disputes/:id/win', bare, (_, id) => endDispute(ctx, id, 'won'));
  change('disputes/:id/lose', bare, (_, id) => endDispute(ctx, id, 'lost'));
  change('disputes/:id/escalate', bare, (_, id) => escalateInquiry(ctx, id));
  change('refunds/:id/fail', bare, (_, id) => failRefund(ctx, id));
  change('accounts/:id/deauthorize', bare, (_, id) => deauthorize(ctx, id));
  change('accounts/:id', accountShape, (input, id) => setRequirements(ctx, id, input));
  const setBilling = (input: z.infer<typeof billingShape>) => ctx.store.put('settings', { id: 'billing', ...input });
  route(app, 'PUT', '/_emulator/billing', billingShape, setBilling, ctx);
};

const modeShape = z.strictObject({
  mode: z.enum(['normal', 'hold', 'double', 'reverse', 'drop']),
  delay_ms: z.int().min(0).default(0),
});
const flushShape = z.strictObject({
  order: z.enum(['given', 'reverse', 'shuffle']).default('given'),
  seed: z.int().optional(),
});
const resendShape = z.strictObject({ event: z.string().optional(), type: z.string().optional() });
const clockShape = z.strictObject({
  advance_seconds: z.number().optional(),
  now: z.union([z.number(), z.iso.datetime()]).optional(),
});
const outageShape = z.strictObject({
  mode: z.enum(['off', 'down', 'slow', 'lost']),
  ms: z.int().min(0).default(30_000),
  times: z.int().min(1).nullable().default(null),
});
const billingShape = z.strictObject({ after_retries: z.enum(['cancel', 'unpaid', 'past_due']) });
const authenticationShape = z.strictObject({ outcome: z.enum(['complete', 'fail']), client_secret: z.string() });
const accountShape = z.strictObject({
  currently_due: z.array(z.string()).optional(),
  details_submitted: z.boolean().optional(),
  no_negative_balance: z.boolean().optional(),
});
const disputeShape = z.strictObject({
  payment_intent: z.string(),
  reason: z.string().optional(),
  amount: z.int().min(1).optional(),
  inquiry: z.boolean().optional(),
});
const returnShape = z.strictObject({ reason: z.enum(BANK_RETURNS).optional() });

/** Changes are stored and webhooks sent before it answers, where `ctx` is given. */
const route = <T>(
  app: App,
  method: 'POST' | 'PUT',
  path: string,
  shape: z.ZodType<T>,
  run: (input: T, id: string) => unknown,
  ctx?: Context,
): void => {
  app.on(method, path, async (c) => {
    const parsed = shape.safeParse(JSON.parse((await c.req.text()) || '{}'));
    if (!parsed.success) return c.json({ error: { message: z.prettifyError(parsed.error) } }, 400);
    try {
      const answer = await run(parsed.data, c.req.param('id'));
      ctx?.store.flush();
      ctx?.webhooks.wake();
      return c.json(answer);
    } catch (error) {
      if (error instanceof StripeError) return c.json({ error: error.body }, error.status);
      throw error;
    }
  });
};

const webhookState = ({ webhooks, store }: Context) => ({
  ...webhooks.mode,
  endpoint_listening: webhooks.listening,
  waiting: store.all('deliveries').filter(({ status }) => status === 'pending' || status === 'held').length,
});

const eventOf = (ctx: Context, id: string | undefined, type: string | undefined): string => {
  const event = id ? find(ctx, 'events', id) : ctx.store.all('events').find((row) => row.type === type);
  if (!event) throw new StripeError(404, { type: 'invalid_request_error', message: `No such event: '${type}'` });
  return event.id;
};

const deliveries = ({ store }: Context, { req }: HttpContext) =>
  store
    .all('deliveries')
    .filter(
      ({ event, status }) =>
        [event, undefined].includes(req.query('event')) &&
        [status, undefined].includes(req.query('status') as typeof status),
    )
    .map((row) => ({ ...row, type: store.get('events', row.event)?.type }));

const clockState = ({ clock }: Context) => {
  const now = clock.now();
  return { now, iso: new Date(now * 1000).toISOString(), offset_seconds: now - Math.floor(Date.now() / 1000) };
};

const secondsOf = (now: number | string) => (typeof now === 'number' ? now : Math.floor(Date.parse(now) / 1000));

const completeAuthentication = (
  ctx: Context,
  id: string,
  { outcome, client_secret }: z.infer<typeof authenticationShape>,
) => {
  const row = find(ctx, id.startsWith('seti_') ? 'setup_intents' : 'payment_intents', id);
  if (row.client_secret !== client_secret)
    throw new StripeError(400, { type: 'invalid_request_error', message: 'Wrong client_secret' });
  return authenticate(ctx, id, outcome === 'complete');
};

const disputePayment = (ctx: Context, id: string, input: NewDispute) =>
  openDispute(ctx, find(ctx, 'charges', String(find(ctx, 'payment_intents', id).latest_charge)), input);

const setRequirements = (
  ctx: Context,
  id: string,
  { currently_due, details_submitted, no_negative_balance }: z.infer<typeof accountShape>,
) => {
  const old = find(ctx, 'accounts', id);
  const setting = `no_negative_balance/${id}` as const;
  if (no_negative_balance) ctx.store.put('settings', { id: setting });
  if (no_negative_balance === false) ctx.store.remove('settings', setting);
  if (!currently_due) return old;
  const row = { ...old, details_submitted: details_submitted ?? old.details_submitted };
  return updateAccount(ctx, old, { ...row, ...accountStatus(row, currently_due) });
};
