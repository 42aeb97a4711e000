import { useEffect, useMemo, useState } from 'react';
import { additions, communityInfo, metrics, recentActivity } from '../../sync/dashboard.ts';
import { todayOf } from '../../sync/dues.ts';
import { outstanding, statusOf } from '../../sync/invoices.ts';
import { useRows } from '../store.ts';
import { formatPlural } from '../ui/format.ts';

const EVERY_MS = 60_000;

/** The instant that figures are counted from; it moves on each minute. */
export const useNow = (): Date => {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/** The HOA's row, and the calendar date that it is there. */
export const useHoa = (now: Date) => {
  const hoa = useRows('hoa').all[0];
  return { hoa, today: todayOf(hoa, now) };
};

/** The metric cards' figures, as GET /api/dashboard/metrics computes them. */
export const useMetrics = (now: Date) => {
  const [requests, announcements, documents] = [useRows('request'), useRows('announcement'), useRows('document')];
  return useMemo(
    () => metrics({ requests: requests.all, announcements: announcements.all, documents: documents.all }, now),
    [requests, announcements, documents, now],
  );
};

/** How many of each were added in the last 30 days, and in the 30 days before. */
export const useAdditions = (now: Date) => {
  const [requests, announcements, documents] = [useRows('request'), useRows('announcement'), useRows('document')];
  return useMemo(
    () => ({
      requests: additions(requests.all, now),
      announcements: additions(announcements.all, now),
      documents: additions(documents.all, now),
    }),
    [requests, announcements, documents, now],
  );
};

/** What happened lately, as GET /api/dashboard/recent-activity tells it. */
export const useActivity = (now: Date) => {
  const [requests, announcements, documents] = [useRows('request'), useRows('announcement'), useRows('document')];
  return useMemo(
    () => recentActivity({ requests: requests.all, announcements: announcements.all, documents: documents.all }, now),
    [requests, announcements, documents, now],
  );
};

export const useCommunity = () => {
  const [addresses, users, invoices] = [useRows('address'), useRows('user'), useRows('invoice')];
  return useMemo(
    () => communityInfo({ addresses: addresses.all, users: users.all, invoices: invoices.all }),
    [addresses, users, invoices],
  );
};

/** What is still owed in cents, and of how many invoices: "12 unpaid, 3 overdue". `today` is the HOA's date. */
export const useOwed = (today: string) => {
  const invoices = useRows('invoice');
  return useMemo(() => {
    const statuses = invoices.all.map((invoice) => statusOf(invoice, today));
    const overdue = statuses.filter((status) => status === 'overdue').length;
    const unpaid = overdue + statuses.filter((status) => status === 'pending').length;
    const hint = `${formatPlural(unpaid, 'unpaid invoice')}${overdue > 0 ? `, ${overdue} overdue` : ''}`;
    return { cents: outstanding(invoices.all), hint };
  }, [invoices, today]);
};
