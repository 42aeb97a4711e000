import {
  CircleAlert,
  CircleCheck,
  CircleSlash,
  CreditCard,
  Landmark,
  type LucideIcon,
  WalletCards,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { InvoiceStatus } from '../../../schema/invoices.ts';
import type { Dispute } from '../../../schema/tables/disputes.ts';
import type { Invoice, Payment } from '../../../schema/tables/invoices.ts';
import { isHoldingPayment } from '../../../sync/disputes/entity.ts';
import { canManage, canPay, isPartlyPaid, isPayer, remainingOf, statusOf } from '../../../sync/invoices/entity.ts';
import { useUser } from '../../device/session.ts';
import { useHoaToday } from '../../device/today.ts';
import { Card } from '../../ui/card.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { usePaymentsStopped } from '../payouts/payments-stopped.ts';
import { usePaidSoon } from './paid-soon.ts';
import { PayButton } from './pay-button.tsx';
import { methodLabel } from './timeline-entries.ts';

type Props = { invoice: Invoice; payments: readonly Payment[]; disputes: readonly Dispute[]; processing: boolean };

const HEADINGS: Record<InvoiceStatus, { title: string; icon: LucideIcon; tint: string }> = {
  pending: { title: 'Payment Due', icon: WalletCards, tint: 'bg-blue-soft text-blue' },
  overdue: { title: 'Payment Overdue', icon: CircleAlert, tint: 'bg-red-soft text-red' },
  paid: { title: 'Payment Completed', icon: CircleCheck, tint: 'bg-good-soft text-good' },
  canceled: { title: 'Payment Canceled', icon: CircleSlash, tint: 'bg-grey-soft text-ink-2' },
};

/** `processing`: the payer has just returned from the checkout. */
export const PaymentPanel = ({ invoice, payments, disputes, processing }: Props) => {
  const status = statusOf(invoice, useHoaToday());
  const { title, icon: Icon, tint } = HEADINGS[status];
  return (
    <Card>
      <div className="flex items-center gap-2.5">
        <span className={`grid size-8 shrink-0 place-items-center rounded-full print:hidden ${tint}`}>
          <Icon aria-hidden className="size-4" strokeWidth={2.1} />
        </span>
        <h2 className="font-semibold">{title}</h2>
      </div>
      <p className="num mt-3 font-[640] text-[1.75rem] tracking-[-0.02em]">
        {formatMoney(isPartlyPaid(invoice) ? remainingOf(invoice) : invoice.amount_cents)}
      </p>
      {isPartlyPaid(invoice) && (
        <Note>
          left of {formatMoney(invoice.amount_cents)}; {formatMoney(invoice.paid_cents)} is paid.
        </Note>
      )}
      {status === 'paid' && <PaidDetails invoice={invoice} payments={payments} />}
      {status === 'canceled' && <Note>This invoice was canceled. No payment is required.</Note>}
      {invoice.status === 'pending' && <PendingDetails invoice={invoice} disputes={disputes} processing={processing} />}
    </Card>
  );
};

const Note = ({ children }: { children: ReactNode }) => <p className="num mt-0.5 text-ink-2">{children}</p>;

const PaidDetails = ({ invoice, payments }: Pick<Props, 'invoice' | 'payments'>) => {
  const board = canManage(useUser());
  const paid = payments.find(({ kind, status }) => kind !== 'refund' && status === 'succeeded');
  const refunded = payments
    .filter(({ kind, status }) => kind === 'refund' && status === 'succeeded')
    .reduce((sum, { amount_cents }) => sum - amount_cents, 0);
  return (
    <>
      <Note>
        Paid {paid && methodLabel(paid)} {invoice.paid_at && `on ${formatDate(invoice.paid_at)}`}
      </Note>
      {board && paid?.processor_fee_cents != null && <FeeNote payment={paid} fee_cents={paid.processor_fee_cents} />}
      {refunded > 0 && <Note>{formatMoney(refunded)} of it was refunded.</Note>}
    </>
  );
};

const FeeNote = ({ payment, fee_cents }: { payment: Payment; fee_cents: number }) => (
  <Note>
    Processing fee {formatMoney(fee_cents)},{' '}
    {formatMoney(payment.amount_cents + (payment.online_fee_cents ?? 0) - fee_cents)} for the HOA
  </Note>
);

const PendingDetails = ({ invoice, disputes, processing }: Omit<Props, 'payments'>) => {
  const user = useUser();
  const overdue = statusOf(invoice, useHoaToday()) === 'overdue';
  const stopped = usePaymentsStopped();
  const held = disputes.some(isHoldingPayment);
  const clearing = usePaidSoon(invoice);
  const idle = !clearing && !processing && !held;
  return (
    <>
      <Note>
        {overdue ? 'It was due on' : 'Due on'} {formatDate(invoice.due_date)}
      </Note>
      {clearing && !processing && <ClearingNotice />}
      {held && isPayer(user, invoice) && <Note>You can pay it again after the dispute is decided.</Note>}
      {canPay(user, invoice) && idle && stopped && <StoppedNotice />}
      {canPay(user, invoice) && idle && !stopped && (
        <PayButton invoice={invoice}>{overdue ? 'Pay Now' : 'Pay Invoice'}</PayButton>
      )}
      {isPayer(user, invoice) && idle && !stopped && <PaymentMethods />}
      {user.id !== invoice.recipient_id && !isPayer(user, invoice) && (
        <p className="mt-3 border-line border-t pt-3 text-ink-2 print:hidden">
          Only the invoice recipient can make payments.
        </p>
      )}
    </>
  );
};

const ClearingNotice = () => (
  <p className="mt-3 rounded-md bg-blue-soft px-3 py-2 text-blue">
    A payment is on its way. Bank transfers take up to five business days, and you don’t need to do anything until then.
  </p>
);

const StoppedNotice = () => (
  <p className="mt-3 rounded-md bg-ochre-soft px-3 py-2 text-ochre">
    Your HOA cannot take online payments yet. Please contact the board.
  </p>
);

const PaymentMethods = () => (
  <div className="mt-4 border-line border-t pt-3 print:hidden">
    <h3 className="font-medium text-ink-2 text-sm">Payment Methods</h3>
    <ul className="mt-1.5 grid gap-1.5">
      <PaymentMethod icon={CreditCard}>Credit and debit cards</PaymentMethod>
      <PaymentMethod icon={Landmark}>Bank transfer (ACH)</PaymentMethod>
    </ul>
  </div>
);

const PaymentMethod = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <li className="flex items-center gap-2">
    <Icon aria-hidden className="size-4 text-ink-3" />
    {children}
  </li>
);
