import { Fragment, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

/** The columns' shares of the table's width, by table. */
const shares = new Map<string, readonly number[]>();

export const hasShares = (name: string): boolean => shares.has(name);

const SAMPLE = 100;

type Props = { name: string; count: number; height: number; draw: (at: number) => ReactNode; onMeasured: () => void };

/** Rows from all of the table, drawn before anything is painted, to lay its columns out for all of them. */
export const SampleRows = ({ name, count, height, draw, onMeasured }: Props) => {
  const body = useRef<HTMLTableSectionElement>(null);
  useLayoutEffect(() => {
    shares.set(name, sharesOf(cellsAround(body.current!)));
    onMeasured();
  }, [name, onMeasured]);
  const step = Math.ceil(count / SAMPLE);
  const sample = Array.from({ length: Math.ceil(count / step) }, (_, place) => place * step);
  return (
    <tbody ref={body}>
      {sample.map((at) => (
        <Fragment key={at}>{draw(at)}</Fragment>
      ))}
      <tr style={{ height: (count - sample.length) * height }} />
    </tbody>
  );
};

/** Keeps the columns of the table around `inside` as wide as its sample made them, whichever rows are drawn. A value that is
 * too wide widens its column for good. */
export const useColumnWidths = (inside: RefObject<HTMLElement | null>, name: string): void => {
  useLayoutEffect(() => {
    const known = shares.get(name);
    if (!known) return;
    const cells = cellsAround(inside.current!);
    const apply = (widths: readonly number[]) => {
      for (const [at, cell] of cells.entries()) cell.style.width = `${widths[at]! * 100}%`;
    };
    apply(known);
    const observer = new ResizeObserver(() => {
      const now = sharesOf(cells);
      shares.set(name, now);
      apply(now);
    });
    for (const cell of cells) observer.observe(cell);
    return () => {
      observer.disconnect();
      for (const cell of cells) cell.style.width = '';
    };
  }, [inside, name]);
};

const cellsAround = (element: HTMLElement) => [...element.closest('table')!.tHead!.rows[0]!.cells];

const sharesOf = (cells: readonly HTMLElement[]): number[] => {
  const widths = cells.map((cell) => cell.getBoundingClientRect().width);
  const all = widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width) => width / all);
};
