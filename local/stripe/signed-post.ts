import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';

/** Sends an event to the app's endpoint, signed; gives the status of the answer, or why there was none. */
export const post = async (
  url: string,
  secret: string,
  event: Stripe.Event,
): Promise<{ status?: number; error?: string }> => {
  const body = JSON.stringify(event, null, 2);
  try {
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': signatureOf(body, secret),
    };
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(15_000),
    });
    await answer.body?.cancel();
    return { status: answer.status };
  } catch (error) {
    return { error: String(error) };
  }
};

/**
 * The Stripe-Signature of a body: https://docs.stripe.com/webhooks#verify-manually
 * Its time is real time, since the receiver's tolerance is.
 */
export const signatureOf = (body: string, secret: string, time = Math.floor(Date.now() / 1000)): string =>
  `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
