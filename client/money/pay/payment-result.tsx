import { useEffect, useState } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import type { Payment } from '../../../schema/tables/invoices.ts';
import { sentenceOf } from '../../../sync/ledger/explain.ts';
import { flush } from '../../device/open-store.ts';
import { Alert } from '../../ui/alert.tsx';
import { formatMoney } from '../../ui/format.ts';
import { PendingNotice } from '../../ui/progress.tsx';
import type { AccountBooks } from '../account/model.ts';
import { paymentSince } from './begun.ts';
import type { CheckoutReturn } from './checkout-return.ts';

type Props = { account: Account; books: AccountBooks; returned: CheckoutReturn; onClose: () => void };

/** Says that the payment was not made, is pending, or has come, with the charges that it covered. */
const PaymentResult = ({ account, books, returned: { result, begun }, onClose }: Props) => {
  if (begun && begun.account_id !== account.id) return null;
  if (result === 'canceled')
    return (
      <Alert tone="info" onClose={onClose}>
        The payment was not completed and nothing was charged. You can pay whenever you are ready.
      </Alert>
    );
  const payment = paymentSince([...books.payments.values()], begun?.known ?? []);
  return payment ? <Received payment={payment} books={books} onClose={onClose} /> : <Pending />;
};

export default PaymentResult;

const Received = ({ payment, books, onClose }: { payment: Payment; books: AccountBooks; onClose: () => void }) => {
  const entry = books.list.find(({ kind, payment_id }) => kind === 'payment' && payment_id === payment.id);
  if (!entry)
    return (
      <Alert tone="success" onClose={onClose}>
        Thank you! A payment of <span className="num">{formatMoney(payment.amount_cents)}</span> is on its way. It can
        take up to five business days.
      </Alert>
    );
  return (
    <Alert tone="success" onClose={onClose} title={`Thank you! ${formatMoney(-entry.amount_cents)} has arrived.`}>
      <p className="num">{sentenceOf(entry, books)}</p>
    </Alert>
  );
};

const POLL_MS = 3000;
const MAX_POLLS = 20;

const Pending = () => {
  const late = usePolling();
  return (
    <PendingNotice title="Your payment is being processed.">
      {late
        ? 'This is taking longer than usual. You can leave this page; it will be counted by itself.'
        : 'This page will update as soon as it is confirmed.'}
    </PendingNotice>
  );
};

/** Pulls every few seconds for a minute; true when that time is over. */
const usePolling = () => {
  const [polls, setPolls] = useState(0);
  useEffect(() => {
    void flush(0);
    if (polls >= MAX_POLLS) return;
    const timer = setTimeout(() => setPolls(polls + 1), POLL_MS);
    return () => clearTimeout(timer);
  }, [polls]);
  return polls >= MAX_POLLS;
};
