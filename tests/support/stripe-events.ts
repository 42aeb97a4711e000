import Stripe from 'stripe';
import { expect } from 'vitest';
import type { TestContext } from './fixtures.ts';
import type { StripeHarness } from './stripe-harness.ts';

/** Sends an event as Stripe would, signed, whatever the emulator has held or sent. */
export const deliver = async (
  { config }: Pick<StripeHarness, 'config'>,
  { app }: Pick<TestContext, 'app'>,
  event: Stripe.Event,
): Promise<void> => {
  const payload = JSON.stringify(event);
  const { webhookSecret: secret } = config;
  const cryptoProvider = Stripe.createSubtleCryptoProvider();
  const header = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, cryptoProvider });
  const headers = { 'Stripe-Signature': header };
  const { status } = await app.request('/api/webhooks/stripe', { method: 'POST', headers, body: payload });
  expect(status).toBe(200);
};

/** The newest events that name one of the words, the newest first. */
export const eventsOf = async ({ stripe }: Pick<StripeHarness, 'stripe'>, words: readonly string[]) =>
  (await stripe.events.list({ limit: 60 })).data.filter((event) => {
    const text = JSON.stringify(event);
    return words.some((word) => text.includes(word));
  });
