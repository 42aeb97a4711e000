import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import type { Due } from '../../schema/dues.ts';
import { canManage } from '../../sync/dues.ts';
import { FailedJobNotice } from '../failed-jobs/notice.tsx';
import { useSearchParams } from '../location.ts';
import { paths } from '../paths.ts';
import { RecordGate } from '../screens/record-loader.tsx';
import { useWaiting } from '../screens/waiting.ts';
import { WaitingMark } from '../screens/waiting-mark.tsx';
import { useUser } from '../session.ts';
import { Alert } from '../ui/alert.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatLabel, formatMoney } from '../ui/format.ts';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';
import { GATE } from './labels.ts';
import { OwnInvoices } from './own-invoices.tsx';
import { Periods } from './periods.tsx';
import { Schedule, Terms } from './side.tsx';
import { DueBadge } from './status.tsx';

const EditDue = lazy(() => import('./edit.tsx'));
const Recipients = lazy(() => import('./recipient-list.tsx'));

/** /dues/:id */
const DueDetail = () => <RecordGate {...GATE}>{(due) => <Detail due={due} />}</RecordGate>;

export default DueDetail;

const Detail = ({ due }: { due: Due }) => {
  const board = canManage(useUser());
  return (
    <>
      <Breadcrumb entries={[GATE.list, { label: due.title }]} />
      <Head due={due} board={board} />
      {board && <Editing due={due} />}
      <FailedJobNotice subject_id={due.id} />
      <div className="grid items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-3.5">
          {due.description && (
            <Card title="Description">
              <p className="whitespace-pre-line [overflow-wrap:anywhere]">{due.description}</p>
            </Card>
          )}
          {board ? <Periods due={due} /> : <OwnInvoices due={due} />}
        </div>
        <div className="grid gap-3.5">
          <Terms due={due} board={board} />
          <Schedule due={due} />
          {board && (
            <Suspense>
              <Recipients due={due} />
            </Suspense>
          )}
        </div>
      </div>
    </>
  );
};

const Head = ({ due, board }: { due: Due; board: boolean }) => (
  <PageHeader
    title={due.title}
    documentTitle={`Due: ${due.title}`}
    subtitle={
      <span className="num mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
        <DueBadge {...due} />
        <span>
          {formatMoney(due.amount_cents)}
          {board && ' per recipient'} · {formatLabel(due.frequency)}
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

const SHOWN_MS = 5000;

/** The edit dialog stands in the address, so that the outbox can lead to it; a success is told where it was. */
const Editing = ({ due }: { due: Due }) => {
  const [, navigate] = useLocation();
  const [saved, setSaved] = useState(false);
  const open = useSearchParams().has('edit');
  const close = () => navigate(paths.due(due.id), { replace: true });
  return (
    <>
      {saved && !open && (
        <Alert tone="success" onClose={() => setSaved(false)} clearAfter={SHOWN_MS}>
          Due updated successfully
        </Alert>
      )}
      {open && (
        <Suspense>
          <EditDue
            due={due}
            onClose={close}
            onSaved={() => {
              setSaved(true);
              close();
            }}
          />
        </Suspense>
      )}
    </>
  );
};
