import * as z from 'zod/mini';
import { amount } from './due-inputs.ts';
import { calendarDate, id, isoDate, optionalText, VISIBLE } from './inputs.ts';
import { ENTRY_NOT_FOUND, ENTRY_NOTE_LIMIT, FUNDS, MEMO_LIMIT, REASON } from './ledger.ts';

/** The kinds of charges that the board may post without a due. */
export const SINGLE_CHARGES = ['fine', 'collection_cost', 'attorney_fee', 'other'] as const;
/** The methods by which the board receives money, and gives it back. */
export const RECORDED_METHODS = ['check', 'cash', 'transfer', 'other'] as const;
const CHECK_NUMBER_LIMIT = 20;
const REFERENCE_LIMIT = 100;
const PAYER_LIMIT = 100;
const PINS_LIMIT = 100;
const FIRST_DAY = '2000-01-01';

/** Ids of accounts and entries are longer than a GUID; which exist, the mutator knows. */
const longId = (required: string) =>
  z.string({ error: required }).check(z.trim(), z.minLength(1, required), z.maxLength(200, required));
export const accountId = longId('Please select an account.');
export const entryId = longId(ENTRY_NOT_FOUND);

/** The mutator refuses a day ahead. */
const day = calendarDate('Please select a date.').check(
  z.refine((date) => date >= FIRST_DAY, 'The date is too far back.'),
);
const GIVE_REASON = 'Please give a reason.';
export const reason = z
  .string({ error: GIVE_REASON })
  .check(
    z.trim(),
    z.minLength(REASON.min, GIVE_REASON),
    z.maxLength(REASON.max, `Reason cannot exceed ${REASON.max} characters`),
    z.regex(VISIBLE, GIVE_REASON),
  );
const memo = optionalText(MEMO_LIMIT, `Memo cannot exceed ${MEMO_LIMIT} characters`);
const note = optionalText(ENTRY_NOTE_LIMIT, `Note cannot exceed ${ENTRY_NOTE_LIMIT} characters`);
const fund = z.nullish(z.enum(FUNDS, { error: 'Please select a fund.' }));
const method = z.enum(RECORDED_METHODS, { error: 'Please select a method.' });
const reference = optionalText(REFERENCE_LIMIT, `Reference cannot exceed ${REFERENCE_LIMIT} characters`);
const pins = z.nullish(
  z
    .array(z.object({ debit_id: entryId, amount }))
    .check(z.maxLength(PINS_LIMIT, `A payment can be for at most ${PINS_LIMIT} charges.`)),
);
/** When it was written on the device, perhaps offline. Its day stands for today. */
const written_at = z.optional(isoDate);

/** A check has a number. */
const requireCheckNumber = z.superRefine<{ method: string; reference: string | null }>((value, context) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['reference'], message });
  if (value.method !== 'check') return;
  if (!value.reference) refuse('Please enter the check number.');
  else if (value.reference.length > CHECK_NUMBER_LIMIT)
    refuse(`Check number cannot exceed ${CHECK_NUMBER_LIMIT} characters`);
});

export const chargeInput = z.object({
  id,
  account_id: accountId,
  category: z.enum(SINGLE_CHARGES, { error: 'Please select a category.' }),
  amount,
  effective_on: z.optional(day),
  due_on: day,
  fund,
  memo,
  note,
  written_at,
});

export const creditInput = z.object({
  id,
  account_id: accountId,
  amount,
  effective_on: z.optional(day),
  reason,
  memo,
  note,
  written_at,
});

/** `id` is that of the reversal. */
export const reversalInput = z.object({ id, entry_id: entryId, reason, effective_on: z.optional(day), written_at });

/** Without an amount: all that is open. */
export const waiverInput = z.object({
  id,
  entry_id: entryId,
  amount: z.optional(amount),
  reason,
  effective_on: z.optional(day),
  written_at,
});

export const paymentInput = z
  .object({
    id,
    account_id: accountId,
    amount,
    method,
    received_on: day,
    reference,
    payer_name: optionalText(PAYER_LIMIT, `Payer cannot exceed ${PAYER_LIMIT} characters`),
    memo,
    note,
    pins,
    deposit_id: z.nullish(id),
    /** The board has said that the same check came twice. */
    duplicate_ok: z._default(z.boolean(), false),
    /** The recorded payment that this one corrects: it is reversed as of its own day. */
    corrects: z.nullish(id),
  })
  .check(requireCheckNumber);

/** `id` is that of the return. `fee` false: without the fee that the rules ask for. */
export const returnInput = z.object({
  id,
  payment_id: id,
  returned_on: day,
  reason,
  fee: z._default(z.boolean(), true),
});

/** Money given back by the board itself, of a payment or of a credit (`source_id`, an entry). */
export const refundInput = z
  .object({ id, source_id: entryId, amount, method, refunded_on: day, reference, reason })
  .check(requireCheckNumber);

/** The effect of a refund on the charges that the payment covered: nothing re-opens, the charges are canceled, or they
 * are open again. */
const REFUND_OUTCOMES = ['credit', 'cancel', 'open'] as const;
export type RefundOutcome = (typeof REFUND_OUTCOMES)[number];

/** `debit_ids` are the charges to cancel; without them those that the payment covers whole. */
export const onlineRefundInput = z.object({
  id,
  payment_id: id,
  amount,
  reason,
  // biome-ignore lint/suspicious/noThenProperty: the word of the API; a string is nothing that is awaited.
  then: z.enum(REFUND_OUTCOMES, { error: 'Please choose what happens to the charges.' }),
  debit_ids: z.nullish(z.array(entryId).check(z.maxLength(PINS_LIMIT, `At most ${PINS_LIMIT} charges.`))),
});
/** The board's order, kept until the payment service has sent the money. */
export type RefundTerms = { reason: string; outcome: RefundOutcome; debit_ids: string[]; made_by: string };

/** `id` is the payment's. */
export const receiptChoice = z.object({ id });

/** `id` is one of the payments, `keep` the one that stays. */
export const duplicateInput = z.object({
  id,
  keep: z.union([z.literal('both'), id], { error: 'Please choose which payment to keep.' }),
});

const DEPOSIT_NAME_MISSING = 'Please enter a name.';
export const depositInput = z.object({
  id,
  name: z
    .string({ error: DEPOSIT_NAME_MISSING })
    .check(
      z.trim(),
      z.regex(VISIBLE, DEPOSIT_NAME_MISSING),
      z.maxLength(MEMO_LIMIT, `Name cannot exceed ${MEMO_LIMIT} characters`),
    ),
  fund: z._default(z.enum(FUNDS, { error: 'Please select a fund.' }), 'operating'),
  made_on: day,
});
export const depositClosing = z.object({ id, status: z.literal('closed', { error: 'Invalid status' }) });
