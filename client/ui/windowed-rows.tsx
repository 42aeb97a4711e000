import {
  defaultRangeExtractor,
  measureElement,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { hasShares, SampleRows, useColumnWidths } from './column-widths.tsx';
import { pathLeft } from './place.ts';

type Props = {
  /** Tells it from other tables, and from itself with other columns. */
  name: string;
  /** The element around a row: a body of its own in a table, an item in a list. */
  as: 'tbody' | 'li';
  count: number;
  keyOf: (at: number) => string;
  draw: (at: number) => ReactNode;
  /** Height of a row that has not been measured, in pixels. */
  height: number;
  /** How many rows are drawn above and below those in view. */
  overscan?: number;
};

const OVERSCAN = 10;
/** Where the browser itself keeps what is in view in its place while rows above it change. */
const ANCHORS = CSS.supports('overflow-anchor', 'auto');

/** The heights of the rows of lists that were left, by list, so that one comes back to the same place. */
const heights = new Map<string, VirtualItem[]>();

/** Instead of all rows those in view, as the page scrolls, and the space of the others. The row in focus, or that of the
 * record one comes from, stays with its neighbors, so that the keyboard goes on from there wherever the page is scrolled to. */
const WindowedRows = (props: Props) => {
  const [isReady, setReady] = useState(props.as === 'li' || hasShares(props.name));
  return isReady ? <Window {...props} /> : <SampleRows {...props} onMeasured={() => setReady(true)} />;
};

export default WindowedRows;

const Window = ({ as, name, count, keyOf, draw, height, overscan = OVERSCAN }: Props) => {
  const top = useRef<HTMLTableSectionElement & HTMLLIElement>(null);
  const [focused, setFocused] = useState(() => keyIn(pathLeft(), count, keyOf));
  const scrollMargin = useTop(top);
  const rangeExtractor = useMemo(() => withNeighbors(indexOf(focused, count, keyOf)), [focused, count, keyOf]);
  const virtualizer = useWindowVirtualizer({
    count,
    scrollMargin,
    rangeExtractor,
    getItemKey: keyOf,
    estimateSize: () => height,
    // The observer tells each height before the frame is painted; to ask for it here would lay out the page for each row.
    measureElement: (row, entry, list) =>
      entry ? measureElement(row, entry, list) : (list.itemSizeCache.get(keyOf(list.indexFromElement(row))) ?? height),
    overscan,
    initialRect: { width: innerWidth, height: innerHeight },
    initialMeasurementsCache: heights.get(name) ?? [],
  });
  if (ANCHORS) virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  useEffect(() => () => void heights.set(name, virtualizer.takeSnapshot()), [name, virtualizer]);
  useColumnWidths(top, name);
  const Group = as;
  const items = virtualizer.getVirtualItems();
  const endBefore = (place: number) => items[place - 1]?.end ?? scrollMargin;
  return (
    <>
      <Group ref={top} aria-hidden />
      {items.flatMap(({ key, index, start }, place) => [
        <Space key={`before ${key}`} as={as} height={start - endBefore(place)} />,
        <Group
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          onFocus={() => setFocused(String(key))}
          {...(as === 'li' && { 'aria-posinset': index + 1, 'aria-setsize': count })}
        >
          <Drawn at={index} draw={draw} />
        </Group>,
      ])}
      <Space as={as} height={virtualizer.getTotalSize() + scrollMargin - endBefore(items.length)} />
    </>
  );
};

/** The distances by screen: another list on it, and one that comes back, most often begins at the same place. */
const tops = new Map<string, number>();

/** The distance of an element from the top of the page. */
const useTop = (element: RefObject<HTMLElement | null>): number => {
  const [top, setTop] = useState(() => tops.get(location.pathname) ?? 0);
  useLayoutEffect(() => {
    const measure = () => {
      // Beneath others it has no place, and asking for it would lay it out.
      if (!element.current!.checkVisibility()) return;
      const measured = Math.round(element.current!.getBoundingClientRect().top + scrollY);
      tops.set(location.pathname, measured);
      setTop(measured);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
};

type KeyOf = Props['keyOf'];

const keyIn = (path: string, count: number, keyOf: KeyOf): string | undefined => {
  const parts = new Set(path.split('/'));
  for (let at = 0; at < count; at += 1) if (parts.has(keyOf(at))) return keyOf(at);
  return undefined;
};

const indexOf = (key: string | undefined, count: number, keyOf: KeyOf): number => {
  if (key === undefined) return -1;
  for (let at = 0; at < count; at += 1) if (keyOf(at) === key) return at;
  return -1;
};

const withNeighbors =
  (at: number) =>
  (range: Range): number[] => {
    const around = at < 0 ? [] : [at - 1, at, at + 1].filter((index) => index >= 0 && index < range.count);
    return [...new Set([...around, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
  };

const Space = memo(({ as, height }: { as: Props['as']; height: number }) => {
  if (height <= 0) return null;
  if (as === 'li') return <li aria-hidden style={{ height }} />;
  return (
    <tbody aria-hidden>
      <tr>
        <td style={{ height }} />
      </tr>
    </tbody>
  );
});

/** Rows that stay in view are not drawn again while the page scrolls. */
const Drawn = memo(({ at, draw }: { at: number; draw: Props['draw'] }) => draw(at));
