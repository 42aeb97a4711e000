import * as z from 'zod/mini';
import { amount } from './due-inputs.ts';
import { centsOf } from './dues.ts';
import { calendarDate, id, isoDate } from './inputs.ts';
import { accountId, entryId, reason } from './postings.ts';

export const PAYMENT_PLAN_STATUSES = ['active', 'finished', 'broken', 'canceled'] as const;
export type PaymentPlanStatus = (typeof PAYMENT_PLAN_STATUSES)[number];

export const INSTALMENTS = { min: 2, max: 60 };
export const LEAST_INSTALMENT_CENTS = 100;
export const DEFAULT_PLAN_GRACE_DAYS = 10;
/** The first instalment is due at most so many days after the plan starts. */
export const FIRST_INSTALMENT_DAYS = 60;
const COVERS_LIMIT = 200;

/** A part of what a plan covers, and the calendar date on which it is due. */
export type Instalment = { due_on: string; cents: number };

const COUNT_MESSAGE = `A plan has ${INSTALMENTS.min} to ${INSTALMENTS.max} installments.`;
const LEAST_MESSAGE = 'Each installment must be at least $1.00.';
const ORDER_MESSAGE = 'Installment dates must be in order.';
const GRACE_MESSAGE = 'Grace period must be between 0 and 90 days.';

const instalments = z
  .array(z.object({ due_on: calendarDate('Please select a date.'), amount }), { error: COUNT_MESSAGE })
  .check(
    z.minLength(INSTALMENTS.min, COUNT_MESSAGE),
    z.maxLength(INSTALMENTS.max, COUNT_MESSAGE),
    z.refine((all) => all.every((one) => centsOf(one.amount) >= LEAST_INSTALMENT_CENTS), LEAST_MESSAGE),
    z.refine((all) => all.every(({ due_on }, at) => at === 0 || all[at - 1]!.due_on < due_on), ORDER_MESSAGE),
  );

/** `covers` are entries of the account that something is open of. */
export const planInput = z.object({
  id,
  account_id: accountId,
  covers: z
    .array(entryId, { error: 'Please select a charge.' })
    .check(
      z.minLength(1, 'Please select a charge.'),
      z.maxLength(COVERS_LIMIT, `A plan can be for at most ${COVERS_LIMIT} charges.`),
    ),
  instalments,
  grace_days: z._default(
    z.int(GRACE_MESSAGE).check(z.minimum(0, GRACE_MESSAGE), z.maximum(90, GRACE_MESSAGE)),
    DEFAULT_PLAN_GRACE_DAYS,
  ),
  /** When it was written on the device, perhaps offline. Its day stands for today. */
  written_at: z.optional(isoDate),
});

export const planCancellation = z.object({ id, reason, written_at: z.optional(isoDate) });
