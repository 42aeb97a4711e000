import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { REQUEST_STATUSES, type RequestStatus } from '../../../schema/requests.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
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

// The charts are visual only: if they cannot load, the table still shows the numbers.
const Bars = lazy(() => import('../../ui/bars.tsx').catch(() => ({ default: () => <Unloaded /> })));

const COLOURS: Record<RequestStatus, string> = {
  open: 'var(--color-blue)',
  in_progress: 'var(--color-violet)',
  awaiting_info: 'var(--color-ochre)',
  resolved: 'var(--color-pine)',
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
        { key: 'collected', name: 'Collected', colour: 'var(--color-pine)' },
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

type Props = { title: string; summary: string; first: string; chart: Chart };

const ChartCard = ({ title, summary, first, chart }: Props) => (
  <Card title={title}>
    <p className="-mt-2.5 min-h-10 text-ink-3 text-sm">{summary}</p>
    <div aria-hidden className="mt-2 h-44">
      <Suspense fallback={<div className="h-full animate-breathe rounded-md bg-sunk" />}>
        <Bars chart={chart} />
      </Suspense>
    </div>
    <ul className="mt-2 flex min-h-5 flex-wrap gap-x-3.5 gap-y-1 text-ink-2 text-sm">
      {chart.series.map(({ key, name, colour }) => (
        <li key={key} className="flex items-center gap-1.5">
          <i aria-hidden className="size-2.5 rounded-[3px]" style={{ background: colour }} />
          {name}
        </li>
      ))}
    </ul>
    <ChartTable caption={title} first={first} chart={chart} />
  </Card>
);

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

const Unloaded = () => (
  <p className="grid h-full place-items-center rounded-md bg-sunk px-6 text-center text-ink-3 text-sm">
    The chart is not on this device yet. Its numbers are in the table.
  </p>
);

const ChartTable = ({ caption, first, chart }: { caption: string; first: string; chart: Chart }) => (
  <details className="mt-2 text-sm">
    <summary className="w-max rounded-sm py-1 text-ink-2 hover:text-ink max-md:py-3">Show as table</summary>
    <div className="relative overflow-x-auto">
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-ink-3 text-xs">
            <th scope="col" className="py-1.5 pr-3 text-left font-[550]">
              {first}
            </th>
            {chart.series.map(({ key, name }) => (
              <th key={key} scope="col" className="px-2 py-1.5 text-right font-[550] last:pr-0">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chart.columns.map(({ name, label, values }) => (
            <tr key={name} className="border-line border-t">
              <th scope="row" className="whitespace-nowrap py-1 pr-3 text-left font-normal text-ink-2">
                {label}
              </th>
              {chart.series.map(({ key }) => (
                <td key={key} className="num px-2 py-1 text-right last:pr-0">
                  {chart.format(values[key] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);
