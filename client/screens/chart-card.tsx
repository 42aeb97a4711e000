import { lazy, type ReactNode, Suspense } from 'react';
import type { Chart } from '../ui/bars.tsx';
import { Card } from '../ui/card.tsx';

const Unloaded = () => (
  <p className="grid h-full place-items-center rounded-md bg-sunk px-6 text-center text-ink-3 text-sm">
    The chart hasn’t loaded yet. See its numbers in the table.
  </p>
);

// The charts are visual only: if they cannot load, the table still shows the numbers.
const Bars = lazy(() => import('../ui/bars.tsx').catch(() => ({ default: () => <Unloaded /> })));

type Props = { title: string; summary: ReactNode; first: string; chart: Chart };

/** A chart with its legend, and its numbers as a table whose first column is named `first`. */
export const ChartCard = ({ title, summary, first, chart }: Props) => (
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

const ChartTable = ({ caption, first, chart }: { caption: string; first: string; chart: Chart }) => {
  const isShort = new Set(chart.columns.map(({ label }) => label)).size === chart.columns.length;
  return (
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
                  {isShort ? label : name}
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
};
