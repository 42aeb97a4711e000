import { useMemo } from 'react';
import type { Chart } from '../../ui/bars.tsx';
import { type Stat, StatCards } from '../../ui/card.tsx';
import { formatCount, formatMonth, formatMonthLong } from '../../ui/format.ts';
import { beforeOf, Comparison, TrendCard } from './comparison.tsx';
import { formatDuration } from './durations.ts';
import { PlaceSelect, usePlaces } from './places.tsx';
import { type ReportColumn, ReportTable } from './report-table.tsx';
import { measureColumns, type TimedProps } from './timed-columns.ts';
import { monthRows, type TimedRow, timedRows } from './timed-rows.ts';

/** The same figures beside those of the period before, over the months, and by where people live. */
export const TimedAnalytics = <Kind extends string>(props: TimedProps<Kind>) => (
  <>
    <Comparison before={props.period.before}>
      <StatCards stats={useStats(props)} />
    </Comparison>
    <Months {...props} />
    <Places {...props} />
  </>
);

const useStats = <Kind extends string>({ report, occurrences, calendar }: TimedProps<Kind>): Stat[] =>
  useMemo(() => {
    const of = (part: 'span' | 'before') =>
      timedRows(occurrences, { isCounted: ({ at }) => calendar.partOf(at) === part, groupOf: () => '' })[0]?.of;
    const [now, before] = [of('span'), of('before')];
    return report.measures.flatMap(({ kind, label, time }) => {
      const count = { label, value: now?.(kind).count ?? 0, hint: `${formatCount(before?.(kind).count ?? 0)} before` };
      const took = (summary: typeof now) => formatDuration(summary?.(kind).median_ms ?? null);
      const hint = beforeOf(took(before));
      return time ? [count, { label: `Median ${time}`, value: took(now), hint }] : [count];
    });
  }, [report, occurrences, calendar]);

const COLOURS = ['pine', 'blue', 'violet', 'ochre', 'red', 'edge', 'ink-3'].map((name) => `var(--color-${name})`);

const Months = <Kind extends string>({ report, occurrences, calendar }: TimedProps<Kind>) => {
  const { measures, things, file } = report;
  const [first] = measures;
  const rows = useMemo(
    () => monthRows(occurrences, calendar.months, calendar.monthOf, formatMonthLong),
    [occurrences, calendar],
  );
  const chart = useMemo((): Chart => {
    const begun = occurrences.events.filter(({ kind }) => kind === first?.kind);
    const categories = [...new Set(begun.map(({ category }) => category))].sort();
    const months = Map.groupBy(begun, ({ at }) => calendar.monthOf(at));
    return {
      columns: rows.map(({ key, name }) => ({
        label: formatMonth(key),
        name,
        values: countBy(months.get(key) ?? []),
      })),
      series: categories.map((name, at) => ({ key: name, name, colour: COLOURS[at % COLOURS.length] ?? '' })),
      format: formatCount,
      tick: formatCount,
    };
  }, [occurrences, calendar, rows, first]);
  return (
    <>
      <TrendCard
        title={`${things} Over Time`}
        summary={`${first?.label} each month by category, starting with the previous period.`}
        first="Month"
        chart={chart}
      />
      <ReportTable
        title={`${things} by Month`}
        file={`reports-${file}-by-month`}
        first="Month"
        columns={measureColumns(report)}
        rows={rows.toReversed()}
        empty={report.empty}
      />
    </>
  );
};

const countBy = (events: readonly { category: string }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { category } of events) counts[category] = (counts[category] ?? 0) + 1;
  return counts;
};

const Places = <Kind extends string>({ report, occurrences, calendar }: TimedProps<Kind>) => {
  const { by, nameOf } = usePlaces();
  const rows = useMemo(() => {
    const sortBy = report.measures[0]?.kind;
    const groupOf = ({ address_id }: { address_id: string | null }) => nameOf(address_id);
    const before = timedRows(
      { ...occurrences, open: [] },
      { isCounted: (e) => calendar.partOf(e.at) === 'before', groupOf },
    );
    const known = new Map(before.map((row) => [row.key, row]));
    return timedRows(occurrences, { isCounted: (e) => calendar.partOf(e.at) === 'span', groupOf, sortBy }).map(
      (row) => ({
        ...row,
        before: known.get(row.key),
      }),
    );
  }, [report, occurrences, calendar, nameOf]);
  const [first] = report.measures;
  const before: ReportColumn<(typeof rows)[number]> = {
    header: 'Previous period',
    text: (row) => formatCount((first && row.before?.of(first.kind).count) ?? 0),
  };
  const [begun, ...others] = measureColumns(report).filter(({ fold }) => !fold);
  const open: ReportColumn<TimedRow<Kind>> = { header: 'Open now', text: (row) => formatCount(row.open) };
  return (
    <ReportTable
      title={by === 'street' ? `${report.things} by Street` : `${report.things} by Home`}
      file={`reports-${report.file}-by-${by}`}
      first={by === 'street' ? 'Street' : 'Home'}
      columns={[...(begun ? [begun] : []), before, ...others, open]}
      rows={rows}
      empty={report.empty}
      control={<PlaceSelect />}
    />
  );
};
