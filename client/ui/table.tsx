import { clsx } from 'clsx';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { useIsWide, useMedia } from './media.ts';
import { lazyPart } from './on-demand.ts';
import { pressRow } from './press-row.ts';
import { usePrinting } from './printing.ts';

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Read by screen readers where `header` is empty. */
  name?: string;
  align?: 'left' | 'right';
  main?: boolean;
  className?: string;
  /** Below this width the value moves under the main column. */
  fold?: 'lg' | 'xl';
  /** When folded, show the header before the value. */
  labelled?: boolean;
  /** On the main column: the class that indents folded values. */
  indent?: string;
  /** Shown in place of `header`, and how the rows are sorted by it. */
  head?: ReactNode;
  sorted?: 'ascending' | 'descending' | undefined;
};

const WindowedRows = lazyPart(
  () => import('./windowed-rows.tsx'),
  (props) => <AllRows {...props} count={MOST_DRAWN} />,
);

/** Beyond this many rows, only those in view are drawn. */
const MOST_DRAWN = 100;
/** Heights of most rows and cards, in pixels. */
const ROW_HEIGHT = 46;
const FOLDED_ROW_HEIGHT = 54;
const CARD_HEIGHT = 100;

/** A table from tablet width up, cards on a phone; on paper a table with all rows, without the column of actions. `under`
 * renders below a row (an inline error); `footer` below all rows. */
export const Table = <Row,>(props: TableProps<Row>) => {
  const wide = useIsWide();
  const { footer } = props;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: each row has a link or a button, for the keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: so it has
    <div
      onClick={pressRow}
      onAuxClick={pressRow}
      className="overflow-hidden rounded-lg border border-line bg-card shadow-card max-md:-mx-4 max-md:rounded-none max-md:border-x-0 print:mx-0 print:overflow-visible print:border-0"
    >
      {wide ? <Grid {...props} /> : <Cards {...props} />}
      {footer && <div className="border-line border-t px-4 py-2 text-ink-3 print:hidden">{footer}</div>}
    </div>
  );
};

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  renderCard: (row: Row) => ReactNode;
  waiting?: (row: Row) => boolean;
  under?: (row: Row) => ReactNode;
  footer?: ReactNode;
};

const BODY_ROW = 'border-line border-t transition-colors has-[[data-row]]:cursor-pointer hover:bg-sunk/60';
const SELECTED = 'has-[[data-select]:checked]:bg-pine-soft';

const Grid = <Row,>({ caption, columns, rows, rowKey, waiting, under }: TableProps<Row>) => {
  const fold = useFold();
  const printing = usePrinting();
  const isWindowed = useIsWindowed(rows.length);
  const shown = columns.filter((column) => (printing ? !isActions(column) : !column.fold || !fold[column.fold]));
  const folded = printing ? [] : columns.filter((column) => !shown.includes(column));
  const draw = (row: Row, at: number) => (
    <>
      <tr aria-rowindex={isWindowed ? at + 2 : undefined} className={clsx(BODY_ROW, SELECTED, waiting?.(row) && TINT)}>
        {shown.map((column) => (
          <Cell key={column.header || column.name} column={column} row={row} folded={folded} />
        ))}
      </tr>
      <Under columns={shown.length}>{under?.(row)}</Under>
    </>
  );
  return (
    <div className="relative overflow-x-auto print:overflow-visible">
      <table className="w-full border-collapse" aria-rowcount={isWindowed ? rows.length + 1 : undefined}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr aria-rowindex={isWindowed ? 1 : undefined}>{shown.map(HeaderCell)}</tr>
        </thead>
        <Rows
          as="tbody"
          count={rows.length}
          keyOf={(at) => rowKey(rows[at]!)}
          name={`${caption}, ${shown.length}`}
          isWindowed={isWindowed}
          height={folded.length > 0 ? FOLDED_ROW_HEIGHT : ROW_HEIGHT}
          draw={(at) => draw(rows[at]!, at)}
        />
      </table>
    </div>
  );
};

const Cards = <Row,>({ caption, rows, rowKey, renderCard, waiting, under }: TableProps<Row>) => {
  const draw = (row: Row, at: number) => (
    <div className={clsx('border-line px-4 py-3', SELECTED, at > 0 && 'border-t', waiting?.(row) && TINT)}>
      {renderCard(row)}
      {under?.(row)}
    </div>
  );
  return (
    <ul aria-label={caption}>
      <Rows
        as="li"
        count={rows.length}
        keyOf={(at) => rowKey(rows[at]!)}
        name={`${caption}, 1`}
        isWindowed={useIsWindowed(rows.length)}
        height={CARD_HEIGHT}
        draw={(at) => draw(rows[at]!, at)}
      />
    </ul>
  );
};

const TINT = 'bg-linear-to-r from-amber-soft to-70% to-transparent';

const useIsWindowed = (count: number): boolean => {
  const printing = usePrinting();
  return count > MOST_DRAWN && !printing;
};

type RowsProps = ComponentProps<typeof WindowedRows> & { isWindowed: boolean };

const Rows = ({ isWindowed, ...props }: RowsProps) =>
  isWindowed ? <WindowedRows key={props.name} {...props} /> : <AllRows {...props} />;

const AllRows = ({ as, count, keyOf, draw }: ComponentProps<typeof WindowedRows>) => {
  const rows = Array.from({ length: count }, (_, at) => [keyOf(at), draw(at)] as const);
  if (as === 'li') return rows.map(([key, card]) => <li key={key}>{card}</li>);
  return (
    <tbody>
      {rows.map(([key, row]) => (
        <Fragment key={key}>{row}</Fragment>
      ))}
    </tbody>
  );
};

const isActions = <Row,>({ header, align }: Column<Row>) =>
  align === 'right' && (header === '' || header === 'Actions');

const useFold = () => {
  const [lg, xl] = [useMedia('(min-width: 64rem)'), useMedia('(min-width: 80rem)')];
  return { lg: !lg, xl: !xl };
};

const HeaderCell = <Row,>({ header, name, align, head, sorted }: Column<Row>) => (
  <th
    key={header || name}
    scope="col"
    aria-sort={sorted}
    className={clsx(
      'px-3.5 lg:whitespace-nowrap py-2 font-[550] text-ink-3 text-xs first:pl-4 last:pr-4',
      align === 'right' ? 'text-right' : 'text-left',
    )}
  >
    {head ?? (header || <span className="sr-only">{name ?? 'Actions'}</span>)}
  </th>
);

type CellProps<Row> = { column: Column<Row>; row: Row; folded: readonly Column<Row>[] };

const Cell = <Row,>({ column, row, folded }: CellProps<Row>) => {
  const className = clsx(
    'h-11.5 px-3.5 py-1.5 text-ink-2 first:pl-4 last:pr-4 print:h-auto print:min-w-0',
    column.main && !column.className?.includes('min-w') && 'md:min-w-36',
    column.align === 'right' ? 'num text-right' : 'text-left',
    column.className,
  );
  return column.main ? (
    <th scope="row" className={clsx(className, 'font-normal')}>
      {column.cell(row)}
      {folded.length > 0 && <Folded columns={folded} row={row} indent={column.indent} />}
    </th>
  ) : (
    <td className={className}>{column.cell(row)}</td>
  );
};

type FoldedProps<Row> = { columns: readonly Column<Row>[]; row: Row; indent: string | undefined };

const Folded = <Row,>({ columns, row, indent }: FoldedProps<Row>) => (
  <span className={clsx('flex flex-wrap gap-x-3 text-ink-3 text-sm', indent)}>
    {columns.map(({ header, labelled, cell }) => {
      const value = cell(row);
      return (
        value && (
          <span key={header} className="[overflow-wrap:anywhere]">
            <span className={clsx(!labelled && 'sr-only')}>{header}: </span>
            {value}
          </span>
        )
      );
    })}
  </span>
);

const Under = ({ columns, children }: { columns: number; children: ReactNode }) =>
  children ? (
    <tr>
      <td colSpan={columns} className="px-4 pb-2.5">
        {children}
      </td>
    </tr>
  ) : null;
