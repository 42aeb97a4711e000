import * as z from 'zod/mini';
import { APPLICATION_ORDERS, DEFAULT_APPLICATION } from './application.ts';
import { AMOUNT_LIMIT } from './dues.ts';
import { calendarDate, id, line, optionalText, VISIBLE } from './inputs.ts';
import { CATEGORIES } from './ledger.ts';
import { unknownPlaceholder } from './placeholders.ts';
import {
  DUNNING_STEPS_LIMIT,
  LATE_FEE_AMOUNTS,
  LATE_FEE_CATEGORIES,
  POLICY_KINDS,
  type PolicyKind,
} from './policies.ts';

const flag = z.boolean();
const cents = (message: string, { min = 1 }: { min?: number } = {}) =>
  z.int(message).check(z.minimum(min, message), z.maximum(AMOUNT_LIMIT, message));
const between = (min: number, max: number, message: string) =>
  z.int(message).check(z.minimum(min, message), z.maximum(max, message));
const CAP_MESSAGE = 'Please enter a valid cap.';
const AMOUNT_MESSAGE = 'Please enter a valid amount.';
const PERCENT_MESSAGE = 'The percentage must be between 0.01 and 25.';
const GRACE_MESSAGE = 'Grace period must be between 0 and 90 days.';
const TIMES_MESSAGE = 'Fees can repeat 1 to 24 times.';
/** Where in the association's documents the rule stands, in the board's words. */
const authority = optionalText(200, 'Authority cannot exceed 200 characters');

const lateFee = z
  .object({
    enabled: flag,
    grace_days: between(0, 90, GRACE_MESSAGE),
    /** `greater` and `lesser`: of the flat amount and the percentage. */
    amount: z.enum(LATE_FEE_AMOUNTS, { error: AMOUNT_MESSAGE }),
    flat_cents: z.nullish(cents(AMOUNT_MESSAGE)),
    /** Hundredths of a percent of what is open. */
    percent_basis_points: z.nullish(between(1, 2500, PERCENT_MESSAGE)),
    /** The cap of all fees on one charge. */
    cap_cents: z.nullish(cents(CAP_MESSAGE)),
    repeat: z.enum(['once', 'monthly'], { error: TIMES_MESSAGE }),
    times: between(1, 24, TIMES_MESSAGE),
    least_open_cents: z._default(cents(AMOUNT_MESSAGE, { min: 0 }), 100),
    categories: z
      .array(z.enum(LATE_FEE_CATEGORIES, { error: 'Please select a category.' }))
      .check(z.minLength(1, 'Please select a category.'), z.maxLength(LATE_FEE_CATEGORIES.length)),
    authority,
  })
  .check(
    z.superRefine(({ amount, flat_cents, percent_basis_points }, context) => {
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (amount !== 'percent' && !flat_cents) refuse('flat_cents', AMOUNT_MESSAGE);
      if (amount !== 'flat' && !percent_basis_points) refuse('percent_basis_points', PERCENT_MESSAGE);
    }),
  );

/** Simple, a year of 365 days, on assessments alone. */
const interest = z.object({
  enabled: flag,
  annual_basis_points: between(1, 2500, PERCENT_MESSAGE),
  /** Days after the due date. */
  start_days: between(0, 365, 'Interest can start 0 to 365 days after the due date.'),
  authority,
});

/** `later_cents` from the second return of an account within 12 months on. */
const returnedFee = z.object({
  enabled: flag,
  first_cents: cents(AMOUNT_MESSAGE),
  later_cents: cents(AMOUNT_MESSAGE),
  authority,
});

const STEPS_MESSAGE = 'Each category must be in exactly one step.';
const application = z
  .object({
    order: z.enum(APPLICATION_ORDERS, { error: 'Please select an order.' }),
    directed: z._default(flag, DEFAULT_APPLICATION.directed),
    steps: z.optional(
      z
        .array(z.array(z.enum(CATEGORIES, { error: STEPS_MESSAGE })).check(z.minLength(1, STEPS_MESSAGE)))
        .check(z.maxLength(CATEGORIES.length, STEPS_MESSAGE)),
    ),
  })
  .check(
    z.superRefine(({ order, steps }, context) => {
      if (order !== 'own' && steps === undefined) return;
      const placed = (steps ?? []).flat();
      if (placed.length !== CATEGORIES.length || new Set(placed).size !== CATEGORIES.length)
        context.addIssue({ code: 'custom', path: ['steps'], message: STEPS_MESSAGE });
    }),
  );

const ONLINE_FEE_LIMIT = 500;
const ONLINE_FEE_MESSAGE = 'The online fee can be at most $5.00.';
const onlineFee = z
  .object({
    bearer: z.enum(['hoa', 'payer_flat'], { error: 'Please choose who pays the fee.' }),
    flat_cents: z.nullish(between(1, ONLINE_FEE_LIMIT, ONLINE_FEE_MESSAGE)),
    /** The sentence about limits was confirmed. */
    confirmed: z._default(flag, false),
  })
  .check(
    z.superRefine(({ bearer, flat_cents, confirmed }, context) => {
      if (bearer !== 'payer_flat') return;
      if (!flat_cents) context.addIssue({ code: 'custom', path: ['flat_cents'], message: ONLINE_FEE_MESSAGE });
      if (!confirmed)
        context.addIssue({ code: 'custom', path: ['confirmed'], message: 'Please confirm the sentence.' });
    }),
  );

/** Text of a reminder, with placeholders for what is the account's own. */
const knownPlaceholders = z.superRefine<string>((text, context) => {
  const unknown = unknownPlaceholder(text);
  if (unknown) context.addIssue({ code: 'custom', path: [], message: `Unknown placeholder ${unknown}.` });
});
const dunning = z.object({
  steps: z
    .array(
      z.object({
        /** From the due date; negative before it. */
        days: between(-30, 365, 'A reminder can be sent at most 30 days before and 365 days after the due date.'),
        channel: z.enum(['mail', 'letter'], { error: 'Please select email or letter.' }),
        subject: line('Please enter a subject.').check(knownPlaceholders),
        text: z
          .string({ error: 'Please enter a text.' })
          .check(
            z.trim(),
            z.regex(VISIBLE, 'Please enter a text.'),
            z.maxLength(5000, 'Cannot exceed 5,000 characters'),
            knownPlaceholders,
          ),
      }),
    )
    .check(
      z.maxLength(DUNNING_STEPS_LIMIT, `At most ${DUNNING_STEPS_LIMIT} reminders can be set.`),
      z.refine((all) => new Set(all.map(({ days }) => days)).size === all.length, 'Each day can have one reminder.'),
    ),
});

/** The settings of each kind, as they are sent and as they are stored. Amounts are cents. */
export const POLICY_SETTINGS = {
  late_fee: lateFee,
  interest,
  returned_fee: returnedFee,
  application,
  online_fee: onlineFee,
  dunning,
} satisfies Record<PolicyKind, z.core.$ZodType>;
export type PolicySettings = { [K in PolicyKind]: z.output<(typeof POLICY_SETTINGS)[K]> };

/** `settings` are those of the kind: POLICY_SETTINGS. */
export const policyInput = z.object({
  id,
  kind: z.enum(POLICY_KINDS, { error: 'Please select a rule.' }),
  starts_on: calendarDate('Please select a date.'),
  settings: z.record(z.string(), z.unknown(), { error: 'Please choose the settings.' }),
});
export const policyChoice = z.object({ id });

/** A late-fee rule that is not saved: what it would post. Without `as_of`: today. */
export const policyPreview = z.object({
  settings: lateFee,
  starts_on: z.optional(calendarDate('Please select a date.')),
  as_of: z.optional(calendarDate('Please select a date.')),
});
