import { clsx } from 'clsx';
import { CornerDownLeft } from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { type Marks, segmentsOf } from './query-words.ts';
import type { PaletteGroup, PaletteRow } from './rows.ts';

type Handlers = {
  idOf: (row: PaletteRow) => string;
  onHover: (row: PaletteRow) => void;
  onChoose: (row: PaletteRow, newTab: boolean) => void;
};

type Props = Handlers & {
  id: string;
  groups: readonly PaletteGroup[];
  /** More may be found in a moment. */
  isBehind: boolean;
  active: PaletteRow | undefined;
  marks: Marks;
};

export const OptionList = ({ id, groups, isBehind, active, marks, ...handlers }: Props) => (
  <div
    id={id}
    role="listbox"
    aria-busy={isBehind}
    aria-label="Results"
    className={clsx('min-h-0 overflow-y-auto overscroll-contain', groups.length > 0 && 'flex-1 px-2 pb-2')}
  >
    {groups.map(({ label, rows }) => (
      // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
      <div key={label} role="group" aria-label={label}>
        <p aria-hidden className="px-2 pt-3 pb-1 font-semibold text-ink-3 text-xs">
          {label}
        </p>
        {rows.map((row) => (
          <Option key={row.id} row={row} isActive={row === active} marks={marks} {...handlers} />
        ))}
      </div>
    ))}
  </div>
);

type OptionProps = Handlers & { row: PaletteRow; isActive: boolean; marks: Marks };

const Option = ({ row, isActive, marks, idOf, onHover, onChoose }: OptionProps) => {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const choose = (event: MouseEvent) => onChoose(row, event.ctrlKey || event.metaKey || event.button === 1);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the focus and the keys
    <div
      ref={option}
      id={idOf(row)}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerMove={() => !isActive && onHover(row)}
      onClick={choose}
      onAuxClick={choose}
      className="flex min-h-11 cursor-pointer scroll-my-2 items-center gap-3 rounded-md px-2 py-1.5 aria-selected:bg-sunk"
    >
      <row.icon aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.8} />
      <Text row={row} marks={marks} />
      {isActive && <CornerDownLeft aria-hidden className="size-3.5 shrink-0 text-ink-3 max-md:hidden" />}
    </div>
  );
};

const Text = ({ row, marks }: { row: PaletteRow; marks: Marks }) => {
  if (row.kind === 'more') return <span className="font-[560] text-pine-text">{row.label}</span>;
  if (row.kind === 'action')
    return (
      <span className="min-w-0 flex-1 truncate font-[560]">
        <Marked text={row.action.label} marks={marks} />
      </span>
    );
  const { title, about, detail, excerpt } = row.hit;
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-[560]">
          <Marked text={title} marks={marks} />
        </span>
        {about !== '' && (
          <span className="block truncate text-ink-3 text-sm">
            <Marked text={about} marks={marks} />
          </span>
        )}
        {excerpt !== '' && (
          <span className="line-clamp-2 text-ink-2 text-sm [overflow-wrap:anywhere]">
            <Marked text={excerpt} marks={marks} />
          </span>
        )}
      </span>
      {detail !== '' && <span className="num shrink-0 text-ink-3 text-sm">{detail}</span>}
    </>
  );
};

const Marked = ({ text, marks }: { text: string; marks: Marks }) =>
  segmentsOf(text, marks).map((segment, at) =>
    segment.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no names
      <mark key={at} className="rounded-[3px] bg-amber-soft text-inherit">
        {segment.text}
      </mark>
    ) : (
      segment.text
    ),
  );
