import { ListChecks } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { Column } from '../ui/table.tsx';
import { NONE, type Picked, toggled } from './picked.ts';

/** The selected rows of a list. */
export type Selection = {
  /** In the order of the list; those alone that still match its filters. */
  ids: readonly string[];
  has(id: string): boolean;
  /** All rows since the last one, with `isRange`. */
  toggle(id: string, isRange: boolean): void;
  /** How many of the shown rows are selected. */
  shown: 'all' | 'some' | 'none';
  toggleShown(): void;
  selectAll(): void;
  /** True while rows are selected, and on phones from `begin` to `clear`. */
  isOn: boolean;
  begin(): void;
  clear(): void;
};

type Options = {
  /** A selection is of these filters, and gone with them. */
  filters: { sort?: string };
  shown: readonly { id: string }[];
  /** The ids of all rows that match the filters, in order. */
  matching: () => readonly string[];
};

export const useSelection = ({ filters: { sort: _, ...filters }, shown, matching }: Options): Selection => {
  const of = JSON.stringify(filters);
  const [state, setState] = useState({ of, picked: NONE, isOn: false });
  const { picked, isOn } = state.of === of ? state : { picked: NONE, isOn: false };
  const ids = picked.ids.size === 0 ? [] : matching().filter((id) => picked.ids.has(id));
  const chosen = new Set(ids);
  const set = (next: Picked, on = next.ids.size > 0) => setState({ of, picked: next, isOn: on });
  const all = (of: readonly string[]) => set({ ids: new Set([...chosen, ...of]), anchor: null });
  const count = shown.filter(({ id }) => chosen.has(id)).length;
  return {
    ids,
    has: (id) => chosen.has(id),
    toggle: (id, isRange) => set(toggled({ ...picked, ids: chosen }, id, isRange ? matching() : []), true),
    shown: count === 0 ? 'none' : count === shown.length ? 'all' : 'some',
    toggleShown: () => (count === shown.length ? set(NONE) : all(shown.map(({ id }) => id))),
    selectAll: () => all(matching()),
    isOn: ids.length > 0 || isOn,
    begin: () => set(NONE, true),
    clear: () => set(NONE),
  };
};

type Named<Row> = { selection: Selection | null; idOf: (row: Row) => string; nameOf: (row: Row) => string };

/** The columns with a box before the main one, and in its head one for all shown rows. */
export const withSelection = <Row,>(
  columns: readonly Column<Row>[],
  { selection, idOf, nameOf }: Named<Row>,
): readonly Column<Row>[] => {
  if (!selection) return columns;
  const { shown, toggleShown } = selection;
  return columns.map((column) =>
    column.main
      ? {
          ...column,
          indent: 'pl-7 touch:pl-9',
          head: (
            <Boxed box={<SelectBox label="Select all shown" checked={shown} onToggle={toggleShown} />}>
              {column.head ?? column.header}
            </Boxed>
          ),
          cell: (row) => (
            <Boxed box={<RowBox selection={selection} id={idOf(row)} name={nameOf(row)} />}>{column.cell(row)}</Boxed>
          ),
        }
      : column,
  );
};

const Boxed = ({ box, children }: { box: ReactNode; children: ReactNode }) => (
  <span className="flex items-start gap-3">
    <span className="mt-0.5 flex touch:-mx-3 touch:-my-3 touch:size-11 touch:shrink-0 touch:items-center touch:justify-center print:hidden">
      {box}
    </span>
    <span className="min-w-0 flex-1">{children}</span>
  </span>
);

type RowProps = { selection: Selection; id: string; name: string };

const boxId = (id: string) => `select-${id}`;

const RowBox = ({ selection, id, name }: RowProps) => (
  <SelectBox
    id={boxId(id)}
    label={`Select ${name}`}
    checked={selection.has(id) ? 'all' : 'none'}
    onToggle={(isRange) => selection.toggle(id, isRange)}
  />
);

type BoxProps = { id?: string; label: string; checked: Selection['shown']; onToggle: (isRange: boolean) => void };

const SelectBox = ({ id, label, checked, onToggle }: BoxProps) => (
  <input
    id={id}
    type="checkbox"
    data-select
    aria-label={label}
    checked={checked === 'all'}
    ref={(box) => {
      if (box) box.indeterminate = checked === 'some';
    }}
    onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
  />
);

/** A card, which while rows are selected is pressed to select it. */
export const SelectableCard = ({ selection, id, name, children }: Omit<RowProps, 'selection'> & CardProps) =>
  selection?.isOn ? (
    <label htmlFor={boxId(id)} className="-mx-4 -my-3 flex cursor-pointer select-none items-start">
      <span className="flex py-3 pl-4">
        <RowBox selection={selection} id={id} name={name} />
      </span>
      <div inert className="min-w-0 flex-1 px-4 py-3">
        {children}
      </div>
    </label>
  ) : (
    children
  );

type CardProps = { selection: Selection | null; children: ReactNode };

/** Phones begin a selection by this, beside the round button of the list's first action. */
export const SelectButton = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    onClick={onClick}
    title="Select"
    className="fixed right-21 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-10 grid size-11 place-items-center rounded-full bg-card text-ink-2 shadow-float print:hidden"
  >
    <ListChecks aria-hidden className="size-5" />
    <span className="sr-only">Select</span>
  </button>
);

/** Selects the row in focus, or takes it back. */
export const pressBox = (): void =>
  document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('[data-select]')?.click();

/** Space does so, too, where it would scroll the page. */
export const selectBySpace = (event: KeyboardEvent): void => {
  const { key, target, currentTarget } = event;
  if (key !== ' ' || !(target instanceof Element) || !target.matches('a[data-row]')) return;
  if (!currentTarget.querySelector('[data-select]')) return;
  event.preventDefault();
  pressBox();
};
