import { type UseFormReturn, useWatch } from 'react-hook-form';
import { centsOf, type DueFrequency } from '../../schema/dues.ts';
import { sendDateOf } from '../../sync/dues.ts';
import { useHoaToday } from '../invoices/today.ts';
import { formatDate, formatMoney, formatPlural } from '../ui/format.ts';
import { numberOf, type Values } from './form-values.ts';

const EVERY: Record<DueFrequency, string> = { one_time: 'once', monthly: 'every month', quarterly: 'every quarter' };

/** What will come of the due as it is typed: how much, from how many, and when. */
export const Forecast = ({ form }: { form: UseFormReturn<Values> }) => {
  const { amount, recipients, frequency, send_date, status } = useWatch({ control: form.control }) as Values;
  const today = useHoaToday();
  const cents = centsOf(numberOf(amount));
  const past = send_date && status === 'active' ? passed(send_date, frequency, today) : 0;
  if (!(cents > 0) || recipients.length === 0) return null;
  return (
    <div className="num rounded-md bg-sunk px-3.5 py-2.5 text-ink-2">
      <p>
        {formatMoney(cents)} × {formatPlural(recipients.length, 'recipient')} ={' '}
        <b className="font-semibold text-ink">{formatMoney(cents * recipients.length)}</b> {EVERY[frequency]}
        {send_date && `, first on ${formatDate(send_date)}`}.
      </p>
      {past > 0 && (
        <p className="mt-1 text-ochre">
          {past === 1 ? 'That day has come' : `${past} send dates have come`}: invoices go out as soon as this is saved
          {past > 1 && `, ${past} to each recipient`}.
        </p>
      )}
    </div>
  );
};

const MOST = 60;

/** How many send dates have come by today. */
const passed = (anchor_date: string, frequency: DueFrequency, today: string): number => {
  const dates = Array.from({ length: MOST }, (_, n) => sendDateOf({ anchor_date, frequency }, n));
  return dates.filter((date) => date !== null && date <= today).length;
};
