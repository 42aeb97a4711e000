import { DatePicker } from '../../ui/date-picker.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import { useReportFilters } from './report-filters.ts';
import type { PeriodName, Span } from './report-period.ts';

const OPTIONS: readonly { value: PeriodName; label: string }[] = [
  { value: 'month', label: 'This month' },
  { value: '3-months', label: 'Last 3 months' },
  { value: '12-months', label: 'Last 12 months' },
  { value: 'year', label: 'This year' },
  { value: 'custom', label: 'Custom' },
];

const DAY = 'w-42 max-md:w-auto max-md:flex-1';

/** The period of all figures below, which the address keeps. Of days of one's own the pickers show those that count. */
export const PeriodPicker = ({ span: { from, to } }: { span: Span }) => {
  const { filters, set } = useReportFilters();
  const choose = (period: PeriodName) => set(period === 'custom' ? { period, from, to } : { period, from: '', to: '' });
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <span className="max-md:w-full">
        <Select label="Period" value={filters.period} onChange={choose} options={OPTIONS} />
      </span>
      {filters.period === 'custom' ? (
        <>
          <Field label="From" className={DAY}>
            <DatePicker value={from} onChange={(day) => set({ from: day, to }, true)} />
          </Field>
          <Field label="To" className={DAY}>
            <DatePicker value={to} onChange={(day) => set({ from, to: day }, true)} />
          </Field>
        </>
      ) : (
        <p className="num self-center text-ink-3 text-sm">
          {formatDate(from)} – {formatDate(to)}
        </p>
      )}
    </div>
  );
};
