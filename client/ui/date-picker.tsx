import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { clsx } from 'clsx';
import { CalendarDays, X } from 'lucide-react';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { IconButton } from './button.tsx';
import { useFieldLabel, useFieldProps } from './field-context.ts';
import { formatDate } from './format.ts';
import { lazyPart } from './on-demand.ts';
import { PopupPortal } from './popup-portal.tsx';

const CalendarSkeleton = () => (
  <p aria-busy="true" className="grid h-72 w-63 place-items-center text-ink-3 max-md:w-77">
    Loading calendar…
  </p>
);
const Calendar = lazyPart(() => import('./month-grid.tsx'), CalendarSkeleton);
const preload = () => void Calendar.preload().catch(() => undefined);

type Props = {
  value: string;
  onChange: (day: string) => void;
  min?: string;
  placeholder?: string;
  clear?: { label: string; run: () => void };
  ref?: Ref<HTMLButtonElement>;
};

/** `value` is 'YYYY-MM-DD', or '' for no date; days before `min` are disabled. The Field around it labels it. With `clear`
 * a chosen date can be taken away. */
export const DatePicker = ({ value, onChange, min, placeholder = 'Choose a date', clear, ref }: Props) => {
  const { 'aria-required': _, ...field } = useFieldProps();
  const label = useFieldLabel();
  const button = useRef<HTMLButtonElement>(null);
  const isClearable = clear !== undefined && value !== '';
  useImperativeHandle(ref, () => button.current!);
  return (
    <Popover className="relative">
      <PopoverButton
        {...field}
        ref={button}
        aria-labelledby={label && `${label} ${field.id}`}
        onPointerEnter={preload}
        onFocus={preload}
        className={clsx('control num flex items-center justify-between gap-2 text-left', !value && 'text-ink-3')}
      >
        <span className="truncate">{value ? formatDate(value) : placeholder}</span>
        {!isClearable && <CalendarDays aria-hidden className="size-4 shrink-0 text-ink-3 print:hidden" />}
      </PopoverButton>
      {isClearable && (
        <IconButton icon={X} label={clear.label} onClick={clear.run} className="absolute inset-y-0 right-0.5 my-auto" />
      )}
      <PopupPortal of={button}>
        <MonthPanel labelledBy={label} value={value} min={min} onChange={onChange} />
      </PopupPortal>
    </Popover>
  );
};

type MonthPanelProps = {
  labelledBy: string | undefined;
  value: string;
  min: string | undefined;
  onChange: (day: string) => void;
};

const MonthPanel = ({ labelledBy, value, min, onChange }: MonthPanelProps) => (
  <PopoverPanel
    focus
    role="dialog"
    aria-labelledby={labelledBy}
    anchor={{ to: 'bottom start', gap: 6, padding: 8 }}
    transition
    className="z-50 rounded-lg bg-card p-3 shadow-float transition duration-100 data-closed:opacity-0"
  >
    {({ close }) => (
      <Calendar
        value={value}
        min={min}
        onChange={(day) => {
          onChange(day);
          close();
        }}
      />
    )}
  </PopoverPanel>
);
