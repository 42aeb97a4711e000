import { useMemo } from 'react';
import { PlanNote, useHasFeature } from '../../screens/plan-note.tsx';
import { SkeletonRows } from '../../ui/list.tsx';
import type { Occurrences } from './report-events.ts';
import { ReportTable } from './report-table.tsx';
import { TimedAnalytics } from './timed-analytics.tsx';
import { measureColumns, nowColumns, type TimedProps } from './timed-columns.ts';
import { timedRows } from './timed-rows.ts';

type Props<Kind extends string> = Omit<TimedProps<Kind>, 'occurrences'> & {
  occurrences: Occurrences<Kind> | undefined;
};

export const TimedTab = <Kind extends string>({ occurrences, ...props }: Props<Kind>) => {
  const hasAnalytics = useHasFeature('advanced_analytics');
  if (!occurrences) return <SkeletonRows rows={5} />;
  return (
    <>
      <ByCategory occurrences={occurrences} {...props} />
      <PlanNote feature="advanced_analytics">
        <p>Compare each period with the one before, by month, street and home.</p>
      </PlanNote>
      {hasAnalytics && <TimedAnalytics occurrences={occurrences} {...props} />}
    </>
  );
};

const ByCategory = <Kind extends string>({ report, occurrences, calendar }: TimedProps<Kind>) => {
  const rows = useMemo(
    () =>
      timedRows(occurrences, {
        isCounted: ({ at }) => calendar.partOf(at) === 'span',
        groupOf: ({ category }) => category,
        sortBy: report.measures[0]?.kind,
      }),
    [report, occurrences, calendar],
  );
  return (
    <ReportTable
      title={`${report.things} by Category`}
      file={`reports-${report.file}`}
      first="Category"
      columns={[...measureColumns(report), ...nowColumns(report)]}
      rows={rows}
      empty={report.empty}
      hint={report.hint}
    />
  );
};
