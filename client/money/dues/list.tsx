import { CalendarPlus, Landmark, Plus, ScrollText } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import type { Due } from '../../../schema/tables/dues.ts';
import { canManage } from '../../../sync/dues/entity.ts';
import { queryList } from '../../device/live.ts';
import { useSearchParams } from '../../device/location.ts';
import { useCan, useUser } from '../../device/session.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { exportCsv, outputActions } from '../../screens/export-csv.tsx';
import { ListHeader } from '../../screens/list-header.tsx';
import { usePeople } from '../../screens/people.tsx';
import { formatDate, formatLabel } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { useIsWide } from '../../ui/media.ts';
import { lazyPart } from '../../ui/on-demand.ts';
import { Tabs } from '../../ui/tabs.tsx';
import {
  allInvoicesPath,
  allInvoicesQuery,
  exportInvoices,
  invoicesPath,
  useAllFilters,
  useFilters as useInvoiceFilters,
  useMyResults,
} from '../invoices/model.ts';
import { PaymentsPausedNotice } from '../payouts/paused-notice.tsx';
import { DuesTab } from './dues-tab.tsx';
import { nextSendDate, useFilters } from './model.ts';
import { BoardFigures, ResidentMoney } from './overview.tsx';

const AllInvoices = lazy(() => import('../invoices/all.tsx'));
const MyInvoices = lazy(() => import('../invoices/list.tsx'));
const PayoutNotice = lazy(() => import('../payouts/payout-notice.tsx'));

const TAB_PATHS = { dues: paths.dues(), all: allInvoicesPath(), invoices: invoicesPath() };
type TabName = keyof typeof TAB_PATHS;

const tabsFor = (board: boolean): readonly TabName[] => (board ? ['dues', 'all', 'invoices'] : ['dues', 'invoices']);

const Dues = () => {
  const board = canManage(useUser());
  const [, navigate] = useLocation();
  const tabs = tabsFor(board);
  const asked = useSearchParams().get('tab');
  const tab = tabs.find((name) => name === asked) ?? 'dues';
  const wide = useIsWide();
  return (
    <>
      <Header board={board} tab={tab} />
      {useCan('hoa.manage') ? (
        <Suspense>
          <PayoutNotice />
        </Suspense>
      ) : (
        board && <PaymentsPausedNotice />
      )}
      {board ? wide && <BoardFigures /> : <ResidentMoney />}
      <Tabs
        label="Dues and invoices"
        tabs={tabs.map((name) => (name === 'dues' && !board ? RESIDENT_DUES : TABS[name]))}
        selected={tabs.indexOf(tab)}
        onSelect={(index) => navigate(TAB_PATHS[tabs[index]!])}
      />
      {board && !wide && <BoardFigures />}
    </>
  );
};

export default Dues;

const Header = ({ board, tab }: { board: boolean; tab: TabName }) => {
  const superadmin = useCan('hoa.manage');
  const exports = { dues: useDuesExport(), invoices: useInvoicesExport(), all: useAllInvoicesExport() };
  return (
    <ListHeader
      title="Dues"
      subtitle={board ? 'What residents pay, and when' : 'What you owe, and what you have paid'}
      primary={board && { label: 'Create Due', icon: Plus, run: paths.dueCreate() }}
      others={[
        superadmin && { label: 'Payment account', icon: Landmark, run: paths.stripeSetup() },
        !board && { label: 'Add to Calendar', icon: CalendarPlus, run: paths.calendar() },
        (tab === 'invoices' || !board) && { label: 'Statement', icon: ScrollText, run: paths.statement() },
        ...(tab === 'dues' && !board ? [] : outputActions(exports[tab])),
      ]}
    />
  );
};

const useDuesExport = () => {
  const { filters } = useFilters();
  return async () => exportCsv('dues', CSV_HEADER, (await queryList('due', filters)).map(csvRow));
};

const useInvoicesExport = () => {
  const invoices = useMyResults(useInvoiceFilters().filters);
  const today = useHoaToday();
  return () => exportInvoices(invoices, today);
};

const useAllInvoicesExport = () => {
  const { filters } = useAllFilters();
  const today = useHoaToday();
  const people = usePeople();
  return async () => exportInvoices(await queryList('invoice', allInvoicesQuery(filters, today)), today, people);
};

const CSV_HEADER = ['Title', 'Amount', 'Frequency', 'Next Send Date', 'Status', 'Reason', 'Recipients', 'Created'];

const csvRow = (due: Due): string[] => [
  due.title,
  (due.amount_cents / 100).toFixed(2),
  formatLabel(due.frequency),
  nextSendDate(due),
  formatLabel(due.status),
  formatLabel(due.reason),
  String(due.recipients.length),
  formatDate(due.created_at),
];

const MyDetails = lazyPart(
  () => import('../account/my-details.tsx'),
  () => <SkeletonRows rows={3} />,
);

const RESIDENT_DUES = {
  label: 'Dues',
  panel: (
    <>
      <MyDetails explains />
      <DuesTab />
    </>
  ),
};

const TABS: Record<TabName, { label: string; panel: ReactNode }> = {
  dues: { label: 'Dues', panel: <DuesTab /> },
  all: {
    label: 'All Invoices',
    panel: (
      <Suspense fallback={<SkeletonRows />}>
        <AllInvoices />
      </Suspense>
    ),
  },
  invoices: {
    label: 'My Invoices',
    panel: (
      <Suspense fallback={<SkeletonRows />}>
        <MyInvoices />
      </Suspense>
    ),
  },
};
