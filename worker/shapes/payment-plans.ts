import * as z from 'zod';
import { PAYMENT_PLAN_STATUSES } from '../../schema/payment-plans.ts';
import { cents, day, id, instant, record } from './parts.ts';

const longId = z.string().describe('Longer than a UUID');

export const paymentPlan = record('PaymentPlan', {
  _id: id,
  account_id: longId,
  covers: z.array(longId).describe('The entries that it covers'),
  instalments: z.array(z.object({ due_on: day, amountCents: cents })),
  grace_days: z.int(),
  status: z.enum(PAYMENT_PLAN_STATUSES),
  starts_on: day,
  ended_on: day.nullable(),
  reason: z.string().nullable(),
  made_by_name: z.string().nullable(),
  createdAt: instant,
});
export type PaymentPlanBody = z.infer<typeof paymentPlan>;
