import { useMemo } from 'react';
import { additions, communityInfo, metrics, recentActivity, sentOf } from '../../../sync/dashboard/figures.ts';
import { todayOf } from '../../../sync/dues/entity.ts';
import { outstanding, statusOf } from '../../../sync/invoices/entity.ts';
import { useRows } from '../../device/store.ts';
import { formatPlural } from '../../ui/format.ts';

export const useHoa = (now: Date) => {
  const hoa = useRows('hoa').all[0];
  return { hoa, today: todayOf(hoa, now) };
};

/** Computed as GET /api/dashboard/metrics does. */
export const useMetrics = (now: Date) => {
  const [requests, announcements, documents] = [useRows('request'), useRows('announcement'), useRows('document')];
  return useMemo(
    () => metrics({ requests: requests.all, announcements: announcements.all, documents: documents.all }, now),
    [requests, announcements, documents, now],
  );
};

export const useAdditions = (now: Date) => {
  const [requests, announcements, documents] = [useRows('request'), useRows('announcement'), useRows('document')];
  return useMemo(
    () => ({
      requests: additions(requests.all, now),
      announcements: additions(sentOf(announcements.all), now),
      documents: additions(documents.all, now),
    }),
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

export const useCommunity = () => {
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
export const useOwed = (today: string) => {
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
