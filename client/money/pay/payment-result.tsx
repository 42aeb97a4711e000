import type { Account } from '../../../schema/tables/accounts.ts';
import type { Payment } from '../../../schema/tables/invoices.ts';
import { sentenceOf } from '../../../sync/ledger/explain.ts';
import { Alert } from '../../ui/alert.tsx';
import { formatMoney } from '../../ui/format.ts';
import type { AccountBooks } from '../accounts.ts';
import { paymentSince } from './begun.ts';
import type { CheckoutReturn } from './checkout-return.ts';
import { Processing } from './processing.tsx';

type Props = { account: Account; books: AccountBooks; returned: CheckoutReturn; onClose: () => void };

const PaymentResult = ({ account, books, returned: { result, begun }, onClose }: Props) => {
  if (begun && begun.account_id !== account.id) return null;
  if (result === 'canceled')
    return (
      <Alert tone="info" onClose={onClose}>
        The payment was not completed and nothing was charged. You can pay whenever you are ready.
      </Alert>
    );
  const payment = paymentSince([...books.payments.values()], begun?.known ?? []);
  return payment ? (
    <Received payment={payment} books={books} onClose={onClose} />
  ) : (
    <Processing then="You can close this page." />
  );
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
