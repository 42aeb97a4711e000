import { Link } from 'wouter';
import type { Invoice, Payment } from '../../schema/invoices.ts';
import { canManage, isClearing } from '../../sync/invoices.ts';
import { FailedJobNotice } from '../failed-jobs/notice.tsx';
import { paths } from '../paths.ts';
import { usePeople } from '../screens/people.ts';
import { PersonName } from '../screens/person.tsx';
import { RecordGate } from '../screens/record-loader.tsx';
import { useUser } from '../session.ts';
import { useRows } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { formatDate, formatMoney } from '../ui/format.ts';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';
import { GATE } from './labels.ts';
import { usePayments } from './mine.ts';
import { PaymentPanel } from './panel.tsx';
import { Processing, Unpaid, useReturned } from './returned.tsx';
import { InvoiceBadge } from './status.tsx';
import { Timeline } from './timeline.tsx';

/** /invoices/:id */
const InvoiceDetail = () => <RecordGate {...GATE}>{(invoice) => <Detail invoice={invoice} />}</RecordGate>;

export default InvoiceDetail;

const Detail = ({ invoice }: { invoice: Invoice }) => {
  const payments = usePayments(invoice.id);
  const { returned, dismiss } = useReturned();
  const awaited = returned === 'success' && invoice.status === 'pending' && !isClearing(payments);
  return (
    <>
      <Breadcrumb entries={[GATE.list, { label: invoice.title }]} />
      <Head invoice={invoice} />
      {awaited && <Processing />}
      {returned === 'success' && invoice.status === 'paid' && (
        <Alert tone="success" onClose={dismiss}>
          Thank you! Your payment of {formatMoney(invoice.amount_cents)} has arrived.
        </Alert>
      )}
      {returned === 'canceled' && invoice.status === 'pending' && <Unpaid onClose={dismiss} />}
      <Doubts payments={payments} />
      <FailedJobNotice subject_id={invoice.id} />
      <div className="grid items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-3.5 lg:col-start-2">
          <PaymentPanel invoice={invoice} payments={payments} processing={awaited} />
        </div>
        <div className="grid gap-3.5 lg:col-start-1 lg:row-start-1">
          <About invoice={invoice} />
          <Timeline invoice={invoice} payments={payments} />
        </div>
      </div>
    </>
  );
};

const Head = ({ invoice }: { invoice: Invoice }) => (
  <PageHeader
    title={invoice.title}
    documentTitle={`Invoice: ${invoice.title}`}
    subtitle={
      <span className="num mt-1 flex flex-wrap items-center gap-2">
        <InvoiceBadge invoice={invoice} />
        <span>due {formatDate(invoice.due_date)}</span>
      </span>
    }
    actions={<LinkButton href={paths.dues()}>Back to Dues</LinkButton>}
  />
);

/** What the server noted of a payment that did not go as it should; for the board alone. */
const Doubts = ({ payments }: { payments: readonly Payment[] }) => {
  const notes = payments.filter(({ note }) => note).map(({ id, note }) => <p key={id}>{note}</p>);
  return (
    notes.length > 0 && (
      <Alert tone="error" title="This payment needs a look">
        {notes}
      </Alert>
    )
  );
};

const About = ({ invoice }: { invoice: Invoice }) => {
  const people = usePeople();
  const due = useRows('due').get(invoice.due_id);
  const board = canManage(useUser());
  return (
    <Card title="Invoice" className="num">
      <Facts
        entries={[
          ['Description', invoice.description && <span className="whitespace-pre-line">{invoice.description}</span>],
          ['Period', formatDate(invoice.period)],
          [
            'Due',
            due && (
              <Link href={paths.due(due.id)} className="text-pine-text hover:underline">
                {due.title}
              </Link>
            ),
          ],
          [
            'Recipient',
            board ? (
              <PersonName
                key="recipient"
                name={people.name(invoice.recipient_id)}
                email={people.email(invoice.recipient_id)}
              />
            ) : null,
          ],
        ]}
      />
    </Card>
  );
};
