import { useState } from 'react';
import { Link } from 'wouter';
import type { DecisionOutcome, RecordAction } from '../../schema/meetings.ts';
import { REQUEST_STATUSES } from '../../schema/requests.ts';
import type { Motion } from '../../schema/tables/meetings.ts';
import { VIOLATION_STATUSES } from '../../schema/violations.ts';
import type { FactOf } from '../../sync/meetings/books.ts';
import { areEqual, decisionOf, plannedActions, standingResults, TWO_RESULTS } from '../../sync/meetings/decisions.ts';
import { canManage } from '../../sync/meetings/synced.ts';
import { ErrorAlert } from '../forms/failure.tsx';
import { useSubmit } from '../forms/submit.ts';
import { messageOf } from '../http.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { save, useRows } from '../store.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { formatLabel, formatMoney } from '../ui/format.ts';
import { Select } from '../ui/select.tsx';

/** What a motion does to the records that it is about: what is planned, how they are now, and what came of it. Nothing where
 * it does nothing to any. */
export const DecisionPanel = ({ motion }: { motion: Motion }) => {
  const facts = useRows('meetingFact').by('meeting_id', motion.meeting_id);
  const items = useRows('agendaItem').by('meeting_id', motion.meeting_id);
  const board = canManage(useUser());
  const ids = [motion.item_id, ...(motion.item_ids ?? [])];
  const own = items.filter(({ id }) => ids.includes(id));
  const results = standingResults(facts, motion.id);
  if (results.length === 0) return <Planned motion={motion} items={own} />;
  const actions = plannedActions(motion, own, results[0]!.data.outcome);
  if (actions.length === 0) return null;
  return (
    <section aria-label="Decision" className="grid gap-2 rounded-md border border-line p-3">
      {!areEqual(results) && <p className="text-ochre text-sm">{TWO_RESULTS}.</p>}
      {actions.map((action) => (
        <Action
          key={`${action.entity}/${action.id}`}
          motion={motion}
          action={action}
          results={results}
          canApply={board && areEqual(results)}
        />
      ))}
    </section>
  );
};

type Items = Parameters<typeof plannedActions>[1];

/** Before there is a result. */
const Planned = ({ motion, items }: { motion: Motion; items: Items }) => {
  const adopt = plannedActions(motion, items, 'adopted');
  const fail = plannedActions(motion, items, 'failed');
  if (adopt.length + fail.length === 0) return null;
  return (
    <section aria-label="Decision" className="grid gap-1 text-ink-2 text-sm">
      {[
        ...adopt.map((action) => ['If adopted', action] as const),
        ...fail.map((action) => ['If it fails', action] as const),
      ].map(([when, action]) => (
        <p key={`${when}/${action.id}`}>
          {when}: <RecordName action={action} /> → {wordOf(action.status)}
        </p>
      ))}
    </section>
  );
};

const wordOf = (status: string): string => formatLabel(status);

type Shown = { name: string; href: string; status: string; words: string; paid_cents?: number };

/** The record as this device holds it; undefined where it is gone. */
const useRecord = ({ entity, id }: RecordAction): Shown | undefined => {
  const request = useRows('request').get(entity === 'request' ? id : null);
  const violation = useRows('violation').get(entity === 'violation' ? id : null);
  const invoice = useRows('invoice').get(entity === 'invoice' ? id : null);
  const meeting = useRows('meeting').get(entity === 'meeting' ? id : null);
  if (request) return shown(request.title, paths.request(id), request.status);
  if (violation) return shown(violation.title, paths.violation(id), violation.status);
  if (meeting) return shown(`Minutes of ${meeting.title}`, paths.meeting(id), meeting.minutes_status);
  if (!invoice) return undefined;
  const { title, status, paid_cents, amount_cents } = invoice;
  const money = `${formatMoney(paid_cents)} of ${formatMoney(amount_cents)} paid`;
  return { ...shown(title, paths.invoice(id), status), words: `${formatLabel(status)}, ${money}`, paid_cents };
};

const shown = (name: string, href: string, status: string): Shown => ({
  name,
  href,
  status,
  words: status === 'none' ? 'Not begun' : formatLabel(status),
});

const RecordName = ({ action }: { action: RecordAction }) => {
  const record = useRecord(action);
  if (!record) return <span>{NO_LONGER}</span>;
  return (
    <Link href={record.href} className="text-pine-text hover:underline">
      {record.name}
    </Link>
  );
};

const NO_LONGER = 'No longer possible';

const CHOICES: Record<RecordAction['entity'], readonly string[]> = {
  request: REQUEST_STATUSES,
  violation: VIOLATION_STATUSES,
  invoice: ['canceled'],
  meeting: ['approved'],
};

type ActionProps = {
  motion: Motion;
  action: RecordAction;
  results: readonly FactOf<'result'>[];
  canApply: boolean;
};

const Action = ({ motion, action, results, canApply }: ActionProps) => {
  const record = useRecord(action);
  const [status, setStatus] = useState(action.status);
  const decided = decisionOf(motion, action, results);
  const { submit, busy, failure, dismiss } = useSubmit((error) => messageOf(error, 'This could not be saved.'), {
    repeat: true,
  });
  const apply = (leave: boolean) => {
    if (!record) return;
    const { status: seenStatus, paid_cents } = record;
    const seen = { status: seenStatus, ...(paid_cents !== undefined && { paid_cents }) };
    const args = { motion_id: motion.id, record_id: action.id, status, seen, leave };
    void submit(() => save('applyDecision', args));
  };
  const options = CHOICES[action.entity].map((value) => ({ value, label: wordOf(value) }));
  const isOpen = canApply && record !== undefined && decided?.outcome !== 'applied';
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <RecordName action={action} />
        {record && <Badge tone="neutral">{`Now: ${record.words}`}</Badge>}
      </p>
      {decided && <Outcome decided={decided} />}
      {isOpen && (
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          {options.length > 1 && (
            <Select label="Set to" value={status} options={options} onChange={(value) => setStatus(value)} />
          )}
          <Button size="small" variant="primary" disabled={busy} onClick={() => apply(false)}>
            {decided ? 'Apply anyway' : `Set ${wordOf(status)}`}
          </Button>
          {decided?.outcome !== 'left' && (
            <Button size="small" disabled={busy} onClick={() => apply(true)}>
              Leave as it is
            </Button>
          )}
        </div>
      )}
      <ErrorAlert message={failure} onClose={dismiss} />
    </div>
  );
};

const Outcome = ({ decided: { outcome, action, seen, now, by_name } }: { decided: DecisionOutcome }) => {
  const words = {
    applied: `Set ${wordOf(action.status)} by ${by_name}`,
    changed: `Changed meanwhile: was ${seen}, is now ${now}`,
    gone: NO_LONGER,
    left: `Left as it is by ${by_name}`,
  }[outcome];
  return (
    <p className={outcome === 'changed' || outcome === 'gone' ? 'text-ochre text-sm' : 'text-ink-2 text-sm'}>{words}</p>
  );
};
