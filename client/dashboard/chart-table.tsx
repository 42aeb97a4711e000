import type { Chart } from './bars.tsx';

/** The numbers behind a chart, folded away. */
export const ChartTable = ({ caption, first, chart }: { caption: string; first: string; chart: Chart }) => (
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
