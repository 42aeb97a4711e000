import type Stripe from 'stripe';
import * as z from 'zod';
import { type Context, find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { invalidRequest } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { inRange, matchesFilter, page } from '../core/lists.ts';
import { boolean, created, mergeMetadata, metadata, paging, type Shape, text } from '../core/params.ts';
import { addTransaction } from './balance.ts';

const listShape = {
  ...paging,
  charge: text.optional(),
  created: created.optional(),
  payment_intent: text.optional(),
} satisfies Shape<Stripe.DisputeListParams>;
const updateShape = {
  evidence: z.record(z.string(), z.string()).optional(),
  metadata: metadata.optional(),
  submit: boolean.optional(),
} satisfies Shape<Stripe.DisputeUpdateParams>;

/** https://docs.stripe.com/api/disputes */
export const disputeEndpoints = [
  endpoint('GET /v1/disputes', listShape, ({ ctx, input, url }) => {
    const rows = ctx.store
      .all('disputes')
      .filter((row) => inRange(row.created, input.created) && matchesFilter(input.charge, row.charge))
      .filter((row) => matchesFilter(input.payment_intent, row.payment_intent));
    return page(rows, input, url);
  }),
  endpoint('GET /v1/disputes/:id', {}, ({ ctx, id }) => find(ctx, 'disputes', id)),
  endpoint('POST /v1/disputes/:id', updateShape, ({ ctx, input, id }) => {
    const row = find(ctx, 'disputes', id);
    row.metadata = mergeMetadata(row.metadata, input.metadata);
    row.evidence = { ...row.evidence, ...input.evidence };
    if (!input.evidence || input.submit === false) return saveDispute(ctx, row);
    row.evidence_details = { ...row.evidence_details, has_evidence: true, submission_count: 1 };
    row.status = row.status.startsWith('warning') ? 'warning_under_review' : 'under_review';
    saveDispute(ctx, row);
    const said = input.evidence.uncategorized_text;
    if (said === 'winning_evidence') return endDispute(ctx, id, 'won');
    return said === 'losing_evidence' ? endDispute(ctx, id, 'lost') : row;
  }),
  endpoint('POST /v1/disputes/:id/close', {}, ({ ctx, id }) => endDispute(ctx, id, 'lost')),
];

/** In the United States, whatever becomes of the dispute. */
const FEE = 1500;
const DAYS_TO_ANSWER = 7;
const DAY = 24 * 3600;
export const BANK_RETURNS = ['insufficient_funds', 'incorrect_account_details', 'bank_cannot_process'];

export type NewDispute = { reason?: string; amount?: number; inquiry?: boolean };

/**
 * The payer's bank takes a payment back. An inquiry asks only; a bank debit's return is lost at once:
 * https://docs.stripe.com/disputes/how-disputes-work
 */
export const openDispute = (ctx: Context, charge: Stripe.Charge, input: NewDispute = {}): Stripe.Dispute => {
  const { amount = charge.amount - charge.amount_refunded, inquiry = false } = input;
  if (charge.status !== 'succeeded') throw invalidRequest(`${charge.id} has not succeeded.`, 'charge');
  if (amount < 1) throw invalidRequest(`Nothing is left of ${charge.id}.`, 'amount');
  const bank = charge.payment_method_details?.type === 'us_bank_account';
  const { reason = bank ? 'insufficient_funds' : 'fraudulent' } = input;
  const row = {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: ctx.clock.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: bank ? null : ctx.clock.now() + DAYS_TO_ANSWER * DAY,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: inquiry ? 'warning_needs_response' : bank ? 'lost' : 'needs_response',
  } as unknown as Stripe.Dispute;
  charge.disputed = true;
  ctx.store.put('charges', charge);
  ctx.store.put('disputes', row);
  if (!inquiry) move(ctx, row, -amount, FEE);
  emit(ctx, 'charge.dispute.created', row);
  if (!inquiry) emit(ctx, 'charge.dispute.funds_withdrawn', row);
  if (bank) emit(ctx, 'charge.dispute.closed', row);
  return row;
};

/** Decides a dispute; an inquiry is closed without money. Throws when it is decided already. */
export const endDispute = (ctx: Context, id: string, how: 'won' | 'lost'): Stripe.Dispute => {
  const row = find(ctx, 'disputes', id);
  if (['won', 'lost', 'warning_closed'].includes(row.status)) throw invalidRequest(`${id} is ${row.status}.`, 'id');
  row.status = row.status.startsWith('warning') ? 'warning_closed' : how;
  if (row.status === 'won') {
    move(ctx, row, row.amount, 0);
    emit(ctx, 'charge.dispute.funds_reinstated', row);
  }
  emit(ctx, 'charge.dispute.closed', row);
  return ctx.store.put('disputes', row);
};

/** An inquiry that was not answered well becomes a dispute. Throws for what is no open inquiry. */
export const escalateInquiry = (ctx: Context, id: string): Stripe.Dispute => {
  const row = find(ctx, 'disputes', id);
  if (!['warning_needs_response', 'warning_under_review'].includes(row.status))
    throw invalidRequest(`${id} is ${row.status}.`, 'id');
  Object.assign(row, { status: 'needs_response', is_charge_refundable: false });
  move(ctx, row, -row.amount, FEE);
  emit(ctx, 'charge.dispute.funds_withdrawn', row);
  return saveDispute(ctx, row);
};

/** True if a dispute forbids that a charge is refunded: one that is undecided, or lost for the whole of it. */
export const isChargedBack = ({ store }: Context, charge: Stripe.Charge): boolean =>
  store.all('disputes').some(({ charge: of, status, amount }) => {
    if (of !== charge.id) return false;
    return status === 'needs_response' || status === 'under_review' || (status === 'lost' && amount >= charge.amount);
  });

const saveDispute = (ctx: Context, row: Stripe.Dispute): Stripe.Dispute => {
  emit(ctx, 'charge.dispute.updated', row);
  return ctx.store.put('disputes', row);
};

const move = (ctx: Context, row: Stripe.Dispute, amount: number, fee: number): void => {
  const entry = addTransaction(ctx, {
    type: 'adjustment',
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    amount,
    fee,
    fee_description: 'Dispute fee',
    source: row.id,
  });
  row.balance_transactions = [...row.balance_transactions, entry];
  ctx.store.put('disputes', row);
};
