import { useMemo } from 'react';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { PlanNote, useHasFeature } from '../../screens/plan-note.tsx';
import type { Chart } from '../../ui/bars.tsx';
import { StatCards } from '../../ui/card.tsx';
import { formatCount, formatDate, formatLabel, formatMonth, formatMonthLong } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { beforeOf, Comparison, TrendCard } from './comparison.tsx';
import { type DeliveryRow, deliveryRows, type Sent, sentWithin, shareOf } from './delivery-figures.ts';
import { NONE } from './durations.ts';
import { type Calendar, type ReportPeriod, sinceFirst } from './report-period.ts';
import { type ReportColumn, ReportTable } from './report-table.tsx';
import { useAreWhole } from './use-whole.ts';

const NOTHING = 'No announcements were sent in this period. You’ll see how many people they reached here.';

type Props = { period: ReportPeriod; calendar: Calendar };

const AnnouncementsTab = (props: Props) => {
  const announcements = useRows('announcement').all;
  const hasAnalytics = useHasFeature('advanced_analytics');
  const isComplete = useAreWhole(['announcement']);
  const { calendar } = props;
  const sent = useMemo(
    () => sentWithin(announcements, (at) => calendar.partOf(at) === 'span'),
    [announcements, calendar],
  );
  if (!isComplete) return <SkeletonRows rows={5} />;
  return (
    <>
      <ReportTable
        title="Announcements by Category"
        file="reports-announcements"
        first="Category"
        columns={COLUMNS}
        rows={deliveryRows(sent, ({ category }) => formatLabel(category))}
        empty={NOTHING}
        hint="Counts one email for each recipient of the announcements sent in this period. If an email failed, the person can still read the announcement here."
      />
      {sent.some(({ failed_count }) => failed_count > 0) && <Failed sent={sent} />}
      <PlanNote feature="advanced_analytics">
        <p>Compare each period with the one before, by month.</p>
      </PlanNote>
      {hasAnalytics && <DeliveryAnalytics announcements={announcements} {...props} />}
    </>
  );
};

export default AnnouncementsTab;

const count = (header: string, countOf: (row: DeliveryRow) => number): ReportColumn<DeliveryRow> => ({
  header,
  text: (row) => formatCount(countOf(row)),
  csv: (row) => String(countOf(row)),
});

const REACH: ReportColumn<DeliveryRow>[] = [
  count('Recipients', ({ recipients }) => recipients),
  count('Delivered', ({ delivered }) => delivered),
  count('Failed', ({ failed }) => failed),
  { header: 'Share delivered', text: (row) => shareOf(row) ?? NONE },
];
const COLUMNS = [count('Sent', ({ sent }) => sent), ...REACH];

const Failed = ({ sent }: { sent: readonly Sent[] }) => {
  const rows = sent
    .filter(({ failed_count }) => failed_count > 0)
    .flatMap((one) =>
      deliveryRows([one], ({ id }) => id).map((row) => ({
        ...row,
        name: one.title,
        href: paths.announcement(one.id),
        sent_at: one.sent_at ?? '',
      })),
    );
  return (
    <ReportTable
      title="Announcements with Failed Deliveries"
      file="reports-failed-deliveries"
      first="Announcement"
      columns={[{ header: 'Sent on', text: ({ sent_at }) => formatDate(sent_at) }, ...REACH]}
      rows={rows}
      empty={NOTHING}
    />
  );
};

const DeliveryAnalytics = ({ announcements, period, calendar }: Props & { announcements: readonly Sent[] }) => (
  <>
    <Comparison before={period.before}>
      <StatCards stats={useStats(announcements, calendar)} />
    </Comparison>
    <Months announcements={announcements} calendar={calendar} />
  </>
);

const useStats = (announcements: readonly Sent[], calendar: Calendar) =>
  useMemo(() => {
    const of = (part: string) =>
      deliveryRows(
        sentWithin(announcements, (at) => calendar.partOf(at) === part),
        () => 'All',
      )[0];
    const [now, before] = [of('span'), of('before')];
    const stat = (label: string, text: (row: DeliveryRow) => string, none: string) => ({
      label,
      value: now ? text(now) : none,
      hint: beforeOf(before ? text(before) : none),
    });
    return [
      stat('Sent', ({ sent }) => formatCount(sent), '0'),
      stat('Recipients', ({ recipients }) => formatCount(recipients), '0'),
      stat('Failed', ({ failed }) => formatCount(failed), '0'),
      stat('Share delivered', (row) => shareOf(row) ?? NONE, NONE),
    ];
  }, [announcements, calendar]);

const SERIES = [
  { key: 'delivered', name: 'Delivered', colour: 'var(--color-pine)' },
  { key: 'failed', name: 'Failed', colour: 'var(--color-red)' },
];

const Months = ({ announcements, calendar }: { announcements: readonly Sent[]; calendar: Calendar }) => {
  const rows = useMemo(() => {
    const sent = sentWithin(announcements, (at) => calendar.monthOf(at) !== null);
    return deliveryRows(sent, ({ sent_at }) => calendar.monthOf(sent_at ?? '') ?? '')
      .map((row) => (row.isTotal ? row : { ...row, name: formatMonthLong(row.key) }))
      .filter(({ isTotal }) => !isTotal)
      .sort((a, b) => (a.key < b.key ? 1 : -1));
  }, [announcements, calendar]);
  const chart = useMemo((): Chart => {
    const byMonth = new Map(rows.map((row) => [row.key, row]));
    return {
      columns: sinceFirst(calendar.months, (month) => byMonth.has(month)).map((month) => ({
        label: formatMonth(month),
        name: formatMonthLong(month),
        values: { delivered: byMonth.get(month)?.delivered ?? 0, failed: byMonth.get(month)?.failed ?? 0 },
      })),
      series: SERIES,
      format: formatCount,
      tick: formatCount,
    };
  }, [rows, calendar]);
  return (
    <>
      <TrendCard
        title="Deliveries Over Time"
        summary="Deliveries each month, starting with the previous period."
        first="Month"
        chart={chart}
      />
      <ReportTable
        title="Announcements by Month"
        file="reports-announcements-by-month"
        first="Month"
        columns={COLUMNS}
        rows={rows}
        empty={NOTHING}
      />
    </>
  );
};
