import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { AGEING_FIGURES, type AgeingFigure } from '../../../sync/ledger/ageing.ts';
import { AGEING_LABELS } from '../../../sync/ledger/report-csv.ts';
import type { AgeingMark, AgeingSort } from '../../../sync/ledger/report-lists.ts';
import { paths } from '../../paths.ts';
import { RowTitle } from '../../screens/row.tsx';
import { Badge } from '../../ui/badge.tsx';
import { formatMoney } from '../../ui/format.ts';
import { SortButton } from '../../ui/sort-button.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import type { AgeingFilters, AgeingRow } from './ageing-rows.ts';

export const isLate = (figure: AgeingFigure): boolean => LATE.includes(figure);
const LATE: readonly AgeingFigure[] = ['days_1_30', 'days_31_60', 'days_61_90', 'over_90'];

/** The figure that a press opens; without a row it is the figure of all rows. */
type OpenFigure = (figure: AgeingFigure, row?: AgeingRow) => void;

type Props = {
  rows: readonly AgeingRow[];
  sorting: Pick<AgeingFilters, 'sort' | 'reverse'>;
  onSort: (sort: AgeingSort) => void;
  onOpen: OpenFigure;
  footer: ReactNode;
};

export const AgeingTable = ({ rows, sorting, onSort, onOpen, footer }: Props) => (
  <Table
    caption="Aging"
    columns={columnsOf(sorting, onSort, onOpen)}
    rows={rows}
    rowKey={({ id }) => id}
    renderCard={(row) => <AgeingCard row={row} onOpen={onOpen} />}
    footer={footer}
  />
);

const columnsOf = (
  { sort, reverse }: Props['sorting'],
  onSort: Props['onSort'],
  onOpen: OpenFigure,
): Column<AgeingRow>[] => {
  const headOf = (by: AgeingSort, header: string, isText = false) => {
    const isUp = isText !== reverse;
    return {
      header,
      head: <SortButton label={header} up={sort === by ? isUp : null} right={!isText} onPress={() => onSort(by)} />,
      sorted: sort !== by ? undefined : isUp ? ('ascending' as const) : ('descending' as const),
    };
  };
  return [
    {
      ...headOf('home', 'Home', true),
      main: true,
      className: 'min-w-36 py-2',
      cell: (row) => <Named row={row} />,
    },
    ...AGEING_FIGURES.map(
      (figure): Column<AgeingRow> => ({
        ...headOf(figure, AGEING_LABELS[figure]),
        align: 'right',
        ...((figure === 'current' || figure === 'credit') && { fold: 'lg', labelled: true }),
        cell: (row) => row[figure] !== 0 && <FigureCell row={row} figure={figure} onOpen={onOpen} />,
      }),
    ),
  ];
};

const Named = ({ row }: { row: AgeingRow }) => (
  <>
    <RowTitle href={paths.account(row.id)}>{row.name}</RowTitle>
    <Marks row={row} />
    {row.home && <span className="block text-ink-3 text-sm [overflow-wrap:anywhere]">{row.holders}</span>}
  </>
);

const SHOWN_MARKS: readonly { mark: AgeingMark; label: string; tone: 'blue' | 'warn' | 'neutral' }[] = [
  { mark: 'plan', label: 'On a plan', tone: 'blue' },
  { mark: 'dispute', label: 'Disputed', tone: 'warn' },
  { mark: 'closed', label: 'Closed', tone: 'neutral' },
];

const Marks = ({ row }: { row: AgeingRow }) =>
  SHOWN_MARKS.filter(({ mark }) => row[mark]).map(({ mark, label, tone }) => (
    <span key={mark} className="mr-1">
      <Badge tone={tone}>{label}</Badge>
    </span>
  ));

type FigureCellProps = { row: AgeingRow; figure: AgeingFigure; onOpen: OpenFigure };

const FigureCell = ({ row, figure, onOpen }: FigureCellProps) => {
  const cents = row[figure];
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`${formatMoney(cents)}, ${AGEING_LABELS[figure]}, ${row.name}`}
      onClick={() => onOpen(figure, row)}
      className={clsx('touch:min-h-11', figure === 'balance' && 'font-[590] text-ink')}
    >
      <span
        className={clsx(
          'hover:underline',
          isLate(figure) && '-mx-1.5 rounded-sm bg-red-soft px-1.5 py-0.5 font-[560] text-red print:bg-transparent',
        )}
      >
        {formatMoney(cents)}
      </span>
    </button>
  );
};

const AgeingCard = ({ row, onOpen }: { row: AgeingRow; onOpen: OpenFigure }) => (
  <div className="grid gap-1">
    <div className="flex items-baseline justify-between gap-3">
      <Link href={paths.account(row.id)} data-row className="-my-2 py-2 font-[590] text-ink [overflow-wrap:anywhere]">
        {row.name}
      </Link>
      <span className="num shrink-0 font-[590]">{formatMoney(row.balance)}</span>
    </div>
    <p className="text-ink-2 text-sm [overflow-wrap:anywhere]">
      {row.home && row.holders} <Marks row={row} />
    </p>
    <dl className="num flex flex-wrap gap-x-5">
      {AGEING_FIGURES.filter((figure) => figure !== 'balance' && row[figure] !== 0).map((figure) => (
        <div key={figure} className="flex items-center gap-3 text-sm">
          <dt className="text-ink-3">{AGEING_LABELS[figure]}</dt>
          <dd>
            <FigureCell row={row} figure={figure} onOpen={onOpen} />
          </dd>
        </div>
      ))}
    </dl>
  </div>
);
