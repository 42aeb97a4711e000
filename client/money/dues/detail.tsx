import { Pencil, ReceiptText } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import { MONTHS_BETWEEN } from '../../../schema/dues.ts';
import type { Due } from '../../../schema/tables/dues.ts';
import { canManage, schedule } from '../../../sync/dues/entity.ts';
import { RecordActivity } from '../../account/activity/of-record.tsx';
import { FailedJobNotice } from '../../account/failed-jobs/failed-job-notice.tsx';
import { useSearchParams } from '../../device/location.ts';
import { useUser } from '../../device/session.ts';
import { paths } from '../../paths.ts';
import { NoticeAlert, useNotice } from '../../screens/notice-alert.tsx';
import { RecordLoader } from '../../screens/record-loader.tsx';
import { TwoColumns } from '../../screens/two-columns.tsx';
import { useWaiting, WaitingMark } from '../../screens/waiting.tsx';
import { Alert } from '../../ui/alert.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { formatDate, formatDateTime, formatLabel, formatMoney, formatPlural } from '../../ui/format.ts';
import { EmptyState } from '../../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { useMyInvoices } from '../invoices/model.ts';
import { InvoiceBadge } from '../invoices/parts.tsx';
import { LOADER, useBilledNoOne } from './model.ts';
import { DueBadge } from './parts.tsx';
import { Periods } from './periods.tsx';

const EditDue = lazy(() => import('./edit.tsx'));
const Recipients = lazy(() => import('./recipient-list.tsx'));

const DueDetail = () => <RecordLoader {...LOADER}>{(due) => <Detail due={due} />}</RecordLoader>;

export default DueDetail;

const Detail = ({ due }: { due: Due }) => {
  const board = canManage(useUser());
  return (
    <>
      <Breadcrumb entries={[LOADER.list, { label: due.title }]} />
      <Header due={due} board={board} />
      {board && <EditSection due={due} />}
      {board && <BilledNoOne due={due} />}
      <FailedJobNotice subject_id={due.id} />
      <TwoColumns
        wide
        side={
          <>
            <TermsCard due={due} board={board} />
            <ScheduleCard due={due} />
            {board && (
              <Suspense>
                <Recipients due={due} />
              </Suspense>
            )}
            <RecordActivity id={due.id} />
          </>
        }
      >
        {due.description && (
          <Card title="Description">
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{due.description}</p>
          </Card>
        )}
        {board ? <Periods due={due} /> : <MyInvoices due={due} />}
      </TwoColumns>
    </>
  );
};

const Header = ({ due, board }: { due: Due; board: boolean }) => (
  <PageHeader
    title={due.title}
    documentTitle={`Due: ${due.title}`}
    subtitle={
      <span className="num mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
        <DueBadge {...due} />
        <span>
          {formatMoney(due.amount_cents)}
          {board && (due.recipient_rule ? ' per home' : ' per recipient')} · {formatLabel(due.frequency)}
        </span>
        <WaitingMark item={useWaiting().get(due.id)} />
      </span>
    }
    actions={
      <>
        <LinkButton href={paths.dues()}>Back to Dues</LinkButton>
        {board && (
          <LinkButton icon={Pencil} href={paths.dueEdit(due.id)}>
            Edit
          </LinkButton>
        )}
      </>
    }
  />
);

const BilledNoOne = ({ due }: { due: Due }) => {
  if (!useBilledNoOne(due)) return null;
  return (
    <Alert
      tone="info"
      title={`No one was billed on ${formatDate(due.anchor_date)}`}
      actions={
        <LinkButton size="small" href={paths.dueEdit(due.id)}>
          Change Date
        </LinkButton>
      }
    >
      Nobody this due reaches could be billed that day. To send it, make it active again with a new send date.
    </Alert>
  );
};

/** The edit dialog is part of the address, so that the outbox can link to it. */
const EditSection = ({ due }: { due: Due }) => {
  const [, navigate] = useLocation();
  const { notice, notify, dismiss } = useNotice();
  const open = useSearchParams().has('edit');
  const close = () => navigate(paths.due(due.id), { replace: true });
  const onSaved = () => {
    notify('Due updated successfully');
    close();
  };
  return (
    <>
      {!open && <NoticeAlert notice={notice} onClose={dismiss} />}
      {open && (
        <Suspense>
          <EditDue due={due} onClose={close} onSaved={onSaved} />
        </Suspense>
      )}
    </>
  );
};

const TermsCard = ({ due, board }: { due: Due; board: boolean }) => (
  <Card title="Terms" className="num">
    <Facts
      entries={[
        ['Amount', formatMoney(due.amount_cents)],
        ['Frequency', formatLabel(due.frequency)],
        ['Reason', formatLabel(due.reason)],
        [MONTHS_BETWEEN[due.frequency] > 0 ? 'First sent' : 'Send date', formatDate(due.anchor_date)],
        ['Charged as', due.category && formatLabel(due.category)],
        ['Fund', formatLabel(due.fund)],
        [
          'Payment due',
          due.due_date_offset === 0
            ? 'On the send date'
            : `${formatPlural(due.due_date_offset, 'day')} after the send date`,
        ],
        ['Created by', board ? due.created_by_name : null],
        ['Created', board ? formatDateTime(due.created_at) : null],
        [
          'Due ID',
          <span key="id" className="break-all text-ink-2 text-sm">
            {due.id}
          </span>,
        ],
      ]}
    />
  </Card>
);

const UPCOMING_SENDS = 6;

const ScheduleCard = ({ due }: { due: Due }) => {
  const sends = schedule(due, UPCOMING_SENDS);
  return (
    <Card title="Next Sends">
      {sends.length === 0 ? (
        <p className="text-ink-2">
          {due.status === 'inactive' && due.send_date
            ? 'No invoices are sent while this is inactive.'
            : 'No further sends.'}
        </p>
      ) : (
        <table className="num w-full">
          <thead className="sr-only">
            <tr>
              <th scope="col">Sent</th>
              <th scope="col">Due</th>
            </tr>
          </thead>
          <tbody>
            {sends.map(({ send_date, due_date }) => (
              <tr key={send_date}>
                <td className="py-0.75">{formatDate(send_date)}</td>
                <td className="py-0.75 text-right text-ink-3">due {formatDate(due_date)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
};

const MyInvoices = ({ due }: { due: Due }) => {
  const myInvoices = useMyInvoices();
  const invoices = useMemo(
    () => myInvoices.filter(({ due_id }) => due_id === due.id).sort((a, b) => (a.period < b.period ? 1 : -1)),
    [myInvoices, due.id],
  );
  if (invoices.length === 0)
    return (
      <EmptyState icon={ReceiptText} title="No invoices yet" hint="You’ll see invoices here after they are sent." />
    );
  return (
    <Card title="Your Invoices" flush>
      <ul className="pt-1.5 pb-1.5">
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <Link href={paths.invoice(invoice.id)} className={ROW}>
              <span className="num min-w-0 flex-1">
                {formatDate(invoice.period)}
                <span className="block text-ink-3 text-sm">due {formatDate(invoice.due_date)}</span>
              </span>
              <InvoiceBadge invoice={invoice} />
              <span className="num w-24 text-right font-[560]">{formatMoney(invoice.amount_cents)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
};

const ROW = 'flex min-h-11.5 items-center gap-3 px-4 py-1.5 -outline-offset-2 hover:bg-sunk/60';
