import { useCallback, useMemo } from 'react';
import { addDays, addMonths } from '../../../schema/dates.ts';
import { rateInWords } from '../../../sync/ledger/report-csv.ts';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { useFolds } from '../../money/use-folds.ts';
import { PlanNote, useHasFeature } from '../../screens/plan-note.tsx';
import type { Chart } from '../../ui/bars.tsx';
import { type Stat, StatCards } from '../../ui/card.tsx';
import { formatMoney, formatMonth, formatMonthLong, formatPrice } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { type CollectionRow, collectionMonths, collectionRows, type HomeMonths } from './collection-figures.ts';
import { beforeOf, Comparison, TrendCard } from './comparison.tsx';
import { NONE } from './durations.ts';
import { PlaceSelect, usePlaces } from './places.tsx';
import { monthsIn, type ReportPeriod, sinceFirst } from './report-period.ts';
import { type ReportColumn, ReportTable } from './report-table.tsx';
import { useSliced } from './use-sliced.ts';
import { useAreWhole } from './use-whole.ts';

const NOTHING = 'Nothing was billed or collected in these months. You’ll see both here, month by month.';

const CollectionsTab = ({ period }: { period: ReportPeriod }) => {
  const homes = useHomes();
  const hasAnalytics = useHasFeature('advanced_analytics');
  const rows = useMemo(() => {
    const months = monthsIn(period.span);
    const found = collectionRows(homes ?? [], months, (month) => month).map(named);
    return found.sort((a, b) => Number(a.isTotal ?? false) - Number(b.isTotal ?? false) || (a.key < b.key ? 1 : -1));
  }, [homes, period]);
  if (!homes) return <SkeletonRows rows={5} />;
  return (
    <>
      <ReportTable
        title="Collections by Month"
        file="reports-collections"
        first="Month"
        columns={COLUMNS}
        rows={rows}
        empty={NOTHING}
        hint="Figures cover whole months. Collected counts each payment in the month it was made. Outstanding is what came due in the month and is still unpaid today."
      />
      <PlanNote feature="advanced_analytics">
        <p>Compare each period with the one before, by month, street and home.</p>
      </PlanNote>
      {hasAnalytics && <CollectionAnalytics homes={homes} period={period} />}
    </>
  );
};

export default CollectionsTab;

const READ = ['account', 'entry', 'plan', 'policy'] as const;

const useHomes = (): readonly HomeMonths[] | undefined => {
  const as_of = useHoaToday();
  const [accounts, entries] = [useRows('account').all, useRows('entry')];
  const folds = useFolds(as_of);
  const isComplete = useAreWhole(READ);
  const begin = useCallback(() => {
    const booksOf = ({ id }: { id: string }) => ({ entries: entries.by('account_id', id), fold: folds(id).fold });
    return collectionMonths(accounts, booksOf, as_of);
  }, [accounts, entries, folds, as_of]);
  return useSliced(isComplete ? begin : null);
};

const named = (row: CollectionRow): CollectionRow => (row.isTotal ? row : { ...row, name: formatMonthLong(row.key) });

const money = (header: string, centsOf: (row: CollectionRow) => number): ReportColumn<CollectionRow> => ({
  header,
  text: (row) => formatMoney(centsOf(row)),
  csv: (row) => (centsOf(row) / 100).toFixed(2),
});

const outstandingOf = ({ due_cents, covered_cents }: CollectionRow) => due_cents - covered_cents;

const COLUMNS: ReportColumn<CollectionRow>[] = [
  money('Billed', ({ billed_cents }) => billed_cents),
  money('Collected', ({ collected_cents }) => collected_cents),
  money('Came due', ({ due_cents }) => due_cents),
  money('Outstanding', outstandingOf),
  { header: 'Share collected', text: (row) => rateInWords(row) || NONE },
];

type Props = { homes: readonly HomeMonths[]; period: ReportPeriod };

const CollectionAnalytics = ({ homes, period }: Props) => (
  <>
    <Before homes={homes} period={period} />
    <Trend homes={homes} period={period} />
    <Places homes={homes} period={period} />
  </>
);

/** These are whole months: those before the period, or for a year the same ones of the year before. */
const Before = ({ homes, period: { span, before } }: Props) => {
  const months = monthsIn(before).filter((month) => month < span.from.slice(0, 7));
  const [first, last] = [months[0], months.at(-1)];
  const stats = useStats(homes, monthsIn(span), months);
  if (!first || !last) return null;
  return (
    <Comparison before={{ from: `${first}-01`, to: addDays(addMonths(`${last}-01`, 1), -1) }}>
      <StatCards stats={stats} />
    </Comparison>
  );
};

const useStats = (homes: readonly HomeMonths[], months: readonly string[], before: readonly string[]): Stat[] => {
  const all = (counted: readonly string[]) => collectionRows(homes, counted, () => 'All')[0];
  const [now, then] = [all(months), all(before)];
  const stat = (label: string, text: (row: CollectionRow) => string) => ({
    label,
    value: now ? text(now) : NONE,
    hint: beforeOf(then ? text(then) : NONE),
  });
  return [
    stat('Billed', (row) => formatMoney(row.billed_cents)),
    stat('Collected', (row) => formatMoney(row.collected_cents)),
    stat('Outstanding', (row) => formatMoney(outstandingOf(row))),
    stat('Share collected', (row) => rateInWords(row) || NONE),
  ];
};

const SERIES = [
  { key: 'collected', name: 'Collected', colour: 'var(--color-pine)' },
  { key: 'outstanding', name: 'Outstanding', colour: 'var(--color-edge)' },
];

const Trend = ({ homes, period }: Props) => {
  const chart = useMemo((): Chart => {
    const all = monthsIn({ from: period.before.from, to: period.span.to });
    const rows = new Map(collectionRows(homes, all, (month) => month).map((row) => [row.key, row]));
    const months = sinceFirst(all, (month) => rows.has(month));
    const valuesOf = (row: CollectionRow | undefined) => ({
      collected: row?.covered_cents ?? 0,
      outstanding: row ? outstandingOf(row) : 0,
    });
    return {
      columns: months.map((month) => ({
        label: formatMonth(month),
        name: formatMonthLong(month),
        values: valuesOf(rows.get(month)),
      })),
      series: SERIES,
      format: formatMoney,
      tick: formatPrice,
    };
  }, [homes, period]);
  return (
    <TrendCard
      title="Collections Over Time"
      summary="What came due each month and how much of it has been collected, starting with the previous period."
      first="Month due"
      chart={chart}
    />
  );
};

const Places = ({ homes, period }: Props) => {
  const { by, nameOf } = usePlaces();
  const rows = useMemo(() => {
    const found = collectionRows(homes, monthsIn(period.span), (_, address_id) => nameOf(address_id));
    return found.sort(
      (a, b) => Number(a.isTotal ?? false) - Number(b.isTotal ?? false) || outstandingOf(b) - outstandingOf(a),
    );
  }, [homes, period, nameOf]);
  return (
    <ReportTable
      title={by === 'street' ? 'Collections by Street' : 'Collections by Home'}
      file={`reports-collections-by-${by}`}
      first={by === 'street' ? 'Street' : 'Home'}
      columns={COLUMNS}
      rows={rows}
      empty={NOTHING}
      control={<PlaceSelect />}
    />
  );
};
