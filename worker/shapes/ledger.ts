import * as z from 'zod';
import { CATEGORIES, DEPOSIT_STATUSES, ENTRY_KINDS, FUNDS } from '../../schema/ledger.ts';
import { POLICY_KINDS } from '../../schema/policies.ts';
import { POLICY_SETTINGS } from '../../schema/policy-inputs.ts';
import { chargeInput, creditInput, onlineRefundInput } from '../../schema/postings.ts';
import { payment } from './money.ts';
import { cents, count, day, id, instant, record } from './parts.ts';

const longId = z.string().describe('Longer than a UUID');

export const entry = record('Entry', {
  _id: longId,
  account_id: longId,
  kind: z.enum(ENTRY_KINDS),
  category: z.enum(CATEGORIES).nullable(),
  amountCents: cents.describe('Cents; positive for what is owed more'),
  effective_on: day.describe('The day it counts from'),
  posted_at: instant,
  due_on: day.nullable(),
  fund: z.enum(FUNDS).nullable().describe('Null: operating'),
  invoice_id: id.nullable(),
  payment_id: id.nullable(),
  source_id: longId.nullable().describe('The entry that it reverses, gives back, waives or follows'),
  memo: z.string().nullable(),
  reason: z.string().nullable(),
  made_by_name: z.string().nullable(),
  note: z.string().nullable().optional().describe('For the board alone'),
});
export type EntryBody = z.infer<typeof entry>;

export const recordedPayment = record('RecordedPayment', {
  ...payment.shape,
  account_id: longId.nullable(),
  received_on: day.nullable(),
  reference: z.string().nullable().describe('The number of a check'),
  payer_name: z.string().nullable(),
  memo: z.string().nullable(),
  deposit_id: id.nullable(),
  returnedCents: cents,
  note: z.string().nullable().optional().describe('For the board alone'),
});
export type RecordedPaymentBody = z.infer<typeof recordedPayment>;

export const deposit = record('Deposit', {
  _id: id,
  name: z.string(),
  fund: z.enum(FUNDS),
  made_on: day,
  status: z.enum(DEPOSIT_STATUSES),
  number: z.int().nullable().describe('Given when it is closed'),
  createdAt: instant,
  closed_at: instant.nullable(),
});
export type DepositBody = z.infer<typeof deposit>;

export const listedDeposit = record('ListedDeposit', {
  ...deposit.shape,
  count: count.describe('Of its payments'),
  totalCents: cents,
});
export type ListedDepositBody = z.infer<typeof listedDeposit>;

export const policy = record('Rule', {
  _id: id,
  kind: z.enum(POLICY_KINDS),
  starts_on: day,
  settings: z.record(z.string(), z.unknown()).describe('By kind, as they were sent'),
  made_by_name: z.string().nullable().describe('For the board alone'),
  createdAt: instant,
});
export type PolicyBody = z.infer<typeof policy>;

const fees = z.strictObject({ charge_id: longId, on: day, amountCents: cents });
export const feePreview = z.strictObject({
  next: z.array(z.strictObject({ account_id: longId, amountCents: cents, fees: z.array(fees) })),
  nextCents: cents,
  nextHomes: count,
  lastYear: z.strictObject({ count, cents, homes: count }),
});
export type FeePreviewBody = z.infer<typeof feePreview>;

const { account_id: _charged, written_at: _at, ...charge } = chargeInput.shape;
const { account_id: _credited, written_at: _when, ...credit } = creditInput.shape;

const { payment_id: _refunded, ...onlineRefundShape } = onlineRefundInput.shape;
export const refundBody = z.object(onlineRefundShape);

/** The bodies of routes whose fields are not those of a mutator. */
export const postingBody = z.union([
  z.object({ kind: z.literal('charge'), ...charge }),
  z.object({ kind: z.literal('credit'), ...credit }),
]);
export const duplicateBody = z.object({ resolution: z.string().describe('`both`, or the id of the payment to keep') });
export const policyBody = z.union(
  POLICY_KINDS.map((kind) =>
    z.object({ id, kind: z.literal(kind), starts_on: day, settings: POLICY_SETTINGS[kind] as z.core.$ZodType }),
  ),
);

export const importedBalances = z.strictObject({
  posted: z.int(),
  skipped: z.array(z.strictObject({ line: z.int(), msg: z.string() })),
});
export const undoneBalances = z.strictObject({ undone: z.int() });
