import { COLLECTION_METHODS, type CollectionFigure, type CollectionMonth } from '../../../sync/ledger/collections.ts';
import { METHOD_LABELS, rateInWords } from '../../../sync/ledger/report-csv.ts';
import { formatMoney, formatMonthLong } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';

type OpenFigure = (month: string, figure: CollectionFigure) => void;

export const CollectionsTable = ({ months, onOpen }: { months: readonly CollectionMonth[]; onOpen: OpenFigure }) => (
  <Table
    caption="Collections by month"
    columns={columnsOf(onOpen)}
    rows={months}
    rowKey={({ month }) => month}
    renderCard={(month) => <MonthCard month={month} onOpen={onOpen} />}
  />
);

export const FIGURE_LABELS: Record<CollectionFigure, string> = {
  charged: 'Charged',
  collected: 'Collected',
  returned: 'Returned',
  refunded: 'Refunded',
  waived: 'Waived',
  written_off: 'Written off',
  credited: 'Credited',
  moved: 'Moved',
  due: 'Due',
  covered: 'Covered',
};

type CellProps = {
  month: CollectionMonth;
  figure: CollectionFigure;
  onOpen: OpenFigure;
  /** Shown instead of the money. */
  shown?: string;
};

const FigureCell = ({ month, figure, onOpen, shown = formatMoney(month[`${figure}_cents`]) }: CellProps) => (
  <button
    type="button"
    aria-haspopup="dialog"
    aria-label={`${shown}, ${FIGURE_LABELS[figure]}, ${formatMonthLong(month.month)}`}
    onClick={() => onOpen(month.month, figure)}
    className="min-h-6 underline-offset-4 hover:underline touch:min-h-11"
  >
    {shown}
  </button>
);

const methodsOf = ({ by_method }: CollectionMonth): string =>
  COLLECTION_METHODS.filter((method) => by_method[method] !== 0)
    .map((method) => `${METHOD_LABELS[method]} ${formatMoney(by_method[method])}`)
    .join(' · ');

const columnsOf = (onOpen: OpenFigure): Column<CollectionMonth>[] => {
  const cellOf = (figure: CollectionFigure) => (month: CollectionMonth) =>
    month[`${figure}_cents`] !== 0 && <FigureCell month={month} figure={figure} onOpen={onOpen} />;
  const column = (figure: CollectionFigure) =>
    ({ header: FIGURE_LABELS[figure], align: 'right', cell: cellOf(figure) }) as const;
  const folded = (figure: CollectionFigure) => ({ ...column(figure), fold: 'lg', labelled: true }) as const;
  return [
    {
      header: 'Month',
      main: true,
      className: 'min-w-36 py-2',
      cell: ({ month }) => <span className="whitespace-nowrap font-[560] text-ink">{formatMonthLong(month)}</span>,
    },
    column('charged'),
    {
      ...column('collected'),
      cell: (month) => (
        <>
          {cellOf('collected')(month)}
          <span className="block text-ink-3 text-xs">{methodsOf(month)}</span>
        </>
      ),
    },
    folded('returned'),
    folded('waived'),
    folded('written_off'),
    column('due'),
    {
      ...column('covered'),
      cell: (month) =>
        month.due_cents > 0 && <FigureCell month={month} figure="covered" onOpen={onOpen} shown={rateInWords(month)} />,
    },
  ];
};

const MonthCard = ({ month, onOpen }: { month: CollectionMonth; onOpen: OpenFigure }) => (
  <div className="num grid gap-1">
    <span className="font-[590]">{formatMonthLong(month.month)}</span>
    <dl className="flex flex-wrap gap-x-5">
      {CARD_FIGURES.filter((figure) => month[`${figure}_cents`] !== 0).map((figure) => (
        <div key={figure} className="flex items-center gap-2 text-sm">
          <dt className="text-ink-3">{FIGURE_LABELS[figure]}</dt>
          <dd>
            <FigureCell
              month={month}
              figure={figure}
              onOpen={onOpen}
              {...(figure === 'covered' && { shown: rateInWords(month) })}
            />
          </dd>
        </div>
      ))}
    </dl>
    {month.collected_cents !== 0 && <span className="text-ink-3 text-sm">{methodsOf(month)}</span>}
  </div>
);
const CARD_FIGURES = ['charged', 'collected', 'returned', 'waived', 'written_off', 'due', 'covered'] as const;
