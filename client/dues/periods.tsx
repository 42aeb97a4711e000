import { ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import type { Due } from '../../schema/dues.ts';
import { useHoaToday } from '../invoices/today.ts';
import { useRows } from '../store.ts';
import { StatCards } from '../ui/card.tsx';
import { formatCount, formatMoney } from '../ui/format.ts';
import { EmptyState } from '../ui/list.tsx';
import { PeriodCard } from './period.tsx';
import { type Period, periodsOf } from './periods-of.ts';

/** For the board: what came in for a due and what did not, in all and for each sending. */
export const Periods = ({ due }: { due: Due }) => {
  const invoices = useRows('invoice');
  const today = useHoaToday();
  const periods = useMemo(
    () =>
      periodsOf(
        invoices.all.filter(({ due_id }) => due_id === due.id),
        today,
      ),
    [invoices, due.id, today],
  );
  if (periods.length === 0)
    return (
      <EmptyState
        icon={ReceiptText}
        title="No invoices yet"
        hint={
          due.status === 'active' ? 'They are made and mailed on the send date.' : 'An inactive due sends no invoices.'
        }
      />
    );
  return (
    <>
      <Totals periods={periods} />
      {periods.map((period, index) => (
        <PeriodCard key={period.period} period={period} first={index === 0} />
      ))}
    </>
  );
};

const Totals = ({ periods }: { periods: readonly Period[] }) => {
  const sum = (name: 'collected' | 'outstanding' | 'overdue') =>
    formatMoney(periods.reduce((cents, period) => cents + period[name], 0));
  const count = (name: 'paid' | 'sent') => periods.reduce((all, period) => all + period[name], 0);
  return (
    <StatCards
      stats={[
        { label: 'Collected', value: sum('collected') },
        { label: 'Outstanding', value: sum('outstanding') },
        { label: 'Overdue', value: sum('overdue') },
        { label: 'Invoices paid', value: `${formatCount(count('paid'))} of ${formatCount(count('sent'))}` },
      ]}
    />
  );
};
