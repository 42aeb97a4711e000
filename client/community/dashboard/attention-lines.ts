import { useMemo } from 'react';
import type { Entity } from '../../../schema/rows.ts';
import { overdueViolations, unanswered } from '../../../sync/dashboard/attention.ts';
import { useKept } from '../../device/kept.ts';
import { useAreComplete, useRefused, useRows } from '../../device/store.ts';
import { useToday } from '../../device/today.ts';
import { useOpenDisputes } from '../../money/disputes/model.ts';
import { useTroubledPayments } from '../../money/invoices/troubled.ts';
import { usePaymentsStopped } from '../../money/payouts/payments-stopped.ts';
import { paths } from '../../paths.ts';

export type AttentionKind =
  | 'refused'
  | 'stopped'
  | 'disputes'
  | 'payments'
  | 'failed'
  | 'unanswered'
  | 'overdue'
  | 'minutes';
/** How many there are, and since when the first has waited (an instant or a day). */
export type AttentionLine = {
  kind: AttentionKind;
  count: number;
  since?: string | undefined;
  href?: string | undefined;
};

const ROWS: readonly Entity[] = [
  'request',
  'requestComment',
  'violation',
  'failedJob',
  'dispute',
  'invoice',
  'hoa',
  'meeting',
];
const PAYMENTS: readonly Entity[] = ['payment'];

/** The lines of what needs a person, from this device's rows; until all are in memory as the last visit was shown them, and
 * undefined where there was none. */
export const useAttention = (now: Date): readonly AttentionLine[] | undefined => {
  const [isComplete, hasPayments] = [useAreComplete(ROWS), useAreComplete(PAYMENTS)];
  const [rows, payments] = [useLines(), usePaymentLines(now)];
  const kept = useKept('attention', joined(rows, payments), isComplete && hasPayments)?.value;
  if (!isComplete || hasPayments) return kept;
  return joined(
    rows,
    (kept ?? []).filter(({ kind }) => kind === 'payments'),
  );
};

const joined = (rows: readonly AttentionLine[], payments: readonly AttentionLine[]): AttentionLine[] =>
  [...rows.slice(0, MONEY_AT), ...payments, ...rows.slice(MONEY_AT)].filter(({ count }) => count > 0);

/** The payments stand after what is refused, stopped and disputed. */
const MONEY_AT = 3;

const useLines = (): AttentionLine[] => {
  const [requests, comments] = [useRows('request'), useRows('requestComment')];
  const [violations, jobs] = [useRows('violation'), useRows('failedJob')];
  const meetings = useRows('meeting');
  const late = useMemo(() => meetings.all.filter(({ minutes_late_at }) => minutes_late_at), [meetings]);
  const today = useToday();
  const refused = useRefused().length;
  const stopped = usePaymentsStopped();
  const disputes = useOpenDisputes();
  const isComplete = useAreComplete(ROWS);
  const waiting = useMemo(
    () => (isComplete ? unanswered(requests.all, comments.all) : []),
    [isComplete, requests, comments],
  );
  const overdue = useMemo(() => overdueViolations(violations.all, today), [violations, today]);
  return [
    { kind: 'refused', count: refused },
    { kind: 'stopped', count: stopped ? 1 : 0 },
    { kind: 'disputes', count: disputes.length, since: first(disputes.map(({ opened_at }) => opened_at)) },
    { kind: 'failed', count: jobs.size, since: first(jobs.all.map(({ failed_at }) => failed_at)) },
    { kind: 'unanswered', count: waiting.length, since: waiting[0]?.since },
    { kind: 'overdue', count: overdue.length, since: overdue[0]?.due_date },
    { kind: 'minutes', count: late.length, ...(late.length === 1 && { href: paths.meeting(late[0]!.id) }) },
  ];
};

const usePaymentLines = (now: Date): AttentionLine[] => {
  const found = useTroubledPayments(now);
  return [{ kind: 'payments', count: found.length, since: found[0]?.payment.created_at }];
};

const first = (instants: readonly string[]): string | undefined => instants.toSorted()[0];
