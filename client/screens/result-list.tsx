import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useLocation } from 'wouter';
import { useSync } from '../device/store.ts';
import { Kbd } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { KEYS, useKeys } from '../ui/keys.ts';
import { EmptyState, LoadMore, SkeletonRows } from '../ui/list.tsx';
import { useIsWide } from '../ui/media.ts';
import { useKeptPlace } from '../ui/place.ts';
import { RetryAlert } from '../ui/retry-alert.tsx';
import { pressBox, SelectButton, type Selection, selectBySpace } from './selection.tsx';

type Props<Row> = {
  rows: readonly Row[];
  /** How many rows match, `rows` included. */
  found: number;
  showMore: () => void;
  cached: boolean;
  labels: { more: string; end: string; failed: string; failedMore?: string };
  /** The name of what Enter and C do, in a word. */
  enter?: string;
  verb?: string;
  /** Where the letter C leads, or what it does; null for those who may not create. */
  create?: string | (() => void) | null;
  /** Where rows can be selected: they are, and the bar of what can be done with them. */
  selection?: Selection | null;
  bar?: ReactNode;
  empty: ReactNode;
  table: (rows: readonly Row[], footer: ReactNode) => ReactNode;
};

/** The labels of a list of `things`, a plural noun. */
export const resultLabels = (things: string) => ({
  more: 'Load More',
  end: `No more ${things}`,
  failed: `Failed to load ${things}. Please try again.`,
});

/** The first results of a list, with Load More and keyboard shortcuts. Without results it shows `empty`, or that the
 * first sync is still running or failed. */
export const ResultList = <Row,>({
  rows,
  found,
  cached,
  labels,
  empty,
  table,
  create = null,
  selection = null,
  bar,
  enter = 'open',
  verb = 'create',
  showMore,
}: Props<Row>) => {
  const { phase, failed } = useSync();
  const wide = useIsWide();
  const list = useListKeys(found > rows.length, showMore, create, selection !== null);
  useKeptPlace();
  const first = phase === 'first';
  if (found === 0) {
    if (!first) return empty;
    return failed && !cached ? <RetryAlert>{labels.failed}</RetryAlert> : <SkeletonRows />;
  }
  const more = found > rows.length;
  const broken = first && failed && !more && labels.failedMore;
  const footer = (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <LoadMore more={more} loading={first && !more} onMore={showMore} label={labels.more} end={labels.end} />
      <KeyHints enter={enter} create={create && verb} />
    </div>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the links inside
    <div ref={list} onKeyDown={selectBySpace} className={FOCUSED_ROW}>
      {table(rows, broken ? <RetryAlert>{broken}</RetryAlert> : footer)}
      {selection?.isOn && bar}
      {selection && !selection.isOn && !wide && <SelectButton onClick={selection.begin} />}
    </div>
  );
};

/** The keys of a list, for the element that holds it. */
const useListKeys = (more: boolean, showMore: () => void, create: Props<unknown>['create'], selects: boolean) => {
  const list = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  useKeys({
    next: () => {
      if (moveFocus(list.current, 1) || !more) return;
      showMore();
      requestAnimationFrame(() => moveFocus(list.current, 1));
    },
    previous: () => void moveFocus(list.current, -1),
    select: selects ? pressBox : null,
    create: create ? () => (typeof create === 'string' ? navigate(create) : create()) : null,
  });
  return list;
};

/** A list without results: offers to clear the filters while they are `active`, else `children`, the first step. */
export const EmptyResults = ({
  icon,
  title,
  hint,
  active,
  clear,
  filteredTitle = title,
  filteredHint = 'Nothing matches these filters.',
  children,
}: {
  icon: LucideIcon;
  title: string;
  hint: string;
  active: boolean;
  clear: () => void;
  filteredTitle?: string;
  /** '' for none. */
  filteredHint?: string;
  children?: ReactNode;
}) =>
  active ? (
    <EmptyState icon={icon} title={filteredTitle} hint={filteredHint}>
      <Button onClick={clear}>Clear Filters</Button>
    </EmptyState>
  ) : (
    <EmptyState icon={icon} title={title} hint={hint}>
      {children}
    </EmptyState>
  );

const KeyHints = ({ enter, create }: { enter: string; create: string | null }) => (
  <span className="flex gap-3 text-sm max-md:hidden">
    <span>
      <Kbd>{KEYS.next.cap}</Kbd> <Kbd>{KEYS.previous.cap}</Kbd> move
    </span>
    <span>
      <Kbd>{KEYS.open.cap}</Kbd> {enter}
    </span>
    {create && (
      <span>
        <Kbd>{KEYS.create.cap}</Kbd> {create}
      </span>
    )}
    <span>
      <Kbd>{KEYS.help.cap}</Kbd> keys
    </span>
  </span>
);

/** Marks the row in focus. Header cells are positioned so that their hidden names do not widen the page. */
const FOCUSED_ROW =
  '[&_th]:relative [&_tr_[data-row]]:outline-none [&_tr:has([data-row]:focus-visible)]:bg-pine-soft [&_tr:has([data-row]:focus-visible)]:shadow-[inset_3px_0_var(--color-pine)]';

/** Through the `[data-row]` links or buttons of the list. False at its end. */
const moveFocus = (list: HTMLElement | null, step: number): boolean => {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.findIndex((row) => row.closest('tr, li')?.contains(document.activeElement));
  const next = at < 0 ? (rows.find(isBelowTopBar) ?? rows[0]) : rows[at + step];
  next?.focus();
  return next !== undefined;
};

const TOP_BAR_PX = 60;
const isBelowTopBar = (row: HTMLElement) => row.getBoundingClientRect().top > TOP_BAR_PX;
