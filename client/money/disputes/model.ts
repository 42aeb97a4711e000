import type { Dispute } from '../../../schema/tables/disputes.ts';
import { isUndecided } from '../../../sync/disputes/entity.ts';
import { isReturn } from '../../../sync/payments/returns.ts';
import { useRows } from '../../device/store.ts';
import { formatLabel } from '../../ui/format.ts';

/** The newest first. */
export const useDisputesOf = (invoice_id: string): Dispute[] =>
  [...useRows('dispute').by('invoice_id', invoice_id)].sort((a, b) => (a.opened_at < b.opened_at ? 1 : -1));

/** The next deadline first. */
export const useOpenDisputes = (): Dispute[] =>
  useRows('dispute')
    .all.filter(isUndecided)
    .sort((a, b) => (deadlineOf(a) < deadlineOf(b) ? -1 : 1));

const deadlineOf = ({ evidence_due_by, opened_at }: Dispute) => evidence_due_by ?? opened_at;

const REASONS: Record<string, string> = {
  fraudulent: 'the cardholder did not make this payment',
  unrecognized: 'the cardholder does not recognize this payment',
  duplicate: 'it was charged twice',
  product_not_received: 'the product or service was not received',
  product_unacceptable: 'the product or service was not as described',
  credit_not_processed: 'a refund was not received',
  subscription_canceled: 'the subscription was canceled',
  general: 'no reason was given',
  insufficient_funds: 'insufficient funds',
  incorrect_account_details: 'incorrect account details',
  bank_cannot_process: 'the bank cannot process it',
  debit_not_authorized: 'the debit was not authorized',
};

export const reasonLabel = ({ reason }: Pick<Dispute, 'reason'>): string =>
  REASONS[reason] ?? formatLabel(reason).toLowerCase();

export const disputeLabel = (dispute: Pick<Dispute, 'reason' | 'status'>): string => {
  if (isReturn(dispute)) return `Returned by the bank: ${reasonLabel(dispute)}`;
  if (dispute.status.startsWith('warning')) return 'The card issuer asked about the payment';
  return 'Payment disputed';
};

const DECISIONS: Partial<Record<Dispute['status'], string>> = {
  won: 'Dispute won',
  lost: 'Dispute lost',
  warning_closed: 'The card issuer has no more questions',
  prevented: 'Dispute prevented',
};

/** Undefined while it is open, and for what was final from the start. */
export const decisionLabel = (dispute: Pick<Dispute, 'reason' | 'status'>): string | undefined =>
  isReturn(dispute) ? undefined : DECISIONS[dispute.status];
