import { useList } from '../../device/live.ts';
import { useUser } from '../../device/session.ts';
import { useRows, useStored, useSync } from '../../device/store.ts';
import { type Stat, StatCards } from '../../ui/card.tsx';
import { formatDate, formatMoney, formatPlural } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { lazyPart } from '../../ui/on-demand.ts';
import {
  allInvoicesPath,
  invoicesPath,
  useInvoiceFigures,
  useMyInvoiceFigures,
  useMyInvoices,
} from '../invoices/model.ts';
import { listPath } from './model.ts';

const UNPAID_INVOICES = invoicesPath({ status: ['pending', 'overdue'] });

const MyBalance = lazyPart(
  () => import('../account/my-balance.tsx'),
  () => <SkeletonRows rows={4} />,
);

/** The balances of the viewer's accounts, or figures of their invoices until the HOA has accounts. */
export const ResidentMoney = () => {
  const { id } = useUser();
  const hasAccount = useRows('account').all.some(({ holder_ids }) => holder_ids.includes(id));
  const { isComplete } = useStored('account');
  const hasInvoices = useMyInvoices().length > 0;
  return isComplete && hasInvoices && !hasAccount ? <InvoiceFigures /> : <MyBalance />;
};

const InvoiceFigures = () => {
  const figures = useMyInvoiceFigures();
  const stats: Stat[] = [
    { ...balanceStat(figures), ...(figures.overdue > 0 && { hint: `${formatMoney(figures.overdue_cents)} overdue` }) },
    {
      label: 'Next payment due',
      value: figures.next_due_date ? formatDate(figures.next_due_date) : 'None',
      href: UNPAID_INVOICES,
    },
  ];
  return <Figures strip stats={stats} cached={useMyInvoices().length > 0} />;
};

export const BoardFigures = () => {
  const all = useInvoiceFigures();
  const own = useMyInvoiceFigures();
  const { count: active, total: dues } = useList('due', { status: ['active'] }, 0);
  const stats: Stat[] = [
    own.open > 0 ? balanceStat(own) : { label: 'Active dues', value: active, href: listPath({ status: ['active'] }) },
    { label: 'Collected', value: formatMoney(all.collected_cents), href: allInvoicesPath({ status: ['paid'] }) },
    {
      label: 'Outstanding',
      value: formatMoney(all.outstanding_cents),
      hint: invoiceCount(all.open),
      href: allInvoicesPath({ status: ['pending', 'overdue'] }),
    },
    {
      label: 'Overdue',
      value: formatMoney(all.overdue_cents),
      hint: invoiceCount(all.overdue),
      href: allInvoicesPath({ status: ['overdue'] }),
    },
  ];
  return <Figures stats={stats} cached={dues > 0} />;
};

type Tallied = ReturnType<typeof useInvoiceFigures>;

const balanceStat = ({ outstanding_cents, open }: Tallied): Stat => ({
  label: open > 0 ? `You owe on ${formatPlural(open, 'invoice')}` : 'You owe',
  value: formatMoney(outstanding_cents),
  href: UNPAID_INVOICES,
});

const invoiceCount = (count: number) => formatPlural(count, 'invoice');

const Figures = ({ stats, cached, strip = false }: { stats: readonly Stat[]; cached: boolean; strip?: boolean }) => {
  const { isComplete } = useStored('invoice');
  const loaded = (useSync().phase === 'ready' || cached) && isComplete;
  return <StatCards strip={strip} loaded={loaded} stats={loaded ? stats : stats.map(({ hint: _, ...stat }) => stat)} />;
};
