import { Download, Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { canManage } from '../../sync/dues.ts';
import { invoicesPath } from '../invoices/filters.ts';
import { useSearchParams } from '../location.ts';
import { paths } from '../paths.ts';
import { useCan, useUser } from '../session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { SkeletonRows } from '../ui/list.tsx';
import { PageHeader } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useExport } from './export.ts';
import { DuesTab } from './list-dues.tsx';
import { Owed, Takings } from './list-overview.tsx';

const MyInvoices = lazy(() => import('../invoices/list.tsx'));
const PayoutNotice = lazy(() => import('../payouts/notice.tsx'));

const TABS = [
  { label: 'Dues', panel: <DuesTab /> },
  {
    label: 'My Invoices',
    panel: (
      <Suspense fallback={<SkeletonRows />}>
        <MyInvoices />
      </Suspense>
    ),
  },
];
const ADDRESSES = [paths.dues(), invoicesPath()];

/** /dues: what is to be paid and what one has to pay oneself, each in its tab. */
const Dues = () => {
  const board = canManage(useUser());
  const [, navigate] = useLocation();
  const tab = useSearchParams().get('tab') === 'invoices' ? 1 : 0;
  return (
    <>
      <Header board={board} exports={tab === 0} />
      {useCan('hoa.manage') && (
        <Suspense>
          <PayoutNotice />
        </Suspense>
      )}
      {board ? <Takings /> : <Owed />}
      <Tabs label="Dues and invoices" tabs={TABS} selected={tab} onSelect={(index) => navigate(ADDRESSES[index]!)} />
    </>
  );
};

export default Dues;

const Header = ({ board, exports }: { board: boolean; exports: boolean }) => {
  const exportCsv = useExport();
  const superadmin = useCan('hoa.manage');
  return (
    <PageHeader
      title="Dues"
      subtitle={
        board ? 'What residents are asked to pay, and when' : 'What you are asked to pay, and what you have paid'
      }
      actions={
        board && (
          <>
            {superadmin && (
              <LinkButton look="quiet" href={paths.stripeSetup()} className="max-md:-ml-4 max-md:order-last">
                Payment account
              </LinkButton>
            )}
            {exports && (
              <Button icon={Download} onClick={exportCsv} className="max-md:[&>svg]:hidden">
                Export CSV
              </Button>
            )}
            <LinkButton look="go" icon={Plus} href={paths.dueCreate()}>
              Create Due
            </LinkButton>
          </>
        )
      }
    />
  );
};
