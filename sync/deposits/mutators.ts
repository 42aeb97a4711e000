import { depositClosing, depositInput } from '../../schema/postings.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Deposit } from '../../schema/tables/ledger.ts';
import { canRecord } from '../accounts/entity.ts';
import { assertNew, authorize, find, mutator, Refusal, type Tx } from '../tx.ts';

export const DEPOSIT_NOT_FOUND = 'Deposit not found.';

export type DepositTotals = { count: number; total_cents: number; checks_cents: number; cash_cents: number };

/** Sums the payments of one deposit. A closed deposit keeps those that were reversed later: it went to the bank with them. */
export const depositTotals = (payments: readonly Pick<Payment, 'amount_cents' | 'method'>[]): DepositTotals => {
  const totals = { count: 0, total_cents: 0, checks_cents: 0, cash_cents: 0 };
  for (const { amount_cents, method } of payments) {
    totals.count += 1;
    totals.total_cents += amount_cents;
    if (method === 'check') totals.checks_cents += amount_cents;
    if (method === 'cash') totals.cash_cents += amount_cents;
  }
  return totals;
};

type Depositable = Pick<Payment, 'kind' | 'status' | 'method' | 'deposit_id' | 'received_on' | 'returned_cents'>;

/** Checks and cash that no deposit has. What came back has been at the bank. */
export const undeposited = <P extends Depositable>(payments: readonly P[]): P[] =>
  payments.filter(
    ({ kind, status, method, deposit_id, received_on, returned_cents }) =>
      kind === 'outside' &&
      status === 'succeeded' &&
      Boolean(received_on) &&
      !deposit_id &&
      returned_cents === 0 &&
      (method === 'check' || method === 'cash'),
  );

/** The deposit that a payment names; undefined once it is closed, because its list is frozen. Throws
 * Refusal('not_found'). */
export const depositToFill = async (tx: Tx, id: string | null | undefined): Promise<Deposit | undefined> => {
  if (!id) return undefined;
  const deposit = await find(tx, 'deposit', id, DEPOSIT_NOT_FOUND);
  return deposit.status === 'open' ? deposit : undefined;
};

const createDeposit = mutator(depositInput, async (tx, args) => {
  authorize(canRecord(tx.actor));
  assertNew(await tx.get('deposit', args.id));
  await tx.put('deposit', { ...args, status: 'open', number: null, created_at: tx.now, closed_at: null });
});

const closeDeposit = mutator(depositClosing, async (tx, { id }) => {
  authorize(canRecord(tx.actor));
  const deposit = await find(tx, 'deposit', id, DEPOSIT_NOT_FOUND);
  if (deposit.status === 'closed') throw new Refusal('conflict', 'This deposit is already closed.');
  const payments = await tx.list('payment', 'deposit_id', id);
  if (payments.length === 0) throw new Refusal('conflict', 'A deposit without payments can’t be closed.');
  const number = await tx.nextNumber('deposit');
  await tx.put('deposit', { ...deposit, status: 'closed', number, closed_at: tx.now });
});

export const mutators = { createDeposit, closeDeposit };
