import { Link } from 'wouter';
import type { Dispute } from '../../../schema/tables/disputes.ts';
import type { Invoice } from '../../../schema/tables/invoices.ts';
import { isHoldingPayment, isUndecided } from '../../../sync/disputes/entity.ts';
import { canManage } from '../../../sync/invoices/entity.ts';
import { isReturn } from '../../../sync/payments/returns.ts';
import { useUser } from '../../device/session.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { reasonLabel, useDisputesOf } from './model.ts';

export const DisputeNotices = ({ invoice }: { invoice: Invoice }) => {
  const board = canManage(useUser());
  return useDisputesOf(invoice.id)
    .filter((dispute) => isUndecided(dispute) || (invoice.status === 'pending' && dispute.withdrawn_cents > 0))
    .map((dispute) => (
      <Alert key={dispute.id} tone={dispute.withdrawn_cents > 0 ? 'error' : 'info'} title={titleOf(dispute)}>
        {board ? <BoardText dispute={dispute} /> : <p>{payerText(dispute)}</p>}
      </Alert>
    ));
};

const titleOf = (dispute: Dispute): string => {
  if (isReturn(dispute)) return `Returned by the bank: ${reasonLabel(dispute)}`;
  if (!isUndecided(dispute)) return 'The HOA lost the dispute over this payment';
  return isHoldingPayment(dispute) ? 'This payment is disputed' : 'The card issuer has a question about this payment';
};

const payerText = (dispute: Dispute): string => {
  const amount = formatMoney(dispute.amount_cents);
  if (isReturn(dispute)) return `Your bank took ${amount} back. Please pay this invoice again.`;
  if (!isUndecided(dispute))
    return `The dispute was decided in your favor and ${amount} was returned to you. Please pay this invoice.`;
  if (!isHoldingPayment(dispute))
    return `The card issuer asked about your ${amount} payment. You don’t need to do anything.`;
  return `Your payment of ${amount} was disputed with your bank or card issuer and is on hold until they decide. It can take up to three months.`;
};

const BoardText = ({ dispute }: { dispute: Dispute }) => {
  const amount = formatMoney(dispute.amount_cents);
  if (isReturn(dispute))
    return <p>{amount} was taken back from the HOA’s account. The resident needs to pay this invoice again.</p>;
  if (!isUndecided(dispute)) return <p>{amount} was returned to the payer. They need to pay this invoice again.</p>;
  return (
    <>
      <p>
        Reason for the dispute: {amount}: {reasonLabel(dispute)}.{' '}
        {isHoldingPayment(dispute)
          ? 'The amount has been withdrawn from the HOA’s account until the bank decides.'
          : 'No money has been withdrawn.'}
      </p>
      <Deadline dispute={dispute} />
    </>
  );
};

/** Evidence is given in the provider's dashboard, which only the operator has. */
export const Deadline = ({ dispute: { status, evidence_due_by } }: { dispute: Dispute }) => {
  if (!status.endsWith('needs_response') || evidence_due_by === null) return null;
  return (
    <p>
      To contest it,{' '}
      <Link href={paths.support()} className="font-semibold underline">
        send your evidence to support
      </Link>{' '}
      by {formatDate(evidence_due_by)}.
    </p>
  );
};
