import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

/** `label` is shown below a column; `name` is its full name for tooltips. */
export type Chart = {
  columns: { label: string; name: string; values: Readonly<Record<string, number>> }[];
  series: { key: string; name: string; colour: string }[];
  format: (value: number) => string;
  tick: (value: number) => string;
};
type Column = Chart['columns'][number];

const AXIS = { tick: { fill: 'var(--color-ink-3)', fontSize: 12 }, tickLine: false };
const LINE = { stroke: 'var(--color-line-strong)' };

const Bars = ({ chart: { columns, series, format, tick } }: { chart: Chart }) => (
  <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 176 }}>
    <BarChart
      data={columns}
      accessibilityLayer={false}
      margin={{ top: 6, right: 2, bottom: 0, left: 0 }}
      barCategoryGap="28%"
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis {...AXIS} dataKey="label" axisLine={LINE} interval="preserveStartEnd" />
      <YAxis {...AXIS} axisLine={false} allowDecimals={false} tickFormatter={tick} width="auto" tickCount={4} />
      <Tooltip
        cursor={{ fill: 'var(--color-sunk)' }}
        isAnimationActive={false}
        content={({ payload }) => {
          const column = payload?.[0]?.payload as Column | undefined;
          return column ? <Tip column={column} series={series} format={format} /> : null;
        }}
      />
      {series.map(({ key, colour }) => (
        <Bar
          key={key}
          stackId="all"
          dataKey={({ values }: Column) => values[key] ?? 0}
          fill={colour}
          isAnimationActive={false}
        />
      ))}
    </BarChart>
  </ResponsiveContainer>
);

export default Bars;

const Tip = ({ column, series, format }: { column: Column } & Pick<Chart, 'series' | 'format'>) => (
  <div className="rounded-md bg-card px-3 py-2 text-sm shadow-float">
    <p className="font-semibold">{column.name}</p>
    <dl className="mt-1 grid grid-cols-[auto_auto] gap-x-4">
      {series.map(({ key, name }) => (
        <div key={key} className="contents">
          <dt className="text-ink-2">{name}</dt>
          <dd className="num text-right">{format(column.values[key] ?? 0)}</dd>
        </div>
      ))}
    </dl>
  </div>
);
