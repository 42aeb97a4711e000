import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker } from 'react-day-picker';
import { formatDateFull } from './format.ts';

type Props = { value: string; min: string | undefined; onChange: (day: string) => void };

const Calendar = ({ value, min, onChange }: Props) => {
  const selected = value ? dateOf(value) : undefined;
  const first = min ? dateOf(min) : undefined;
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      selected={selected}
      defaultMonth={selected ?? first}
      startMonth={first}
      disabled={first && { before: first }}
      onSelect={(date) => onChange(dayOf(date))}
      labels={{
        labelPrevious: () => 'Previous month',
        labelNext: () => 'Next month',
        labelDayButton: (date, { today }) => `${today ? 'Today, ' : ''}${formatDateFull(dayOf(date))}`,
      }}
      components={{ Chevron }}
      classNames={CLASSES}
    />
  );
};

export default Calendar;

const dateOf = (day: string) => new Date(`${day}T00:00`);
const dayOf = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

const Chevron = ({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) => {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Icon aria-hidden className="size-4" />;
};

const ARROW =
  'grid size-8 place-items-center rounded-md text-ink-2 hover:bg-sunk hover:text-ink aria-disabled:opacity-40 touch:size-11';

const CLASSES = {
  root: 'relative',
  months: 'relative',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: ARROW,
  button_next: ARROW,
  month_caption: 'grid h-8 place-items-center font-semibold touch:h-11',
  month_grid: 'num mt-1.5 border-collapse',
  weekday: 'size-9 font-[550] text-ink-3 text-xs touch:w-11',
  day: 'p-0 text-center',
  day_button:
    'grid size-9 place-items-center rounded-md hover:bg-sunk focus-visible:-outline-offset-2 touch:size-11 disabled:hover:bg-transparent',
  today: 'font-bold text-pine-text',
  selected: '[&_button]:bg-pine [&_button]:text-pine-ink [&_button]:hover:bg-pine-hover',
  disabled: 'text-ink-3 line-through opacity-50',
};
