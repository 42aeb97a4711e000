import * as z from 'zod';
import { CATEGORIES, DEPOSIT_STATUSES, ENTRY_KINDS, FUNDS } from '../../schema/ledger.ts';
import { POLICY_KINDS } from '../../schema/policies.ts';
import { POLICY_SETTINGS, policyPreview } from '../../schema/policy-inputs.ts';
import { chargeInput, creditInput, onlineRefundInput } from '../../schema/postings.ts';
import { listed, recordedPaymentsQuery } from '../http/list-queries.ts';
import type { Operation } from './operation.ts';
import { cents, count, day, id, instant, pageOf, record } from './parts.ts';
import * as records from './records.ts';

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
  ...records.payment.shape,
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

const accounts = { tag: 'Accounts', access: 'board' } as const;
const ONCE = 'With an `id` of your own (a UUID) a call that is repeated posts once.';
const posting = (summary: string, body: Operation['body'], notes = ONCE): Operation => ({
  ...accounts,
  summary,
  notes,
  ...(body && { body }),
  answers: { 201: entry },
});

const { account_id: _charged, written_at: _at, ...charge } = chargeInput.shape;
const { account_id: _credited, written_at: _when, ...credit } = creditInput.shape;

const { payment_id: _refunded, ...onlineRefundShape } = onlineRefundInput.shape;
const onlineRefund = z.object(onlineRefundShape);

export const ledgerOperations: Readonly<Record<string, Operation>> = {
  'POST /api/accounts/:id/entries': posting(
    'Post a charge or a credit',
    z.union([z.object({ kind: z.literal('charge'), ...charge }), z.object({ kind: z.literal('credit'), ...credit })]),
  ),
  'POST /api/accounts/:id/payments': {
    ...accounts,
    summary: 'Record money that was received',
    notes: `${ONCE} A check that was recorded before needs \`duplicate_ok\`.`,
    body: 'recordPayment',
    answers: { 201: recordedPayment },
  },
  'POST /api/entries/:id/reverse': posting('Undo an entry', 'reverseEntry'),
  'POST /api/entries/:id/waive': posting('Waive a fee or a part of it', 'waiveEntry'),
  'POST /api/entries/:id/write-off': posting('Write off what is owed or a part of it', 'writeOffEntry'),
  'POST /api/payments/:id/return': posting('Record a payment that came back', 'returnPayment'),
  'POST /api/payments/:id/refund': {
    ...accounts,
    summary: 'Give back a payment that was made online, or a part of it',
    notes: `${ONCE} Pending until the payment service has sent it. \`then\`: \`credit\` gives back what is credit, \`cancel\` also cancels \`debit_ids\` (without them the charges that the payment covers whole), \`open\` leaves the charges open.`,
    body: onlineRefund,
    answers: { 201: recordedPayment },
  },
  'POST /api/payments/:id/record-refund': {
    ...accounts,
    summary: 'Record money that was given back by check or in cash',
    notes: ONCE,
    body: 'recordRefund',
    answers: { 201: recordedPayment },
  },
  'POST /api/payments/:id/mail-receipt': {
    ...accounts,
    summary: 'Mail the receipt of a payment to the holders of its account',
    answers: { 200: recordedPayment },
  },
  'POST /api/payments/:id/duplicate': {
    ...accounts,
    summary: 'Say whether payments that look alike are the same',
    body: z.object({ resolution: z.string().describe('`both`, or the id of the payment to keep') }),
    answers: { 200: recordedPayment },
  },
  'GET /api/payments': {
    ...accounts,
    summary: 'List payments, returns to the payer and refunds, of an account or of a deposit',
    notes: 'The newest first.',
    query: recordedPaymentsQuery,
    answers: { 200: pageOf(recordedPayment) },
  },
  'GET /api/deposits': {
    ...accounts,
    summary: 'List deposits',
    notes: 'Open ones first, then the newest.',
    query: listed,
    answers: { 200: pageOf(listedDeposit) },
  },
  'POST /api/deposits': {
    ...accounts,
    summary: 'Open a deposit',
    body: 'createDeposit',
    answers: { 201: deposit },
  },
  'PUT /api/deposits/:id': { ...accounts, summary: 'Close a deposit', body: 'closeDeposit', answers: { 200: deposit } },
  'GET /api/policies': {
    ...accounts,
    access: 'person',
    summary: 'List the rules about money',
    query: listed,
    answers: { 200: pageOf(policy) },
  },
  'POST /api/policies': {
    ...accounts,
    summary: 'Set a rule',
    notes: `It counts from \`starts_on\` until the next of its kind. ${ONCE}`,
    body: z.union(
      POLICY_KINDS.map((kind) =>
        z.object({ kind: z.literal(kind), starts_on: day, settings: POLICY_SETTINGS[kind] as z.core.$ZodType }),
      ),
    ),
    answers: { 201: policy },
  },
  'POST /api/opening-balances': {
    ...accounts,
    summary: 'Take over balances from another system',
    notes: 'At most 100 lines a call. A line that is sent again posts nothing; what cannot be posted is said by line.',
    body: 'importOpening',
    answers: {
      200: z.strictObject({ posted: z.int(), skipped: z.array(z.strictObject({ line: z.int(), msg: z.string() })) }),
    },
  },
  'POST /api/opening-balances/:id/undo': {
    ...accounts,
    summary: 'Undo an import of balances',
    notes: 'Reverses each of its entries as of its own day.',
    answers: { 200: z.strictObject({ undone: z.int() }) },
  },
  'POST /api/policies/preview': {
    ...accounts,
    summary: 'See what a rule for late fees would post',
    notes:
      'Nothing is saved. `next` are the late fees of the next 60 days as things stand, `lastYear` what the rule would have charged over the last 12 months.',
    body: policyPreview,
    answers: { 200: feePreview },
  },
  'DELETE /api/policies/:id': { ...accounts, summary: 'Withdraw a rule that has not started', answers: { 204: null } },
};
