import { CircleCheck, RotateCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { FailedJob } from '../../schema/failed-jobs.ts';
import { list } from '../../sync/failed-jobs.ts';
import { paths } from '../paths.ts';
import { ResultList } from '../screens/result-list.tsx';
import { useRows } from '../store.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';
import { useFailedJobActs, useMayResend } from './acts.ts';
import { ListTable } from './list-table.tsx';

const PAGE = 25;
const LABELS = { more: 'Load more', end: 'Nothing more', failed: 'Failed to load what needs attention' };

/** /needs-attention: work for external services that failed for good, to be resent or dismissed. */
const NeedsAttentionScreen = () => {
  const { all } = useRows('failedJob');
  const found = useMemo(() => list(all), [all]);
  const [shown, setShown] = useState(PAGE);
  const acts = useFailedJobActs();
  return (
    <>
      <Breadcrumb entries={[{ label: 'Dashboard', href: paths.dashboard() }, { label: 'Needs Attention' }]} />
      <PageHeader
        title="Needs Attention"
        subtitle="Emails and tasks that failed, and why"
        actions={<ResendAll jobs={found} onResend={(job) => void acts.resend(job)} />}
      />
      <ResultList
        results={found}
        shown={shown}
        showMore={() => setShown(shown + PAGE)}
        cached={found.length > 0}
        labels={LABELS}
        empty={<Empty />}
        table={(rows, footer) => <ListTable rows={rows} acts={acts} footer={footer} />}
      />
    </>
  );
};

export default NeedsAttentionScreen;

/** Once the cause is mended, all that failed of it goes out by one press. */
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
    hint="Every email went out and every task was done. What fails will stand here."
  >
    <LinkButton href={paths.dashboard()}>Back to Dashboard</LinkButton>
  </EmptyState>
);
