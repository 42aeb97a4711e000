import { lazy, Suspense, useMemo, useState } from 'react';
import {
  type CollectionAccount,
  type CollectionFigure,
  type CollectionMonth,
  collectionParts,
  collectionsByMonth,
} from '../../../sync/ledger/collections.ts';
import { collectionCells } from '../../../sync/ledger/report-csv.ts';
import { useRows, useStored } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { exportCsv, outputActions } from '../../screens/export-csv.tsx';
import { ListHeader } from '../../screens/list-header.tsx';
import { usePeople } from '../../screens/people.tsx';
import type { Chart } from '../../ui/bars.tsx';
import { Card } from '../../ui/card.tsx';
import { formatDate, formatLabel, formatMoney, formatMonth, formatMonthLong, formatPrice } from '../../ui/format.ts';
import { useLast } from '../../ui/frozen.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { Breadcrumb } from '../../ui/page.tsx';
import { titleOfAccount } from '../accounts.ts';
import { FigureDialog } from '../owed/figure-dialog.tsx';
import { useFolds } from '../use-folds.ts';
import { CollectionsTable, FIGURE_LABELS } from './collections-table.tsx';
import { LastSync } from './last-sync.tsx';

// Visual only: without it the table still shows the numbers.
const Bars = lazy(() => import('../../ui/bars.tsx').catch(() => ({ default: () => <p /> })));

const MONTHS = 24;

/** /accounts/collections: what was charged and what came in, by month. */
const Collections = () => {
  const { books, months, as_of } = useCollections();
  const [opened, setOpened] = useState<OpenedFigure | null>(null);
  const { isComplete } = useStored('entry');
  const newest = useMemo(() => sinceFirst(months).toReversed(), [months]);
  return (
    <>
      <Breadcrumb entries={[{ label: 'Accounts', href: paths.accounts() }, { label: 'Collections' }]} />
      <ListHeader
        title="Collections"
        subtitle="What was charged and collected, by month"
        others={outputActions(() => exportCollections(months))}
      />
      <LastSync />
      {isComplete ? (
        <>
          <CollectionsChart months={months} />
          <CollectionsTable months={newest} onOpen={(month, figure) => setOpened({ month, figure })} />
          <p className="text-ink-3 text-sm">
            Covered is the part of that month’s charges paid so far. Reversals appear in the month they’re made.
          </p>
        </>
      ) : (
        <SkeletonRows rows={8} />
      )}
      <CollectionsFigure opened={opened} books={books} as_of={as_of} onClose={() => setOpened(null)} />
    </>
  );
};

export default Collections;

const useCollections = () => {
  const as_of = useHoaToday();
  const accounts = useRows('account').all;
  const entries = useRows('entry');
  const payments = useRows('payment');
  const folds = useFolds(as_of);
  return useMemo(() => {
    const books = accounts.map(({ id }) => ({ entries: entries.by('account_id', id), fold: folds(id).fold }));
    const methodOf = (id: string) => payments.get(id)?.method;
    return { as_of, books, months: collectionsByMonth(books, methodOf, { as_of, months: MONTHS }) };
  }, [accounts, entries, payments, folds, as_of]);
};

/** Without the months before anything was posted. */
const sinceFirst = (months: readonly CollectionMonth[]): readonly CollectionMonth[] => {
  const isUsed = ({ month: _, by_method: __, ...cents }: CollectionMonth) =>
    Object.values(cents).some((one) => one !== 0);
  const first = months.findIndex(isUsed);
  return months.slice(first === -1 ? -1 : first);
};

const CollectionsChart = ({ months }: { months: readonly CollectionMonth[] }) => {
  const chart = useMemo(
    (): Chart => ({
      columns: months.map((month) => ({
        label: formatMonth(month.month),
        name: formatMonthLong(month.month),
        values: { covered: month.covered_cents, open: month.due_cents - month.covered_cents },
      })),
      series: SERIES,
      format: formatMoney,
      tick: formatPrice,
    }),
    [months],
  );
  return (
    <Card title="Charges Due and Covered to Date" className="print:hidden">
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
  { key: 'covered', name: 'Covered', colour: 'var(--color-good-solid)' },
  { key: 'open', name: 'Open', colour: 'var(--color-edge)' },
];

const exportCollections = (months: readonly CollectionMonth[]) => {
  const [header = [], ...lines] = collectionCells(months);
  return exportCsv('collections', header, lines);
};

type OpenedFigure = { month: string; figure: CollectionFigure };

type Props = {
  opened: OpenedFigure | null;
  books: readonly CollectionAccount[];
  as_of: string;
  onClose: () => void;
};

const CollectionsFigure = ({ opened, books, as_of, onClose }: Props) => {
  const subject = useLast(opened);
  const payments = useRows('payment');
  const accounts = useRows('account');
  const people = usePeople();
  const figure = useMemo(() => {
    const parts = subject ? collectionParts(books, { ...subject, as_of }) : [];
    const [month, name] = subject ? [formatMonthLong(subject.month), subject.figure] : ['', 'charged' as const];
    return {
      label: `${WORDS[name] ?? `${formatLabel(FIGURE_LABELS[name])} in`} ${month}`,
      of: `All accounts, as of ${formatDate(as_of)}`,
      cents: parts.reduce((sum, { cents }) => sum + cents, 0),
      parts,
    };
  }, [subject, books, as_of]);
  const known = useMemo(() => {
    const found = figure.parts.flatMap(({ entry }) => payments.get(entry.payment_id) ?? []);
    return { payments: new Map(found.map((payment) => [payment.id, payment])) };
  }, [figure, payments]);
  const nameOf = (id: string) => {
    const account = accounts.get(id);
    return account ? titleOfAccount(people, account) : '';
  };
  return <FigureDialog figure={figure} open={opened !== null} books={known} nameOf={nameOf} onClose={onClose} />;
};

const WORDS: Partial<Record<CollectionFigure, string>> = {
  due: 'Came due in',
  covered: 'Covered of what came due in',
};
