import { type ReactNode, useMemo } from 'react';
import { REQUEST_STATUSES, type RequestStatus } from '../../../schema/requests.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { ChartCard } from '../../screens/chart-card.tsx';
import type { Chart } from '../../ui/bars.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import {
  formatCount,
  formatDate,
  formatLabel,
  formatMoney,
  formatMonth,
  formatMonthLong,
  formatPlural,
  formatPrice,
} from '../../ui/format.ts';
import { type duesByMonth, MONTHS, type requestsByWeek, WEEKS } from './charts.ts';
import { useChartFigures } from './figures.ts';

const COLOURS: Record<RequestStatus, string> = {
  open: 'var(--color-blue)',
  in_progress: 'var(--color-violet)',
  awaiting_info: 'var(--color-ochre)',
  resolved: 'var(--color-good-solid)',
  closed: 'var(--color-edge)',
  rejected: 'var(--color-red)',
};

/** Until the rows are read, and where no visit has counted them, a chart is still to come. */
export const Charts = ({ now, today }: { now: Date; today: string }) => {
  const columns = useChartFigures(now, today);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5 md:grid-cols-2">
      {columns ? <RequestsChart weeks={columns.weeks} /> : <ComingChart title="Requests by Status" />}
      {columns ? <DuesChart months={columns.months} /> : <ComingChart title="Dues Collected and Outstanding" />}
    </div>
  );
};

const RequestsChart = ({ weeks }: { weeks: ReturnType<typeof requestsByWeek> }) => {
  const requests = useRows('request');
  const chart = useMemo((): Chart => {
    const states = REQUEST_STATUSES.filter((status) => weeks.some((week) => week[status] > 0));
    return {
      columns: weeks.map(({ start, ...counts }) => ({
        label: shortDay(start),
        name: `Week of ${formatDate(start)}`,
        values: counts,
      })),
      series: states.map((status) => ({ key: status, name: formatLabel(status), colour: COLOURS[status] })),
      format: formatCount,
      tick: formatCount,
    };
  }, [weeks]);
  const total = totalOf(chart);
  if (total === 0)
    return (
      <NoChart title="Requests by Status" href={paths.requestCreate()} step="File a request">
        {requests.size === 0
          ? 'No one has filed a request yet. You’ll see requests by status here.'
          : `No requests were filed in the last ${WEEKS} weeks.`}
      </NoChart>
    );
  return (
    <ChartCard
      title="Requests by Status"
      summary={`${formatPlural(total, 'request')} filed in the last ${WEEKS} weeks, by current status.`}
      first="Week"
      chart={chart}
    />
  );
};

const DuesChart = ({ months }: { months: ReturnType<typeof duesByMonth> }) => {
  const invoices = useRows('invoice');
  const chart = useMemo(
    (): Chart => ({
      columns: months.map(({ month, ...values }) => ({
        label: formatMonth(month),
        name: formatMonthLong(month),
        values,
      })),
      series: [
        { key: 'collected', name: 'Collected', colour: 'var(--color-good-solid)' },
        { key: 'outstanding', name: 'Outstanding', colour: 'var(--color-edge)' },
      ],
      format: formatMoney,
      tick: formatPrice,
    }),
    [months],
  );
  const collected = months.reduce((sum, month) => sum + month.collected, 0);
  const all = totalOf(chart);
  if (all === 0)
    return (
      <NoChart title="Dues Collected and Outstanding" href={paths.dueCreate()} step="Create a due">
        {invoices.size === 0
          ? 'No dues yet. You’ll see what residents owe and pay here, month by month.'
          : `Nothing was due in the last ${MONTHS} months.`}
      </NoChart>
    );
  const summary = `${formatMoney(collected)} of the ${formatMoney(all)} due in these months has been collected.`;
  return <ChartCard title="Dues Collected and Outstanding" summary={summary} first="Month due" chart={chart} />;
};

const totalOf = ({ columns, series }: Chart) =>
  columns.reduce((sum, { values }) => series.reduce((part, { key }) => part + (values[key] ?? 0), sum), 0);

const shortDay = (day: string) => formatDate(day).replace(/, \d+$/, '');

/** While the rows are read that it is made of. */
const ComingChart = ({ title }: { title: string }) => (
  <Card title={title}>
    <div aria-hidden className="h-72 animate-breathe rounded-md bg-sunk" />
  </Card>
);

type NoChartProps = { title: string; href: string; step: string; children: ReactNode };

const NoChart = ({ title, href, step, children }: NoChartProps) => (
  <Card title={title} className="grid grid-rows-[auto_1fr]">
    <div className="grid h-full content-center justify-items-center gap-3 py-6 text-center text-ink-2">
      <p className="max-w-64">{children}</p>
      <LinkButton href={href} size="small">
        {step}
      </LinkButton>
    </div>
  </Card>
);
