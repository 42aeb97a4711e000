import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Category } from '../../../schema/ledger.ts';
import { categoryLabel } from '../../../sync/policies/rule-words.ts';
import { IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';

type Steps = readonly (readonly Category[])[];
/** A line for each category; `joins` says that it stands in the step of the line above. */
type Line = { category: Category; joins: boolean };

/** Every category in steps, arranged by its buttons, by Alt with the arrow keys, or by dragging. */
export const OwnOrder = ({ steps, onChange }: { steps: Steps; onChange: (steps: Category[][]) => void }) => {
  const order = useOrder(linesOf(steps), (lines) => onChange(stepsOfLines(lines)));
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium">Custom order</legend>
      <p className="text-ink-3 text-sm">
        Items higher on the list are paid first. Within a step, the earliest due date is paid first.
      </p>
      <ol className="overflow-hidden rounded-md border border-line">
        {order.lines.map(({ category }, at) => (
          <OrderLine key={category} order={order} at={at} />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {order.announced}
      </p>
    </fieldset>
  );
};

/** The lines, and moving one of them. `announced` is where the last one moved stands. */
const useOrder = (lines: readonly Line[], change: (lines: Line[]) => void) => {
  const [announced, setAnnounced] = useState('');
  const [dragged, setDragged] = useState<number | null>(null);
  const keepFocus = useFocusKept();
  const move = (from: number, to: number) => {
    const line = lines[from];
    if (!line || to < 0 || to >= lines.length || to === from) return;
    keepFocus();
    change(lines.toSpliced(from, 1).toSpliced(to, 0, line));
    setAnnounced(`${categoryLabel(line.category)}: ${to + 1} of ${lines.length}`);
  };
  const press = (event: KeyboardEvent, at: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(at, at + (event.key === 'ArrowUp' ? -1 : 1));
  };
  const dragOver = (event: DragEvent, at: number) => {
    if (dragged === null) return;
    event.preventDefault();
    if (dragged === at) return;
    move(dragged, at);
    setDragged(at);
  };
  const join = (at: number, joins: boolean) =>
    change(lines.map((line, index) => (index === at ? { ...line, joins } : line)));
  return { lines, announced, dragged, setDragged, move, press, dragOver, join };
};

type LineProps = { order: ReturnType<typeof useOrder>; at: number };

const OrderLine = ({ order, at }: LineProps) => {
  const { lines, dragged, setDragged } = order;
  const { category, joins } = lines[at] as Line;
  return (
    <li
      draggable
      onDragStart={() => setDragged(at)}
      onDragOver={(event) => order.dragOver(event, at)}
      onDragEnd={() => setDragged(null)}
      onKeyDown={(event) => order.press(event, at)}
      className={clsx(
        'flex flex-wrap items-center gap-x-2 bg-card px-2 py-1',
        at > 0 && !joins && 'border-line border-t',
        dragged === at && 'opacity-60',
      )}
    >
      <GripVertical aria-hidden className="size-4 shrink-0 cursor-grab text-ink-3 max-md:hidden" />
      <span className="num w-14 shrink-0 text-ink-3 text-sm">{joins ? '' : `Step ${stepAt(lines, at)}`}</span>
      <span className="min-w-32 flex-1 font-medium">{categoryLabel(category)}</span>
      {at > 0 && (
        <Checkbox
          className="text-ink-2 text-sm"
          label={
            <>
              Same step as above<span className="sr-only">: {categoryLabel(category)}</span>
            </>
          }
          checked={joins}
          onChange={({ target }) => order.join(at, target.checked)}
        />
      )}
      <MoveButtons order={order} at={at} label={categoryLabel(category)} />
    </li>
  );
};

const MoveButtons = ({ order: { lines, move }, at, label }: LineProps & { label: string }) => (
  <span className="flex">
    <IconButton icon={ArrowUp} label={`Move ${label} up`} aria-disabled={at === 0} onClick={() => move(at, at - 1)} />
    <IconButton
      icon={ArrowDown}
      label={`Move ${label} down`}
      aria-disabled={at === lines.length - 1}
      onClick={() => move(at, at + 1)}
    />
  </span>
);

const linesOf = (steps: Steps): Line[] =>
  steps.flatMap((step) => step.map((category, at) => ({ category, joins: at > 0 })));

/** The first line joins nothing. */
const stepsOfLines = (lines: readonly Line[]): Category[][] => {
  const steps: Category[][] = [];
  for (const { category, joins } of lines) {
    const last = steps.at(-1);
    if (joins && last) last.push(category);
    else steps.push([category]);
  }
  return steps;
};

const stepAt = (lines: readonly Line[], at: number): number =>
  lines.slice(0, at + 1).filter(({ joins }, index) => index === 0 || !joins).length;

/** A line that moves takes the focus with it. */
const useFocusKept = () => {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  });
  return () => {
    focused.current = document.activeElement;
  };
};
