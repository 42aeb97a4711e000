import * as z from 'zod';
import { ONLINE_METHODS } from '../../schema/paying.ts';
import { cents, count, record } from './parts.ts';

export const quote = record('Quote', {
  amountCents: cents.describe('What reaches the account'),
  methods: z.array(
    z.strictObject({
      method: z.enum(ONLINE_METHODS),
      feeCents: cents.describe('The online fee, where the payer bears one'),
      totalCents: cents.describe('What the payer pays'),
      days: count.describe('Business days until it counts, at most'),
    }),
  ),
});
export type QuoteBody = z.infer<typeof quote>;

export const startedPayment = record('StartedPayment', {
  checkout_url: z.string().describe('The page of the payment service'),
  amountCents: cents.describe('What reaches the account'),
  feeCents: cents.describe('The online fee, on top of it'),
});
export type StartedPaymentBody = z.infer<typeof startedPayment>;
