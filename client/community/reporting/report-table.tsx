import { clsx } from 'clsx';
import { Download } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import { exportCsv } from '../../screens/export-csv.tsx';
import { Button } from '../../ui/button.tsx';
import { usePrinting } from '../../ui/printing.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { NONE } from './durations.ts';

export type ReportRow = { key: string; name: string; isTotal?: boolean; href?: string };

export type ReportColumn<Row> = {
  header: string;
  text: (row: Row) => string;
  /** The cell and its head in a file, where they differ. */
  csv?: (row: Row) => string;
  csvHeader?: string;
  /** The list that shows just what the figure counts. */
  href?: (row: Row) => string;
  fold?: 'lg' | 'xl';
};

type Props<Row> = {
  title: string;
  /** How its files are named: "reports-requests". */
  file: string;
  /** The head of the column of names. */
  first: string;
  columns: readonly ReportColumn<Row>[];
  rows: readonly Row[];
  empty: string;
  hint?: string;
  control?: ReactNode;
};

/** A table of figures with its file; cards on a phone. */
export const ReportTable = <Row extends ReportRow>(props: Props<Row>) => {
  const { title, rows, empty, hint, control } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={id} className="mr-auto font-semibold text-lg tracking-[-0.01em]">
          {title}
        </h2>
        {control}
        {rows.length > 0 && (
          <Button size="small" icon={Download} onClick={() => void exportTable(props)}>
            Export CSV
          </Button>
        )}
      </div>
      {rows.length > 0 ? (
        <Rows {...props} />
      ) : (
        <p className="rounded-lg border border-line border-dashed px-4 py-5 text-ink-2">{empty}</p>
      )}
      {hint && <p className="max-w-3xl text-ink-3 text-sm">{hint}</p>}
    </section>
  );
};

const SHOWN = 25;

/** The first of many rows are shown, with their sum; on paper all are. */
const Rows = <Row extends ReportRow>({ title, first, columns, rows }: Props<Row>) => {
  const [isWhole, setWhole] = useState(false);
  const printing = usePrinting();
  const isShort = !isWhole && !printing && rows.length > SHOWN;
  return (
    <Table
      caption={title}
      columns={[{ header: first, main: true, cell: nameOf }, ...columns.map(columnOf)]}
      rows={isShort ? rows.filter(({ isTotal }, at) => at < SHOWN || isTotal) : rows}
      rowKey={({ key }) => key}
      renderCard={(row) => <RowCard row={row} columns={columns} />}
      footer={
        isShort && (
          <Button size="small" variant="ghost" className="-ml-2.5" onClick={() => setWhole(true)}>
            Show All
          </Button>
        )
      }
    />
  );
};

const exportTable = <Row extends ReportRow>({ file, first, columns, rows }: Props<Row>) =>
  exportCsv(
    file,
    [first, ...columns.map(({ header, csvHeader = header }) => csvHeader)],
    rows.map((row) => [row.name, ...columns.map(({ text, csv = text }) => csv(row).replace(NONE, ''))]),
  );

const nameOf = ({ name, isTotal, href }: ReportRow) =>
  href ? (
    <Link href={href} className={LINK}>
      {name}
    </Link>
  ) : (
    <span className={clsx('[overflow-wrap:anywhere]', isTotal ? 'font-semibold text-ink' : 'font-[560] text-ink')}>
      {name}
    </span>
  );

const columnOf = <Row extends ReportRow>(column: ReportColumn<Row>): Column<Row> => ({
  header: column.header,
  align: 'right',
  className: 'whitespace-nowrap',
  cell: (row) => <Figure row={row} column={column} />,
  ...(column.fold && { fold: column.fold, labelled: true }),
});

const Figure = <Row extends ReportRow>({ row, column }: { row: Row; column: ReportColumn<Row> }) => {
  const text = column.text(row);
  const className = row.isTotal ? 'font-semibold text-ink' : undefined;
  if (!column.href || text === '0') return <span className={className}>{text}</span>;
  return (
    <Link
      href={column.href(row)}
      aria-label={`${text}, ${column.header}, ${row.name}`}
      className={clsx(LINK, className)}
    >
      {text}
    </Link>
  );
};

const LINK =
  'inline-flex min-h-6 items-center text-pine-text underline-offset-4 hover:underline touch:-my-2.5 touch:min-h-11 print:inline';

const RowCard = <Row extends ReportRow>({ row, columns }: { row: Row; columns: readonly ReportColumn<Row>[] }) => (
  <div className="num grid gap-1">
    {nameOf(row)}
    <dl className="grid gap-y-0.5">
      {columns
        .filter(({ text }) => text(row) !== NONE)
        .map((column) => (
          <div key={column.header} className="flex items-baseline justify-between gap-x-3 text-sm">
            <dt className="text-ink-3">{column.header}</dt>
            <dd className="font-[560]">
              <Figure row={row} column={column} />
            </dd>
          </div>
        ))}
    </dl>
  </div>
);
