import { DialogBackdrop, DialogPanel, Dialog as HeadlessDialog } from '@headlessui/react';
import { Search, X } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, use, useId, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { Entity } from '../../schema/rows.ts';
import { useUser } from '../device/session.ts';
import { IconButton } from '../ui/button.tsx';
import { formatPlural } from '../ui/format.ts';
import { KeptFocus } from '../ui/kept-focus.tsx';
import { useSearchIndex } from './live-index.ts';
import { OptionList } from './options.tsx';
import type { Marks } from './query-words.ts';
import { noteRecent, recentRecords } from './recent.ts';
import { firstGroups, type PaletteGroup, type PaletteRow, searchGroups } from './rows.ts';
import { actionsFor, searchParts } from './sources.ts';

/** Searches everything on this device, and does what the user may do, by keyboard or by hand. */
const Palette = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <HeadlessDialog
    open={open}
    onClose={onClose}
    aria-label="Search"
    data-closing={open ? undefined : true}
    className="fixed inset-0 z-40"
  >
    <KeptFocus />
    <DialogBackdrop transition className="fixed inset-0 bg-veil transition duration-100 data-closed:opacity-0" />
    <div className="fixed inset-0 flex items-stretch justify-center md:items-start md:p-6 md:pt-[10vh]">
      <DialogPanel
        transition
        className="flex w-full flex-col bg-card transition duration-100 ease-out data-closed:opacity-0 max-md:h-dvh max-md:pb-[env(safe-area-inset-bottom)] md:max-h-[72vh] md:max-w-2xl md:rounded-lg md:shadow-float md:data-closed:scale-98"
      >
        <Content onClose={onClose} />
      </DialogPanel>
    </div>
  </HeadlessDialog>
);

export default Palette;
export { prepareIndex } from './live-index.ts';

const Content = ({ onClose }: { onClose: () => void }) => {
  const { query, type, rows, active, setActive, choose, onKeyDown, groups, count, marks, isBehind } =
    useChoosing(onClose);
  const listId = useId();
  const idOf = (row: PaletteRow) => `${listId}-${row.id}`;
  return (
    <>
      <div className="flex items-center gap-2.5 border-line border-b pr-2 pl-4">
        <Search aria-hidden className="size-4.5 shrink-0 text-ink-3" />
        <QueryField
          aria-expanded={rows.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && idOf(active)}
          value={query}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton icon={X} label="Close" onClick={onClose} />
      </div>
      <OptionList
        id={listId}
        idOf={idOf}
        groups={groups}
        isBehind={isBehind}
        active={active}
        marks={marks}
        onHover={(row) => setActive(rows.indexOf(row))}
        onChoose={choose}
      />
      {query.trim() !== '' && rows.length === 0 && <NothingFound query={query} isBehind={isBehind} />}
      <p role="status" className="sr-only">
        {query.trim() === '' ? '' : count === 0 ? 'No results' : formatPlural(count, 'result')}
      </p>
      <Keys />
    </>
  );
};

type QueryProps = ComponentProps<'input'> & { 'aria-expanded': boolean };

const QueryField = ({ 'aria-expanded': isExpanded, ...field }: QueryProps) => (
  <input
    // biome-ignore lint/a11y/noAutofocus: the dialog is opened to type here
    autoFocus
    type="text"
    role="combobox"
    aria-label="Search everything"
    aria-expanded={isExpanded}
    aria-autocomplete="list"
    placeholder="Search people, requests, documents…"
    autoComplete="off"
    autoCorrect="off"
    spellCheck={false}
    enterKeyHint="go"
    className="h-13 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-ink-3"
    {...field}
  />
);

/** The query, its results, and the row that the arrows have reached. */
const useChoosing = (onClose: () => void) => {
  const [query, setQuery] = useState('');
  const [expanded, setExpanded] = useState<Entity | null>(null);
  const [reached, setActive] = useState(0);
  const shown = usePalette(query, expanded);
  const rows = useMemo(() => shown.groups.flatMap((group) => group.rows), [shown.groups]);
  const open = useOpen(onClose);
  const at = Math.min(reached, rows.length - 1);
  const active = rows[at];
  const type = (text: string) => {
    setQuery(text);
    setExpanded(null);
    setActive(0);
  };
  const choose = (row: PaletteRow, newTab: boolean) =>
    row.kind === 'more' ? setExpanded(row.entity) : open(row, newTab);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = MOVES[event.key]?.(at, rows.length - 1);
    if (event.nativeEvent.isComposing) return;
    if (to !== undefined) setActive(to);
    else if (event.key === 'Enter' && active) choose(active, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };
  return { ...shown, query, type, rows, active, setActive, choose, onKeyDown };
};

const MOVES: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

type Shown = { groups: PaletteGroup[]; count: number; marks: Marks; isBehind: boolean };
const NO_MARKS: Marks = { beginnings: [], words: new Set() };

const usePalette = (query: string, expanded: Entity | null): Shown => {
  const { id, role } = useUser();
  const parts = use(searchParts());
  const live = useSearchIndex();
  const actions = useMemo(() => actionsFor(role, parts), [role, parts]);
  const recent = useMemo(() => recentRecords(id), [id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index is the same object when its content has changed
  return useMemo(() => {
    if (!live) return { groups: [], count: 0, marks: NO_MARKS, isBehind: true };
    const { index } = live;
    const { isBehind } = index;
    if (query.trim() === '')
      return { groups: firstGroups(index, actions, recent), count: 0, marks: NO_MARKS, isBehind };
    const { groups, results } = searchGroups(index, actions, query, expanded);
    const found = groups.find(({ rows }) => rows[0]?.kind === 'action')?.rows.length ?? 0;
    return { groups, count: results.count + found, marks: results.marks, isBehind };
  }, [live?.index, live?.version, actions, recent, query, expanded]);
};

const useOpen = (onClose: () => void) => {
  const { id } = useUser();
  const [, navigate] = useLocation();
  return (row: Exclude<PaletteRow, { kind: 'more' }>, newTab: boolean) => {
    if (row.kind === 'record') noteRecent(id, row.hit.href);
    const href = row.kind === 'record' ? row.hit.href : row.action.href;
    if (newTab) {
      window.open(href, '_blank', 'noopener');
      return;
    }
    onClose();
    navigate(href);
  };
};

const NothingFound = ({ query, isBehind }: { query: string; isBehind: boolean }) => (
  <div className="grid justify-items-center gap-1 px-6 py-12 text-center">
    <p className="font-[560] [overflow-wrap:anywhere]">Nothing found for “{query.trim()}”</p>
    <p className="text-ink-3 text-sm">
      {isBehind ? 'Still loading from this device…' : 'Try fewer words, or the beginning of one.'}
    </p>
  </div>
);

const Keys = () => (
  <p
    aria-hidden
    className="mt-auto flex flex-wrap gap-x-4 border-line border-t px-4 py-2 text-ink-3 text-xs max-md:hidden"
  >
    {KEYS.map(([key, does]) => (
      <span key={key}>
        <kbd className="rounded-sm bg-sunk px-1.5 py-px font-sans font-semibold text-ink-2">{key}</kbd> {does}
      </span>
    ))}
  </p>
);
const KEYS = [
  ['↑ ↓', 'move'],
  ['Enter', 'open'],
  ['Ctrl Enter', 'open in a new tab'],
  ['Esc', 'close'],
];
