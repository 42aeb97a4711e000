import { CircleCheck, RotateCw } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { FailedJob } from '../../../schema/tables/failed-jobs.ts';
import { list } from '../../../sync/failed-jobs/entity.ts';
import { useNow } from '../../device/now.ts';
import { useRows } from '../../device/store.ts';
import { useOpenDisputes } from '../../money/disputes/model.ts';
import { OpenDisputes } from '../../money/disputes/open.tsx';
import { useTroubledPayments } from '../../money/invoices/troubled.ts';
import { PaymentsPausedNotice } from '../../money/payouts/paused-notice.tsx';
import { usePaymentsStopped } from '../../money/payouts/payments-stopped.ts';
import { paths } from '../../paths.ts';
import { BounceBadge, type People, usePeople } from '../../screens/people.tsx';
import { ResultList } from '../../screens/result-list.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { usePrinting } from '../../ui/printing.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import { labelOf, useFailedJobActions, useFilters, useMayResend, useRecordOf } from './model.ts';
import { TroubledPayments } from './payments.tsx';

const PAGE = 25;
const LABELS = { more: 'Load More', end: 'No more items', failed: 'Failed to load what needs attention' };

const NeedsAttentionScreen = () => {
  const { all } = useRows('failedJob');
  const found = useMemo(() => list(all), [all]);
  const actions = useFailedJobActions();
  const { filters, set } = useFilters();
  const now = useNow();
  const money = [useOpenDisputes().length > 0, useTroubledPayments(now).length > 0].includes(true);
  const calm = !usePaymentsStopped() && !money;
  return (
    <>
      <Breadcrumb entries={[{ label: 'Dashboard', href: paths.dashboard() }, { label: 'Needs Attention' }]} />
      <PageHeader
        title="Needs Attention"
        subtitle="Failed and disputed items, and what to do about them"
        actions={
          <>
            {found.length > 0 && <PrintButton />}
            <ResendAll jobs={found} onResend={(job) => void actions.resend(job)} />
          </>
        }
      />
      <PaymentsPausedNotice />
      {filters.show !== 'all' && <PartNote show={filters.show} onShowAll={() => set({ show: 'all' })} />}
      {filters.show !== 'failed' && <OpenDisputes />}
      {filters.show !== 'failed' && <TroubledPayments now={now} />}
      {filters.show === 'payments' ? (
        !money && <EmptyState icon={CircleCheck} title="No payments need attention" />
      ) : (
        <FailedJobs found={found} actions={actions} empty={calm || filters.show === 'failed' ? <Empty /> : null} />
      )}
      <DismissDialog {...actions} />
    </>
  );
};

export default NeedsAttentionScreen;

const PartNote = ({ show, onShowAll }: { show: 'payments' | 'failed'; onShowAll: () => void }) => (
  <p className="text-ink-2">
    {show === 'payments' ? 'Only payments are shown.' : 'Only failed emails and tasks are shown.'}{' '}
    <Button size="small" variant="ghost" onClick={onShowAll}>
      Show All
    </Button>
  </p>
);

type FailedJobsProps = { found: readonly FailedJob[]; actions: Actions; empty: ReactNode };

const FailedJobs = ({ found, actions, empty }: FailedJobsProps) => {
  const [shown, setShown] = useState(PAGE);
  return (
    <ResultList
      rows={usePrinting() ? found : found.slice(0, shown)}
      found={found.length}
      showMore={() => setShown(shown + PAGE)}
      cached={found.length > 0}
      labels={LABELS}
      empty={empty}
      table={(rows, footer) => <ListTable rows={rows} actions={actions} footer={footer} />}
    />
  );
};

const ResendAll = ({ jobs, onResend }: { jobs: readonly FailedJob[]; onResend: (job: FailedJob) => void }) => {
  const mayResend = useMayResend();
  const mine = jobs.filter(mayResend);
  if (mine.length < 2) return null;
  return (
    <Button icon={RotateCw} onClick={() => mine.forEach(onResend)}>
      Resend All
    </Button>
  );
};

const Empty = () => (
  <EmptyState
    icon={CircleCheck}
    title="Nothing needs attention"
    hint="Every email was sent and every task is done. Anything that fails will show up here."
  >
    <LinkButton href={paths.dashboard()}>Back to Dashboard</LinkButton>
  </EmptyState>
);

type Actions = ReturnType<typeof useFailedJobActions>;
type RowContext = { actions: Actions; mayResend: (job: FailedJob) => boolean; recordOf: RecordOf; people: People };
type RecordOf = ReturnType<typeof useRecordOf>;

const ListTable = ({ rows, actions, footer }: { rows: readonly FailedJob[]; actions: Actions; footer: ReactNode }) => {
  const context: RowContext = { actions, mayResend: useMayResend(), recordOf: useRecordOf(), people: usePeople() };
  return (
    <Table
      caption="Needs Attention"
      columns={columns(context)}
      rows={rows}
      rowKey={({ id }) => id}
      renderCard={(job) => <FailedJobCard job={job} {...context} />}
      under={({ id }) =>
        actions.errors[id] && (
          <Alert tone="error" onClose={() => actions.dismissError(id)}>
            {actions.errors[id]}
          </Alert>
        )
      }
      footer={footer}
    />
  );
};

const columns = ({ actions, mayResend, recordOf, people }: RowContext): Column<FailedJob>[] => [
  { header: 'What', main: true, className: 'min-w-44', cell: (job) => <JobCell job={job} recordOf={recordOf} /> },
  {
    header: 'For',
    className: '[overflow-wrap:anywhere]',
    cell: ({ user_id }) => <Recipient user_id={user_id} name={people.name(user_id) || '–'} />,
  },
  { header: 'Reason', className: 'min-w-44 [overflow-wrap:anywhere]', cell: ({ reason }) => reason },
  { header: 'Failed', className: 'num whitespace-nowrap', cell: ({ failed_at }) => <Ago at={failed_at} /> },
  {
    header: 'Actions',
    align: 'right',
    cell: (job) => <RowActions job={job} actions={actions} mayResend={mayResend} />,
  },
];

const JobCell = ({ job, recordOf }: { job: FailedJob; recordOf: RecordOf }) => {
  const record = recordOf(job);
  return (
    <span className="[overflow-wrap:anywhere]">
      <span className="block font-[560]">{labelOf(job)}</span>
      {record && (
        <Link href={record.href} data-row className="scroll-my-20 text-sm touch:-my-3 touch:inline-block touch:py-3">
          {record.title}
        </Link>
      )}
    </span>
  );
};

const Recipient = ({ user_id, name }: { user_id: string | null; name: string }) => (
  <span className="inline-flex flex-wrap items-center gap-1.5">
    {name}
    <BounceBadge user={useRows('user').get(user_id)} />
  </span>
);

const RowActions = ({ job, actions, mayResend }: { job: FailedJob } & Pick<RowContext, 'actions' | 'mayResend'>) => (
  <span className="inline-flex gap-1.5 whitespace-nowrap">
    {mayResend(job) && (
      <Button size="small" icon={RotateCw} onClick={() => void actions.resend(job)}>
        Resend
      </Button>
    )}
    <Button size="small" variant="ghost" onClick={() => actions.ask(job)}>
      Dismiss
    </Button>
  </span>
);

const FailedJobCard = ({ job, people, recordOf, ...rest }: { job: FailedJob } & RowContext) => (
  <div className="grid gap-1.5">
    <span className="flex items-start justify-between gap-3">
      <JobCell job={job} recordOf={recordOf} />
      <Ago at={job.failed_at} className="num shrink-0 text-ink-3 text-sm" />
    </span>
    <span className="text-red text-sm [overflow-wrap:anywhere]">{job.reason}</span>
    {job.user_id && (
      <span className="text-ink-3 text-sm [overflow-wrap:anywhere]">
        <Recipient user_id={job.user_id} name={job.subject === 'user' ? '' : `For ${people.name(job.user_id)}`} />
      </span>
    )}
    <RowActions job={job} {...rest} />
  </div>
);
