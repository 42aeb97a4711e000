import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, GripVertical, Link2, ListChecks, Lock, LockOpen, Pencil, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { AgendaItem } from '../../../schema/tables/meetings.ts';
import { useWaiting, WaitingMark } from '../../screens/waiting.tsx';
import { Tag } from '../../ui/badge.tsx';
import { Menu } from '../../ui/menu.tsx';
import { recordPath } from '../record-path.ts';

type Props = {
  item: AgendaItem;
  /** Its place, from 0, of so many. */
  at: number;
  of: number;
  onMove: (to: number) => void;
  onDrop: (id: string, to: number) => void;
  onEdit: () => void;
  onExecutive: (executive: boolean) => void;
  onConsent: (consent: boolean) => void;
  onWithdraw: () => void;
  children?: ReactNode;
};

const DRAGGED = 'application/x-agenda-item';

/** An item of the agenda with a handle that moves it: by drag, or by the arrow keys. */
export const AgendaRow = ({ children, onDrop, ...props }: Props) => {
  const { item, at } = props;
  const [isOver, setOver] = useState(false);
  return (
    <li
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        onDrop(event.dataTransfer.getData(DRAGGED), at);
      }}
      className={clsx('flex items-start gap-1 border-line border-t py-1.5 pr-2 pl-1.5', isOver && 'bg-pine-soft')}
    >
      <Handle {...props} />
      <span className="num w-6 shrink-0 pt-1.25 text-right text-ink-3 max-md:pt-2.5">{at + 1}.</span>
      <div className="grid min-w-0 flex-1 gap-0.5 py-1.25 pl-1 max-md:py-2.5">
        <Title item={item} onEdit={props.onEdit} />
        <Details item={item} />
        {children}
      </div>
      <Menu label={`Options for ${item.title}`} entries={entriesOf(props)} />
    </li>
  );
};

type RowProps = Omit<Props, 'children' | 'onDrop'>;

const Handle = ({ item, at, of, onMove }: RowProps) => {
  const press = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    onMove(at + step);
  };
  return (
    <button
      type="button"
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, item.id);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onKeyDown={press}
      title="Drag, or press the arrow keys"
      className="grid size-8 shrink-0 cursor-grab place-items-center rounded-md text-ink-3 hover:bg-sunk touch:size-11 max-md:hidden print:hidden"
    >
      <GripVertical aria-hidden className="size-4" />
      <span className="sr-only">
        Move {item.title}: {at + 1} of {of}. Press the arrow keys.
      </span>
    </button>
  );
};

const Title = ({ item, onEdit }: Pick<Props, 'item' | 'onEdit'>) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <button
      type="button"
      onClick={onEdit}
      className="text-left font-[560] [overflow-wrap:anywhere] hover:underline touch:-my-2.5 touch:py-2.5"
    >
      {item.title}
    </button>
    {item.executive && <Tag>Executive</Tag>}
    {item.consent && <Tag>Consent</Tag>}
    <WaitingMark item={useWaiting().get(item.id)} />
  </span>
);

const Details = ({ item: { minutes, presenter, record } }: Pick<Props, 'item'>) => {
  const words = [minutes ? `${minutes} min` : '', presenter ?? ''].filter(Boolean).join(' · ');
  if (!words && !record) return null;
  return (
    <span className="num flex flex-wrap items-center gap-x-2 text-ink-3 text-sm">
      {words}
      {record && <RecordLink record={record} />}
    </span>
  );
};

const entriesOf = ({ item, at, of, onMove, onEdit, onExecutive, onConsent, onWithdraw }: RowProps) => [
  { label: 'Edit', icon: Pencil, onSelect: onEdit },
  { label: 'Move Up', icon: ArrowUp, disabled: at === 0, onSelect: () => onMove(at - 1) },
  { label: 'Move Down', icon: ArrowDown, disabled: at === of - 1, onSelect: () => onMove(at + 1) },
  item.executive
    ? { label: 'Open to Residents', icon: LockOpen, onSelect: () => onExecutive(false) }
    : { label: 'Make Executive', icon: Lock, onSelect: () => onExecutive(true) },
  {
    label: item.consent ? 'Remove from Consent' : 'Add to Consent',
    icon: ListChecks,
    onSelect: () => onConsent(!item.consent),
  },
  { label: 'Withdraw', icon: Trash2, danger: true, onSelect: onWithdraw },
];

const RecordLink = ({ record }: { record: NonNullable<AgendaItem['record']> }) => {
  const { href, label } = recordPath(record);
  return href ? (
    <Link href={href} className="inline-flex min-h-6 items-center gap-1 text-pine-text hover:underline touch:py-2">
      <Link2 aria-hidden className="size-3.5" />
      {label}
    </Link>
  ) : (
    <span>{label}</span>
  );
};
