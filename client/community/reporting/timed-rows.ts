import { type Occurrences, type ReportEvent, type Summary, summarize } from './report-events.ts';
import { sinceFirst } from './report-period.ts';

/** The figures of a group: its events in a span of time, and what is open now. */
export type TimedRow<Kind extends string> = {
  key: string;
  name: string;
  isTotal?: boolean;
  of: (kind: Kind) => Summary;
  open: number;
  overdue: number;
};

type Grouping<Kind extends string> = {
  isCounted: (event: ReportEvent<Kind>) => boolean;
  groupOf: (record: { category: string; address_id: string | null }) => string;
  /** The groups with the most of these come first. */
  sortBy?: Kind | undefined;
};

const ALL = 'Total';

/** The groups with anything to show, and their sum where they are several. */
export const timedRows = <Kind extends string>(
  { events, open }: Occurrences<Kind>,
  { isCounted, groupOf, sortBy }: Grouping<Kind>,
): TimedRow<Kind>[] => {
  const counted = events.filter(isCounted);
  const summary = summarize(counted, groupOf);
  const openBy = Map.groupBy(open, groupOf);
  const rowOf = (key: string): TimedRow<Kind> => {
    const records = openBy.get(key) ?? [];
    return { key, name: key, of: (kind) => summary(key, kind), ...openFigures(records) };
  };
  const sizeOf = (key: string) => (sortBy ? summary(key, sortBy).count : 0);
  const rows = [...new Set([...summary.groups, ...openBy.keys()])]
    .map((key) => ({ key, size: sizeOf(key) }))
    .sort((a, b) => b.size - a.size || (a.key < b.key ? -1 : 1))
    .map(({ key }) => rowOf(key));
  return rows.length > 1 ? [...rows, totalRow(counted, open)] : rows;
};

/** The sum of everything, whose medians are those of all records together. */
const totalRow = <Kind extends string>(
  events: readonly ReportEvent<Kind>[],
  open: Occurrences<Kind>['open'],
): TimedRow<Kind> => {
  const summary = summarize(events, () => ALL);
  return { key: `/${ALL}`, name: ALL, isTotal: true, of: (kind) => summary(ALL, kind), ...openFigures(open) };
};

const openFigures = (records: Occurrences<string>['open']) => ({
  open: records.length,
  overdue: records.filter(({ is_overdue }) => is_overdue).length,
});

/** A row for each month from the first with an event on, also for those without any. */
export const monthRows = <Kind extends string>(
  { events }: Occurrences<Kind>,
  months: readonly string[],
  monthOf: (instant: string) => string | null,
  nameOf: (month: string) => string,
): TimedRow<Kind>[] => {
  const summary = summarize(events, ({ at }) => monthOf(at));
  return sinceFirst(months, (month) => summary.groups.includes(month)).map((month) => ({
    key: month,
    name: nameOf(month),
    of: (kind) => summary(month, kind),
    ...openFigures([]),
  }));
};
