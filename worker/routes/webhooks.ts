import { Hono } from 'hono';
import type { Env } from '../deps.ts';
import { handleEvent } from '../payments/webhooks.ts';
import { verifyEvent } from '../stripe/client.ts';

/** Where Stripe tells what has happened. The signature is the only key: 400 without it; 500 asks for the event again. */
export const webhookRoutes = new Hono<Env>().post('/stripe', async (c) => {
  const { deps } = c.var;
  const event = await verifyEvent(deps, await c.req.text(), c.req.header('stripe-signature') ?? '');
  try {
    await handleEvent(deps, event);
  } catch (cause) {
    // Also a rule's refusal is a fault here: nobody reads it, and it must be logged.
    throw new Error(`${event.type} ${event.id} could not be handled`, { cause });
  }
  return c.json({ received: true });
});
