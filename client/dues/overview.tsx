import { useMemo } from 'react';
import { invoicesPath, useFigures, useMyInvoices } from '../invoices/model.ts';
import { useRows, useSync } from '../store.ts';
import { type Stat, StatCards } from '../ui/card.tsx';
import { formatDate, formatMoney, formatPlural } from '../ui/format.ts';
import { listPath } from './model.ts';

const OPEN = invoicesPath({ status: ['pending', 'overdue'] });

/** For a resident: what they owe, at a glance. */
export const Owed = () => {
  const mine = useMyInvoices();
  const figures = useFigures(mine);
  const stats: Stat[] = [
    { ...owed(figures), ...(figures.overdue > 0 && { hint: `${formatMoney(figures.overdue_cents)} overdue` }) },
    { label: 'Next payment due', value: figures.next ? formatDate(figures.next) : 'None', href: OPEN },
  ];
  return <Known stats={stats} known={mine.length > 0} />;
};

/** For the board: what they owe themselves, if they do, what came in and what is still to come. */
export const Takings = () => {
  const invoices = useRows('invoice');
  const dues = useRows('due');
  const all = useFigures(invoices.all);
  const own = useFigures(useMyInvoices());
  const active = useMemo(() => dues.all.filter(({ status }) => status === 'active').length, [dues]);
  const stats: Stat[] = [
    own.open > 0 ? owed(own) : { label: 'Active dues', value: active, href: listPath({ status: ['active'] }) },
    { label: 'Collected', value: formatMoney(all.collected) },
    { label: 'Outstanding', value: formatMoney(all.outstanding), hint: ofInvoices(all.open) },
    { label: 'Overdue', value: formatMoney(all.overdue_cents), hint: ofInvoices(all.overdue) },
  ];
  return <Known stats={stats} known={dues.size > 0} />;
};

type Figures = ReturnType<typeof useFigures>;

const owed = ({ outstanding, open }: Figures): Stat => ({
  label: open > 0 ? `You owe on ${formatPlural(open, 'invoice')}` : 'You owe',
  value: formatMoney(outstanding),
  href: OPEN,
});

const ofInvoices = (count: number) => formatPlural(count, 'invoice');

/** Figures, once something has come to this device. */
const Known = ({ stats, known }: { stats: readonly Stat[]; known: boolean }) => {
  const ready = useSync().phase === 'ready' || known;
  return <StatCards stats={ready ? stats : stats.map(({ hint: _, ...stat }) => ({ ...stat, value: '–' }))} />;
};
