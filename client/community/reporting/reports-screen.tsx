import { Printer } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { ListHeader } from '../../screens/list-header.tsx';
import { PlanNote, useHasFeature } from '../../screens/plan-note.tsx';
import { lazyPart } from '../../ui/on-demand.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { TABS, useReportFilters } from './report-filters.ts';
import { calendarOf, periodOf } from './report-period.ts';

const RequestsTab = lazyPart(() => import('./requests-tab.tsx'));
const ViolationsTab = lazyPart(() => import('./violations-tab.tsx'));
const CollectionsTab = lazyPart(() => import('./collections-tab.tsx'));
const AnnouncementsTab = lazyPart(() => import('./announcements-tab.tsx'));

/** /reports: what the board has done in a period. Only the tab that is open is computed. */
const Reports = () => (
  <>
    <ListHeader
      title="Reports"
      subtitle="Response times, violations, collections and deliveries"
      others={[{ label: 'Print', icon: Printer, run: () => print() }]}
    />
    <MoneyReports />
    <PlanNote feature="advanced_reporting">
      <p>The money reports above are part of every plan.</p>
    </PlanNote>
    {useHasFeature('advanced_reporting') && <Report />}
  </>
);

export default Reports;

const MONEY = [
  { label: 'Aging', href: paths.ageing() },
  { label: 'Collections', href: paths.collections() },
  { label: 'Delinquency', href: paths.delinquency() },
  { label: 'Statements', href: paths.statements() },
];

const MoneyReports = () => (
  <nav aria-label="Money reports" className="flex flex-wrap items-center gap-x-4 text-sm print:hidden">
    <span className="text-ink-3 max-md:w-full">Money reports:</span>
    {MONEY.map(({ label, href }) => (
      <Link
        key={href}
        href={href}
        className="text-pine-text underline-offset-4 hover:underline touch:min-h-11 touch:content-center"
      >
        {label}
      </Link>
    ))}
  </nav>
);

const Report = () => {
  const { filters, set } = useReportFilters();
  const { period: name, from, to, tab } = filters;
  const today = useHoaToday();
  const time_zone = useRows('hoa').all[0]?.time_zone ?? 'America/Chicago';
  const period = useMemo(() => periodOf({ period: name, from, to }, today), [name, from, to, today]);
  const calendar = useMemo(() => calendarOf(period, time_zone), [period, time_zone]);
  const props = { period, calendar };
  return (
    <>
      <PeriodPicker span={period.span} />
      <Tabs
        label="Reports"
        selected={TABS.indexOf(tab)}
        onSelect={(at) => set({ tab: TABS[at] ?? TABS[0] }, true)}
        tabs={[
          { label: 'Requests', panel: <RequestsTab {...props} /> },
          { label: 'Violations', panel: <ViolationsTab {...props} /> },
          { label: 'Collections', panel: <CollectionsTab period={period} /> },
          { label: 'Announcements', panel: <AnnouncementsTab {...props} /> },
        ]}
      />
    </>
  );
};
