import type { LucideIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useSync } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Kbd } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState, LoadMore, SkeletonRows } from '../ui/list.tsx';

/** What one letter does beside J and K, which move through the rows: "C create". */
type Shortcut = { letter: string; verb: string; run: () => void };

type Props<Row> = {
  rows: readonly Row[];
  /** How many rows match, `rows` included. */
  found: number;
  showMore: () => void;
  cached: boolean;
  labels: { more: string; end: string; failed: string; failedMore?: string };
  enter?: string;
  /** Where the letter C leads; null for those who may not create. */
  createHref?: string | null;
  /** Another shortcut in its place. */
  shortcut?: Shortcut | null;
  empty: ReactNode;
  table: (rows: readonly Row[], footer: ReactNode) => ReactNode;
};

/** The first results of a list, with Load More and keyboard shortcuts. Without results it shows `empty`, or that the
 * first sync is still running or failed. */
export const ResultList = <Row,>({ rows, found, cached, labels, empty, table, ...props }: Props<Row>) => {
  const { phase, failed } = useSync();
  const list = useRef<HTMLDivElement>(null);
  const shortcut = useShortcut(props);
  useListKeys(list, shortcut);
  const first = phase === 'first';
  if (found === 0) {
    if (!first) return empty;
    return failed && !cached ? <LoadFailed>{labels.failed}</LoadFailed> : <SkeletonRows />;
  }
  const more = found > rows.length;
  const broken = first && failed && !more && labels.failedMore;
  const footer = (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <LoadMore more={more} loading={first && !more} onMore={props.showMore} label={labels.more} end={labels.end} />
      <KeyHints enter={props.enter ?? 'open'} shortcut={shortcut} />
    </div>
  );
  return (
    <div ref={list} className={FOCUSED_ROW}>
      {table(rows, broken ? <LoadFailed>{broken}</LoadFailed> : footer)}
    </div>
  );
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

const LoadFailed = ({ children }: { children: string }) => (
  <Alert
    tone="error"
    actions={
      <Button size="small" onClick={() => location.reload()}>
        Try Again
      </Button>
    }
  >
    {children}
  </Alert>
);

const KeyHints = ({ enter, shortcut }: { enter: string; shortcut: Shortcut | null }) => (
  <span className="flex gap-3 text-sm max-md:hidden">
    <span>
      <Kbd>J</Kbd> <Kbd>K</Kbd> move
    </span>
    <span>
      <Kbd>Enter</Kbd> {enter}
    </span>
    {shortcut && (
      <span>
        <Kbd>{shortcut.letter}</Kbd> {shortcut.verb}
      </span>
    )}
  </span>
);

const useShortcut = ({ createHref, shortcut }: Pick<Props<never>, 'createHref' | 'shortcut'>): Shortcut | null => {
  const [, navigate] = useLocation();
  if (shortcut) return shortcut;
  return createHref ? { letter: 'C', verb: 'create', run: () => navigate(createHref) } : null;
};

/** Marks the row in focus. Header cells are positioned so that their hidden names do not widen the page. */
const FOCUSED_ROW =
  '[&_th]:relative [&_tr_[data-row]]:outline-none [&_tr:has([data-row]:focus-visible)]:bg-pine-soft [&_tr:has([data-row]:focus-visible)]:shadow-[inset_3px_0_var(--color-pine)]';

/** J and K move through the `[data-row]` links or buttons of the list, where Enter presses the one in focus. */
const useListKeys = (list: RefObject<HTMLElement | null>, shortcut: Shortcut | null): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || takesLetters(event.target)) return;
      const key = event.key.toUpperCase();
      if (key === 'J' || key === 'K') moveFocus(list.current, key === 'J' ? 1 : -1);
      else if (key === shortcut?.letter) shortcut.run();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [list, shortcut]);
};

/** Whether a letter is text there, or chooses among options. */
const takesLetters = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="listbox"], [role="menu"]');

const moveFocus = (list: HTMLElement | null, step: number) => {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.findIndex((row) => row.closest('tr, li')?.contains(document.activeElement));
  rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus();
};
