import { useCallback } from 'react';
import type { RequestCategory } from '../../../schema/requests.ts';
import { OPEN_STATUSES } from '../../../sync/requests/entity.ts';
import { useRows } from '../../device/store.ts';
import { listPath } from '../requests/model.ts';
import { type RequestKind, requestEvents } from './report-events.ts';
import type { Calendar, ReportPeriod } from './report-period.ts';
import type { TimedReport } from './timed-columns.ts';
import { TimedTab } from './timed-report.tsx';
import { useSliced } from './use-sliced.ts';
import { useAreWhole } from './use-whole.ts';

const REPORT: TimedReport<RequestKind> = {
  things: 'Requests',
  file: 'requests',
  measures: [
    { kind: 'received', label: 'Received' },
    { kind: 'answered', label: 'Answered', time: 'answer time' },
    { kind: 'resolved', label: 'Resolved', time: 'resolution time' },
  ],
  now: [
    { label: 'Open now', count: 'open', hrefOf: (category) => listPath({ ...of(category), status: OPEN_STATUSES }) },
  ],
  empty: 'No requests in this period. You’ll see how fast they are answered and resolved here.',
  hint: 'Each figure counts what happened in the period. Answered is the board’s first public message or status change; internal notes don’t count. Resolved includes closed and rejected. A reopened request counts when it is resolved again. Half took less than the median, and nine of ten less than the 90% time.',
};

const of = (category: string | null) => (category ? { category: [category as RequestCategory] } : {});

const RequestsTab = (props: { period: ReportPeriod; calendar: Calendar }) => {
  const [requests, comments] = [useRows('request').all, useRows('requestComment').all];
  const isComplete = useAreWhole(['request', 'requestComment']);
  const begin = useCallback(() => requestEvents(requests, comments), [requests, comments]);
  const occurrences = useSliced(isComplete ? begin : null);
  return <TimedTab report={REPORT} occurrences={occurrences} {...props} />;
};

export default RequestsTab;
