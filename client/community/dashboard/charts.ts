import { addDays, addMonths } from '../../../schema/dates.ts';
import { REQUEST_STATUSES, type RequestStatus } from '../../../schema/requests.ts';
import type { Invoice } from '../../../schema/tables/invoices.ts';
import type { Request } from '../../../schema/tables/requests.ts';
import { localToday } from '../../device/today.ts';

export const WEEKS = 8;
export const MONTHS = 6;

type Week = { start: string } & Record<RequestStatus, number>;

/** The last eight weeks (Sunday to Saturday, viewer's time zone), oldest first. `requests` must be sorted newest first,
 * so that reading can stop early. */
export const requestsByWeek = (requests: readonly Pick<Request, 'status' | 'created_at'>[], now: Date): Week[] => {
  const thisWeek = addDays(localToday(now), -now.getDay());
  const weeks = Array.from({ length: WEEKS }, (_, index) => emptyWeek(addDays(thisWeek, 7 * (index - WEEKS + 1))));
  const first = weeks[0]!.start;
  for (const { status, created_at } of requests) {
    const day = localToday(new Date(created_at));
    if (day < first) break;
    const week = weeks.findLast(({ start }) => start <= day);
    if (week) week[status] += 1;
  }
  return weeks;
};

const emptyWeek = (start: string): Week => ({
  start,
  ...(Object.fromEntries(REQUEST_STATUSES.map((status) => [status, 0])) as Record<RequestStatus, number>),
});

/** `month` is 'YYYY-MM'; amounts in cents, by due date. */
type Month = { month: string; collected: number; outstanding: number };

/** Six months by due date, oldest first, ending with next month if something is due then, else with this one. Canceled
 * invoices are not counted. */
export const duesByMonth = (
  invoices: readonly Pick<Invoice, 'status' | 'due_date' | 'amount_cents'>[],
  today: string,
): Month[] => {
  const next = monthAfter(today, 1);
  const billed = invoices.filter(({ status }) => status !== 'canceled');
  const last = billed.some(({ due_date }) => monthOf(due_date) === next) ? 1 : 0;
  const months = Array.from({ length: MONTHS }, (_, index) => ({
    month: monthAfter(today, index - MONTHS + 1 + last),
    collected: 0,
    outstanding: 0,
  }));
  const byMonth = new Map(months.map((month) => [month.month, month]));
  for (const { status, due_date, amount_cents } of billed) {
    const month = byMonth.get(monthOf(due_date));
    if (month) month[status === 'paid' ? 'collected' : 'outstanding'] += amount_cents;
  }
  return months;
};

const monthOf = (day: string) => day.slice(0, 7);
const monthAfter = (day: string, months: number) => monthOf(addMonths(`${monthOf(day)}-01`, months));
