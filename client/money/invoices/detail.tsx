import { useState } from 'react';
import { Link } from 'wouter';
import type { Invoice, Payment } from '../../../schema/tables/invoices.ts';
import { isHoldingPayment } from '../../../sync/disputes/entity.ts';
import { canManage, isClearing } from '../../../sync/invoices/entity.ts';
import { RecordActivity } from '../../account/activity/of-record.tsx';
import { FailedJobNotice } from '../../account/failed-jobs/failed-job-notice.tsx';
import { useOneTimeParam } from '../../device/location.ts';
import { useUser } from '../../device/session.ts';
import { useRows, useStored } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { PersonName, usePeople } from '../../screens/people.tsx';
import { RecordLoader } from '../../screens/record-loader.tsx';
import { TwoColumns } from '../../screens/two-columns.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { DisputeNotices } from '../disputes/dispute-notice.tsx';
import { useDisputesOf } from '../disputes/model.ts';
import { noteReturned } from '../pay/begun.ts';
import { Processing } from '../pay/processing.tsx';
import { LOADER, usePayments } from './model.ts';
import { InvoiceBadge } from './parts.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { Timeline } from './timeline.tsx';

const InvoiceDetail = () => <RecordLoader {...LOADER}>{(invoice) => <Detail invoice={invoice} />}</RecordLoader>;

export default InvoiceDetail;

const Detail = ({ invoice }: { invoice: Invoice }) => {
  const payments = usePayments(invoice.id);
  const disputes = useDisputesOf(invoice.id);
  const { isComplete: arePaymentsHere } = useStored('payment');
  const { result, dismiss } = useCheckoutResult();
  const processing = arePaymentsHere && result === 'success' && invoice.status === 'pending' && !isClearing(payments);
  return (
    <>
      <Breadcrumb entries={[LOADER.list, { label: invoice.title }]} />
      <Header invoice={invoice} disputed={disputes.some(isHoldingPayment)} />
      <BilledTo user_id={invoice.recipient_id} />
      {processing && <Processing then="You can leave this page. The invoice will be marked paid automatically." />}
      <CheckoutResult invoice={invoice} result={result} onClose={dismiss} />
      <DisputeNotices invoice={invoice} />
      <Discrepancies payments={payments} />
      <FailedJobNotice subject_id={invoice.id} />
      {arePaymentsHere ? (
        <TwoColumns
          wide
          sideFirst
          side={
            <>
              <PaymentPanel invoice={invoice} payments={payments} disputes={disputes} processing={processing} />
              <RecordActivity id={invoice.id} />
            </>
          }
        >
          <InvoiceFacts invoice={invoice} />
          <Timeline invoice={invoice} payments={payments} disputes={disputes} />
        </TwoColumns>
      ) : (
        <SkeletonRows rows={4} />
      )}
    </>
  );
};

type ResultProps = { invoice: Invoice; result: ReturnType<typeof useCheckoutResult>['result']; onClose: () => void };

const CheckoutResult = ({ invoice: { status, amount_cents }, result, onClose }: ResultProps) => (
  <>
    {result === 'success' && status === 'paid' && (
      <Alert tone="success" onClose={onClose}>
        Thank you! Your payment of {formatMoney(amount_cents)} has arrived.
      </Alert>
    )}
    {result === 'canceled' && status === 'pending' && <CheckoutCanceled onClose={onClose} />}
  </>
);

const Header = ({ invoice, disputed }: { invoice: Invoice; disputed: boolean }) => (
  <PageHeader
    title={invoice.title}
    documentTitle={`Invoice: ${invoice.title}`}
    subtitle={
      <span className="num mt-1 flex flex-wrap items-center gap-2">
        <InvoiceBadge invoice={invoice} />
        {disputed && <Badge tone="warn">Disputed</Badge>}
        <span>due {formatDate(invoice.due_date)}</span>
      </span>
    }
    actions={
      <>
        <LinkButton href={paths.dues()}>Back to Dues</LinkButton>
        <PrintButton />
      </>
    }
  />
);

/** On paper alone: the screen's reader knows who it is. */
const BilledTo = ({ user_id }: { user_id: string }) => {
  const people = usePeople();
  const person = useRows('user').get(user_id);
  return (
    person && (
      <p className="hidden print:block">
        <b className="block font-semibold">{people.name(user_id)}</b>
        {people.address(person)}
      </p>
    )
  );
};

const Discrepancies = ({ payments }: { payments: readonly Payment[] }) => {
  const notes = payments.filter(({ note }) => note).map(({ id, note }) => <p key={id}>{note}</p>);
  return (
    notes.length > 0 && (
      <Alert tone="error" title="Review this payment">
        {notes}
      </Alert>
    )
  );
};

const InvoiceFacts = ({ invoice }: { invoice: Invoice }) => {
  const people = usePeople();
  const due = useRows('due').get(invoice.due_id);
  const account = useRows('account').get(invoice.account_id ?? '');
  const board = canManage(useUser());
  return (
    <Card title="Invoice" className="num">
      <Facts
        entries={[
          ['Description', invoice.description && <span className="whitespace-pre-line">{invoice.description}</span>],
          ['Period', formatDate(invoice.period)],
          ['Home', (account && people.address(account)) || null],
          [
            'Billed for',
            due && (
              <Link href={paths.due(due.id)} className="text-pine-text hover:underline">
                {due.title}
              </Link>
            ),
          ],
          [
            'Recipient',
            board ? (
              <span key="recipient">
                <PersonName name={people.name(invoice.recipient_id)} email={people.email(invoice.recipient_id)} />
                {invoice.account_id && (
                  <Link
                    href={paths.accountStatement(invoice.account_id)}
                    className="block text-pine-text hover:underline print:hidden"
                  >
                    Statement
                  </Link>
                )}
              </span>
            ) : null,
          ],
        ]}
      />
    </Card>
  );
};

type CheckoutResult = 'success' | 'canceled';

const useCheckoutResult = () => {
  const [result, setResult] = useState<CheckoutResult | null>(null);
  useOneTimeParam('checkout', (value) => {
    if (value === 'success') noteReturned();
    setResult(value === 'success' || value === 'canceled' ? value : null);
  });
  return { result, dismiss: () => setResult(null) };
};

const CheckoutCanceled = ({ onClose }: { onClose: () => void }) => (
  <Alert tone="info" onClose={onClose}>
    The payment was not completed and nothing was charged. You can pay whenever you are ready.
  </Alert>
);
