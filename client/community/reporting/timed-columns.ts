import { formatCount } from '../../ui/format.ts';
import { formatDuration, hoursOf } from './durations.ts';
import type { Occurrences } from './report-events.ts';
import type { Calendar, ReportPeriod } from './report-period.ts';
import type { ReportColumn } from './report-table.tsx';
import type { TimedRow } from './timed-rows.ts';

/** A report about records with a beginning and an end: its figures and its words. */
export type TimedReport<Kind extends string> = {
  /** 'Requests' */
  things: string;
  file: string;
  /** `time`: how the time from the beginning until then is called. */
  measures: readonly { kind: Kind; label: string; time?: string }[];
  now: readonly { label: string; count: 'open' | 'overdue'; hrefOf: (category: string | null) => string }[];
  empty: string;
  hint: string;
};

export type TimedProps<Kind extends string> = {
  report: TimedReport<Kind>;
  occurrences: Occurrences<Kind>;
  period: ReportPeriod;
  calendar: Calendar;
};

export const measureColumns = <Kind extends string>({ measures }: TimedReport<Kind>): ReportColumn<TimedRow<Kind>>[] =>
  measures.flatMap(({ kind, label, time }) => [
    { header: label, text: ({ of }) => formatCount(of(kind).count), csv: ({ of }) => String(of(kind).count) },
    ...(time ? timeColumns(kind, time) : []),
  ]);

const timeColumns = <Kind extends string>(kind: Kind, time: string): ReportColumn<TimedRow<Kind>>[] => [
  {
    header: `Median ${time}`,
    csvHeader: `Median ${time} (hours)`,
    text: ({ of }) => formatDuration(of(kind).median_ms),
    csv: ({ of }) => hoursOf(of(kind).median_ms),
  },
  {
    header: `90% ${time}`,
    csvHeader: `90% ${time} (hours)`,
    text: ({ of }) => formatDuration(of(kind).ninetieth_ms),
    csv: ({ of }) => hoursOf(of(kind).ninetieth_ms),
    fold: 'xl',
  },
];

export const nowColumns = <Kind extends string>({ now }: TimedReport<Kind>): ReportColumn<TimedRow<Kind>>[] =>
  now.map(({ label, count, hrefOf }) => ({
    header: label,
    text: (row) => formatCount(row[count]),
    csv: (row) => String(row[count]),
    href: ({ key, isTotal }) => hrefOf(isTotal ? null : key),
  }));
