import * as z from 'zod';
import { payInput } from '../../schema/pay-inputs.ts';
import { ONLINE_METHODS } from '../../schema/paying.ts';
import { quoteQuery } from '../http/list-queries.ts';
import type { Operation } from './operation.ts';
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

const holder = { tag: 'Accounts', access: 'person' } as const;

export const payingOperations: Readonly<Record<string, Operation>> = {
  'GET /api/accounts/:id/quote': {
    ...holder,
    summary: 'Get what an online payment costs by each method',
    notes: 'For holders of the account.',
    query: quoteQuery,
    answers: { 200: quote },
  },
  'POST /api/accounts/:id/pay': {
    ...holder,
    summary: 'Pay online',
    notes:
      'For holders of the account. One of amount (dollars), all_due and invoice_ids; amount with invoice_ids pays these first.',
    body: payInput,
    answers: { 200: startedPayment },
  },
};
