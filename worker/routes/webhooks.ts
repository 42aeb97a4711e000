import { Hono } from 'hono';
import type { Env } from '../deps.ts';
import { receive } from '../payments/events.ts';
import { readEvent } from '../stripe/client.ts';

/** Where Stripe tells what has happened. The signature is the only key: 400 without it; 500 asks for the event again. */
export const webhookRoutes = new Hono<Env>().post('/stripe', async (c) => {
  const { deps } = c.var;
  const event = await readEvent(deps, await c.req.text(), c.req.header('stripe-signature') ?? '');
  try {
    await receive(deps, event);
  } catch (cause) {
    // Also a rule's refusal is a fault here: nobody reads it, and it must be logged.
    throw new Error(`${event.type} ${event.id} could not be handled`, { cause });
  }
  return c.json({ received: true });
});
