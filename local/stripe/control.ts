import * as z from 'zod';
import { changeAccount, standing } from './accounts.ts';
import { authenticate } from './authentication.ts';
import { settleBank } from './bank.ts';
import type { App, House, HttpContext } from './door.ts';
import { StripeError } from './errors.ts';
import { moveClock } from './jobs.ts';
import { find, type World } from './world.ts';

/**
 * The control API: what a test or a developer does to the emulator and Stripe has no door for. JSON in and out, no key.
 *
 *   GET  /_emulator/webhooks                  {mode, delay_ms, endpoint_listening, waiting}
 *   PUT  /_emulator/webhooks                  {mode: 'normal'|'hold'|'double'|'reverse'|'drop', delay_ms?} for events from now on
 *   POST /_emulator/webhooks/flush            {order?: 'given'|'reverse'|'shuffle'} delivers held and waiting ones now -> {deliveries}
 *   POST /_emulator/webhooks/resend           {event} or {type} (the newest of it) delivers once more, dropped or not -> delivery
 *   GET  /_emulator/webhooks/deliveries       {deliveries: [{id, event, type, status, next_at, attempts}]}, the newest first; ?event= ?status=
 *   GET  /_emulator/clock                     {now, iso, offset_seconds}
 *   POST /_emulator/clock                     {advance_seconds} or {now} (seconds or ISO text); runs on the way what falls due
 *   GET  /_emulator/outage                    {mode, ms, times}
 *   POST /_emulator/outage                    {mode: 'off'|'down'|'slow'|'lost', ms?, times?}: see outage.ts
 *   POST /_emulator/bank/:payment_intent/clear and /fail     ends a bank debit that is under way
 *   POST /_emulator/authenticate/:intent      {outcome: 'complete'|'fail', client_secret}: the 3-D Secure step; Stripe.js calls it
 *   POST /_emulator/accounts/:id              {currently_due: [...], details_submitted?}: Stripe asks an account for more, or has enough
 *   PUT  /_emulator/billing                   {after_retries: 'cancel'|'unpaid'|'past_due'}: what the last failed retry of a renewal brings
 */
export const openControl = ({ app, world, weather }: House): void => {
  const { webhooks } = world;
  app.get('/_emulator/webhooks', (c) => c.json(webhookState(world)));
  door(app, 'PUT', '/_emulator/webhooks', modeShape, ({ mode, delay_ms }) => {
    webhooks.mode = { mode, delay_ms };
    return webhookState(world);
  });
  door(app, 'POST', '/_emulator/webhooks/flush', flushShape, async ({ order }) => ({
    deliveries: await webhooks.flush(order),
  }));
  door(app, 'POST', '/_emulator/webhooks/resend', resendShape, ({ event, type }) =>
    webhooks.resend(eventOf(world, event, type)),
  );
  app.get('/_emulator/webhooks/deliveries', (c) => c.json({ deliveries: deliveries(world, c) }));
  app.get('/_emulator/clock', (c) => c.json(clockState(world)));
  door(app, 'POST', '/_emulator/clock', clockShape, ({ advance_seconds, now }) => {
    moveClock(world, now === undefined ? world.clock.now() + (advance_seconds ?? 0) : secondsOf(now));
    return clockState(world);
  });
  app.get('/_emulator/outage', (c) => c.json(weather.now));
  door(app, 'POST', '/_emulator/outage', outageShape, (outage) => {
    weather.set(outage);
    return weather.now;
  });
  for (const how of ['clear', 'fail'] as const) {
    door(app, 'POST', `/_emulator/bank/:id/${how}`, z.looseObject({}), (_, id) => settleBank(world, id, how), world);
  }
  door(
    app,
    'PUT',
    '/_emulator/billing',
    billingShape,
    (input) => world.store.put('settings', { id: 'billing', ...input }),
    world,
  );
  door(app, 'POST', '/_emulator/authenticate/:id', stepShape, (input, id) => stepped(world, id, input), world);
  door(app, 'POST', '/_emulator/accounts/:id', accountShape, (input, id) => restrict(world, id, input), world);
};

const modeShape = z.strictObject({
  mode: z.enum(['normal', 'hold', 'double', 'reverse', 'drop']),
  delay_ms: z.int().min(0).default(0),
});
const flushShape = z.strictObject({ order: z.enum(['given', 'reverse', 'shuffle']).default('given') });
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
const stepShape = z.strictObject({ outcome: z.enum(['complete', 'fail']), client_secret: z.string() });
const accountShape = z.strictObject({ currently_due: z.array(z.string()), details_submitted: z.boolean().optional() });

/** One JSON door. With `world`, what it changes is stored and told before it answers. */
const door = <T>(
  app: App,
  method: 'POST' | 'PUT',
  path: string,
  shape: z.ZodType<T>,
  run: (input: T, id: string) => unknown,
  world?: World,
): void => {
  app.on(method, path, async (c) => {
    const parsed = shape.safeParse(JSON.parse((await c.req.text()) || '{}'));
    if (!parsed.success) return c.json({ error: { message: z.prettifyError(parsed.error) } }, 400);
    try {
      const answer = await run(parsed.data, c.req.param('id'));
      world?.store.flush();
      world?.webhooks.wake();
      return c.json(answer);
    } catch (error) {
      if (error instanceof StripeError) return c.json({ error: error.body }, error.status);
      throw error;
    }
  });
};

const webhookState = ({ webhooks, store }: World) => ({
  ...webhooks.mode,
  endpoint_listening: webhooks.listening,
  waiting: store.all('deliveries').filter(({ status }) => status === 'pending' || status === 'held').length,
});

const eventOf = (world: World, id: string | undefined, type: string | undefined): string => {
  const event = id ? find(world, 'events', id) : world.store.all('events').find((row) => row.type === type);
  if (!event) throw new StripeError(404, { type: 'invalid_request_error', message: `No such event: '${type}'` });
  return event.id;
};

const deliveries = ({ store }: World, { req }: HttpContext) =>
  store
    .all('deliveries')
    .filter(
      ({ event, status }) =>
        [event, undefined].includes(req.query('event')) &&
        [status, undefined].includes(req.query('status') as typeof status),
    )
    .map((row) => ({ ...row, type: store.get('events', row.event)?.type }));

const clockState = ({ clock }: World) => {
  const now = clock.now();
  return { now, iso: new Date(now * 1000).toISOString(), offset_seconds: now - Math.floor(Date.now() / 1000) };
};

const secondsOf = (now: number | string) => (typeof now === 'number' ? now : Math.floor(Date.parse(now) / 1000));

const stepped = (world: World, id: string, { outcome, client_secret }: z.infer<typeof stepShape>) => {
  const row = find(world, id.startsWith('seti_') ? 'setup_intents' : 'payment_intents', id);
  if (row.client_secret !== client_secret)
    throw new StripeError(400, { type: 'invalid_request_error', message: 'Wrong client_secret' });
  return authenticate(world, id, outcome === 'complete');
};

const restrict = (world: World, id: string, { currently_due, details_submitted }: z.infer<typeof accountShape>) => {
  const old = find(world, 'accounts', id);
  const row = { ...old, details_submitted: details_submitted ?? old.details_submitted };
  return changeAccount(world, old, { ...row, ...standing(row, currently_due) });
};
