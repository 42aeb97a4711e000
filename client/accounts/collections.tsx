import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { COLLECTION_METHODS, type CollectionMonth, collectionsByMonth } from '../../sync/ledger/collections.ts';
import { collectionCells, METHOD_LABELS, rateInWords } from '../../sync/ledger/report-csv.ts';
import type { Chart } from '../dashboard/bars.tsx';
import { paths } from '../paths.ts';
import { exportCsv, outputActions } from '../screens/export-csv.tsx';
import { ListHeader } from '../screens/list-header.tsx';
import { useRows, useStored } from '../store.ts';
import { useHoaToday } from '../today.ts';
import { Card } from '../ui/card.tsx';
import { formatMoney, formatPrice } from '../ui/format.ts';
import { SkeletonRows } from '../ui/list.tsx';
import { Breadcrumb } from '../ui/page.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { useFolds } from './folds.ts';
import { LastSync } from './last-sync.tsx';

// Visual only: without it the table still shows the numbers.
const Bars = lazy(() => import('../dashboard/bars.tsx').catch(() => ({ default: () => <p /> })));

const MONTHS = 24;

/** /accounts/collections: what was charged and what came in, by month. */
const Collections = () => {
  const months = useCollections();
  const { isComplete } = useStored('entry');
  const newest = useMemo(() => months.toReversed(), [months]);
  return (
    <>
      <Breadcrumb entries={[{ label: 'Accounts', href: paths.accounts() }, { label: 'Collections' }]} />
      <ListHeader
        title="Collections"
        subtitle="What was charged and what came in, by month"
        others={outputActions(() => exportCollections(months))}
      />
      <LastSync />
      {isComplete ? (
        <>
          <CollectionsChart months={months} />
          <Table
            caption="Collections by month"
            columns={COLUMNS}
            rows={newest}
            rowKey={({ month }) => month}
            renderCard={(month) => <MonthCard month={month} />}
          />
          <p className="text-ink-3 text-sm">
            Covered is the share of what fell due in the month that is covered today. A reversal counts in its own month
            against what it undoes.
          </p>
        </>
      ) : (
        <SkeletonRows rows={8} />
      )}
    </>
  );
};

export default Collections;

const useCollections = (): readonly CollectionMonth[] => {
  const as_of = useHoaToday();
  const accounts = useRows('account').all;
  const entries = useRows('entry');
  const payments = useRows('payment');
  const folds = useFolds(as_of);
  return useMemo(() => {
    const books = accounts.map(({ id }) => ({ entries: entries.by('account_id', id), fold: folds(id).fold }));
    return collectionsByMonth(books, (id) => payments.get(id)?.method, { as_of, months: MONTHS });
  }, [accounts, entries, payments, folds, as_of]);
};

const CollectionsChart = ({ months }: { months: readonly CollectionMonth[] }) => {
  const chart = useMemo(
    (): Chart => ({
      columns: months.map((month) => ({
        label: monthName(month.month, 'short'),
        name: monthName(month.month, 'long'),
        values: { covered: month.covered_cents, open: month.due_cents - month.covered_cents },
      })),
      series: SERIES,
      format: formatMoney,
      tick: formatPrice,
    }),
    [months],
  );
  return (
    <Card title="What Fell Due, and Is Covered Today" className="print:hidden">
      <div aria-hidden className="h-52">
        <Suspense fallback={<div className="h-full animate-breathe rounded-md bg-sunk" />}>
          <Bars chart={chart} />
        </Suspense>
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-3.5 gap-y-1 text-ink-2 text-sm">
        {SERIES.map(({ key, name, colour }) => (
          <li key={key} className="flex items-center gap-1.5">
            <i aria-hidden className="size-2.5 rounded-[3px]" style={{ background: colour }} />
            {name}
          </li>
        ))}
      </ul>
    </Card>
  );
};

const SERIES = [
  { key: 'covered', name: 'Covered', colour: 'var(--color-pine)' },
  { key: 'open', name: 'Open', colour: 'var(--color-edge)' },
];

const monthName = (month: string, length: 'short' | 'long') =>
  new Intl.DateTimeFormat('en-US', {
    month: length,
    year: length === 'long' ? 'numeric' : '2-digit',
  }).format(new Date(`${month}-01T00:00`));

const money = (cents: number): ReactNode => cents !== 0 && formatMoney(cents);

const methodsOf = ({ by_method }: CollectionMonth): string =>
  COLLECTION_METHODS.filter((method) => by_method[method] !== 0)
    .map((method) => `${METHOD_LABELS[method]} ${formatMoney(by_method[method])}`)
    .join(' · ');

const COLUMNS: Column<CollectionMonth>[] = [
  {
    header: 'Month',
    main: true,
    className: 'min-w-28 py-2',
    cell: (month) => <span className="font-[560] text-ink">{monthName(month.month, 'long')}</span>,
  },
  { header: 'Charged', align: 'right', cell: (month) => money(month.charged_cents) },
  {
    header: 'Collected',
    align: 'right',
    cell: (month) => (
      <>
        {money(month.collected_cents)}
        <span className="block text-ink-3 text-xs">{methodsOf(month)}</span>
      </>
    ),
  },
  { header: 'Returned', align: 'right', fold: 'lg', labelled: true, cell: (month) => money(month.returned_cents) },
  { header: 'Waived', align: 'right', fold: 'lg', labelled: true, cell: (month) => money(month.waived_cents) },
  {
    header: 'Written Off',
    align: 'right',
    fold: 'lg',
    labelled: true,
    cell: (month) => money(month.written_off_cents),
  },
  { header: 'Due', align: 'right', cell: (month) => money(month.due_cents) },
  { header: 'Covered', align: 'right', cell: rateInWords },
];

const MonthCard = ({ month }: { month: CollectionMonth }) => (
  <div className="num grid gap-1">
    <span className="flex items-baseline justify-between gap-3">
      <span className="font-[590]">{monthName(month.month, 'long')}</span>
      <span className="font-[590]">{formatMoney(month.collected_cents)}</span>
    </span>
    <span className="text-ink-2 text-sm">
      {formatMoney(month.charged_cents)} charged
      {month.due_cents > 0 && `, ${rateInWords(month)} of ${formatMoney(month.due_cents)} due covered`}
    </span>
    {month.collected_cents !== 0 && <span className="text-ink-3 text-sm">{methodsOf(month)}</span>}
  </div>
);

const exportCollections = (months: readonly CollectionMonth[]) => {
  const [header, ...lines] = collectionCells(months);
  return exportCsv('collections', header!, lines);
};
