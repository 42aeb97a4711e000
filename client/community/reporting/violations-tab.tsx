import { useCallback } from 'react';
import type { ViolationCategory } from '../../../schema/violations.ts';
import { useRows } from '../../device/store.ts';
import { useToday } from '../../device/today.ts';
import { listPath } from '../violations/model.ts';
import { type ViolationKind, violationEvents } from './report-events.ts';
import type { Calendar, ReportPeriod } from './report-period.ts';
import type { TimedReport } from './timed-columns.ts';
import { TimedTab } from './timed-report.tsx';
import { useSliced } from './use-sliced.ts';
import { useAreWhole } from './use-whole.ts';

const REPORT: TimedReport<ViolationKind> = {
  things: 'Violations',
  file: 'violations',
  measures: [
    { kind: 'opened', label: 'Opened' },
    { kind: 'resolved', label: 'Resolved', time: 'resolution time' },
  ],
  now: [
    {
      label: 'Open now',
      count: 'open',
      hrefOf: (category) => listPath({ ...of(category), status: ['open', 'under_review', 'escalated'] }),
    },
    { label: 'Overdue now', count: 'overdue', hrefOf: (category) => listPath({ ...of(category), show: 'overdue' }) },
  ],
  empty: 'No violations in this period. You’ll see how many are opened and how fast they are resolved here.',
  hint: 'Each figure counts what happened in the period. Resolved includes dismissed. A reopened violation counts when it is resolved again. Open now includes under review and escalated. Half took less than the median, and nine of ten less than the 90% time.',
};

const of = (category: string | null) => (category ? { category: [category as ViolationCategory] } : {});

const ViolationsTab = (props: { period: ReportPeriod; calendar: Calendar }) => {
  const violations = useRows('violation').all;
  const isComplete = useAreWhole(['violation']);
  const today = useToday();
  const begin = useCallback(() => violationEvents(violations, today), [violations, today]);
  const occurrences = useSliced(isComplete ? begin : null);
  return <TimedTab report={REPORT} occurrences={occurrences} {...props} />;
};

export default ViolationsTab;
