import { useMemo } from 'react';
import type { Entity } from '../../../schema/rows.ts';
import { additions, communityInfo, metrics, recentActivity, sentOf } from '../../../sync/dashboard/figures.ts';
import { todayOf } from '../../../sync/dues/entity.ts';
import { outstanding, statusOf } from '../../../sync/invoices/entity.ts';
import { useKept } from '../../device/kept.ts';
import { useAreComplete, useRows } from '../../device/store.ts';
import { formatPlural } from '../../ui/format.ts';
import { duesByMonth, requestsByWeek } from './charts.ts';
import { trendOf } from './labels.ts';

export const useHoa = (now: Date) => {
  const hoa = useRows('hoa').all[0];
  return { hoa, today: todayOf(hoa, now) };
};

const COUNTED: readonly Entity[] = ['account', 'request', 'announcement', 'document', 'invoice', 'address', 'user'];

/** All that is counted over whole lists: until these are in memory as the last visit had it, and undefined where there was
 * none. `today` is the HOA's date. */
export const useFigures = (now: Date, today: string) => {
  const isComplete = useAreComplete(COUNTED);
  const [owed, metrics, trends, community] = [useOwed(today), useMetrics(now), useTrends(now), useCommunity()];
  const figures = useMemo(() => ({ owed, metrics, trends, community }), [owed, metrics, trends, community]);
  return useKept('figures', figures, isComplete);
};
export type Figures = NonNullable<ReturnType<typeof useFigures>>['value'];

/** As `useFigures`: the columns of the charts. */
export const useChartFigures = (now: Date, today: string) => {
  const isComplete = useAreComplete(CHARTED);
  const [requests, invoices] = [useRows('request'), useRows('invoice')];
  const weeks = useMemo(() => requestsByWeek(requests.all, now), [requests, now]);
  const months = useMemo(() => duesByMonth(invoices.all, today), [invoices, today]);
  const columns = useMemo(() => ({ weeks, months }), [weeks, months]);
  return useKept('charts', columns, isComplete)?.value;
};
const CHARTED: readonly Entity[] = ['request', 'invoice'];

/** Computed as GET /api/dashboard/metrics does. */
const useMetrics = (now: Date) => {
  const [requests, announcements, documents] = [useRows('request'), useRows('announcement'), useRows('document')];
  return useMemo(() => {
    const rows = { requests: requests.all, announcements: announcements.all, documents: documents.all };
    const found = metrics(rows, now);
    return [found.maintenanceRequests, found.announcements, found.documents].map(({ value }) => value);
  }, [requests, announcements, documents, now]);
};

const useTrends = (now: Date) => {
  const [requests, announcements, documents] = [useRows('request'), useRows('announcement'), useRows('document')];
  return useMemo(
    () => [requests.all, sentOf(announcements.all), documents.all].map((made) => trendOf(additions(made, now)) ?? null),
    [requests, announcements, documents, now],
  );
};

/** Computed as GET /api/dashboard/recent-activity does. */
export const useActivity = (now: Date) => {
  const [requests, announcements, documents] = [useRows('request'), useRows('announcement'), useRows('document')];
  return useMemo(
    () => recentActivity({ requests: requests.all, announcements: announcements.all, documents: documents.all }, now),
    [requests, announcements, documents, now],
  );
};

const useCommunity = () => {
  const [addresses, users, invoices] = [useRows('address'), useRows('user'), useRows('invoice')];
  const outstanding_cents = useOutstanding();
  return useMemo(
    () => ({
      ...communityInfo({ addresses: addresses.all, users: users.all, invoices: invoices.all }),
      outstanding_cents,
    }),
    [addresses, users, invoices, outstanding_cents],
  );
};

/** In cents: what is open in all accounts, which is balance and credit together; until they are opened, what is unpaid. */
const useOutstanding = (): number => {
  const [accounts, invoices] = [useRows('account'), useRows('invoice')];
  return useMemo(() => {
    if (accounts.size === 0) return outstanding(invoices.all);
    return accounts.all.reduce((sum, { balance_cents, credit_cents }) => sum + balance_cents + credit_cents, 0);
  }, [accounts, invoices]);
};

/** In cents, with the hint "12 unpaid, 3 overdue". `today` is the HOA's date. */
const useOwed = (today: string) => {
  const invoices = useRows('invoice');
  const cents = useOutstanding();
  return useMemo(() => {
    const statuses = invoices.all.map((invoice) => statusOf(invoice, today));
    const overdue = statuses.filter((status) => status === 'overdue').length;
    const unpaid = overdue + statuses.filter((status) => status === 'pending').length;
    const hint = `${formatPlural(unpaid, 'unpaid invoice')}${overdue > 0 ? `, ${overdue} overdue` : ''}`;
    return { cents, hint };
  }, [invoices, today, cents]);
};
