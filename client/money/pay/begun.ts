import type { Payment } from '../../../schema/tables/invoices.ts';
import { local } from '../../ui/local-storage.ts';

/** The payment that this device went to the payment service for, the payments that the account had before, and when the service
 * sent it back as paid (milliseconds). */
export type BegunPayment = { account_id: string | null; known: string[]; returned_at?: number };

const BEGUN = 'payment-begun';
export const noteBegun = (account_id: string | null, payments: readonly Payment[]) =>
  local.set(BEGUN, JSON.stringify({ account_id, known: onlinePayments(payments).map(({ id }) => id) }));
export const readBegun = (): BegunPayment | null => JSON.parse(local.get(BEGUN) ?? 'null') as BegunPayment | null;
export const noteReturned = () => {
  const begun = readBegun();
  if (begun) local.set(BEGUN, JSON.stringify({ ...begun, returned_at: Date.now() }));
};

/** The online payment of an account that was not there before. */
export const paymentSince = (payments: readonly Payment[], known: readonly string[]): Payment | undefined =>
  onlinePayments(payments).find(({ id, status }) => status !== 'failed' && !known.includes(id));

const PENDING_MS = 3_600_000;

/** True from the return of the payment service until the payment is known here, for an hour at most. */
export const isPaymentPending = (
  begun: BegunPayment | null,
  account_id: string | null,
  payments: readonly Payment[],
  now: number,
): boolean =>
  begun?.returned_at !== undefined &&
  begun.account_id === account_id &&
  now - begun.returned_at < PENDING_MS &&
  paymentSince(payments, begun.known) === undefined;

/** The newest first. */
export const onlinePayments = (payments: readonly Payment[]) =>
  payments.filter(({ kind }) => kind === 'charge').sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
