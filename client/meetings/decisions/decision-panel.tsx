import { useMemo, useState } from 'react';
import type { DecisionOutcome, RecordAction } from '../../../schema/meetings.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf } from '../../../sync/meetings/books.ts';
import { canManage } from '../../../sync/meetings/entity.ts';
import { indexed } from '../../../sync/meetings/facts/fact-index.ts';
import {
  areEqual,
  currentResults,
  decisionOf,
  plannedActions,
  TWO_RESULTS,
} from '../../../sync/meetings/motions/decisions.ts';
import { useUser } from '../../device/session.ts';
import { save, useRows } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { NO_LONGER, RecordName, RecordNow, STATUSES, useRecord, wordOf } from './decision-record.tsx';
import { PlannedActions } from './planned-actions.tsx';

/** The effect of a motion on the records that it is about: what is planned, which `canPlan` may change before there is a result;
 * how they are now, and what came of it. Nothing where it does nothing to any. */
export const DecisionPanel = ({ motion, canPlan = false }: { motion: Motion; canPlan?: boolean }) => {
  const facts = useRows('meetingFact').by('meeting_id', motion.meeting_id);
  const items = useRows('agendaItem').by('meeting_id', motion.meeting_id);
  const board = canManage(useUser());
  const ids = [motion.item_id, ...(motion.item_ids ?? [])];
  const own = items.filter(({ id }) => ids.includes(id));
  const results = useMemo(() => currentResults(indexed(facts), motion.id), [facts, motion.id]);
  if (results.length === 0) return <PlannedActions motion={motion} items={own} canChange={canPlan} />;
  const actions = plannedActions(motion, own, results[0]!.data.outcome);
  if (actions.length === 0) return null;
  return (
    <section
      aria-label={`Decision on Motion ${motion.number}`}
      className="grid gap-2 rounded-md border border-line p-3"
    >
      {!areEqual(results) && <p className="text-ochre text-sm">{TWO_RESULTS}</p>}
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

type ActionProps = {
  motion: Motion;
  action: RecordAction;
  results: readonly FactOf<'result'>[];
  canApply: boolean;
};

const Action = ({ motion, action, results, canApply }: ActionProps) => {
  const record = useRecord(action);
  const decided = decisionOf(motion, action, results);
  const { submit, busy, failure, dismiss } = useSubmit('This could not be saved. Please try again.', { repeat: true });
  const apply = (status: string, leave: boolean) => {
    if (!record) return;
    const { status: seenStatus, paid_cents } = record;
    const seen = { status: seenStatus, ...(paid_cents !== undefined && { paid_cents }) };
    const args = { motion_id: motion.id, record_id: action.id, status, seen, leave };
    void submit(() => save('applyDecision', args));
  };
  const isOpen = canApply && record !== undefined && decided?.outcome !== 'applied';
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <RecordName action={action} />
        <RecordNow action={action} />
      </p>
      {decided && <Outcome decided={decided} />}
      {isOpen && <Choices action={action} decided={decided} busy={busy} onApply={apply} />}
      <ErrorAlert message={failure} onClose={dismiss} />
    </div>
  );
};

type ChoicesProps = {
  action: RecordAction;
  decided: DecisionOutcome | undefined;
  busy: boolean;
  onApply: (status: string, leave: boolean) => void;
};

const Choices = ({ action, decided, busy, onApply }: ChoicesProps) => {
  const [status, setStatus] = useState(action.status);
  const options = STATUSES[action.entity].map((value) => ({ value, label: wordOf(value) }));
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {options.length > 1 && <Select label="Set to" value={status} options={options} onChange={setStatus} />}
      <Button size="small" variant="primary" disabled={busy} onClick={() => onApply(status, false)}>
        {decided ? 'Apply Anyway' : `Set ${wordOf(status)}`}
      </Button>
      {decided?.outcome !== 'left' && (
        <Button size="small" disabled={busy} onClick={() => onApply(status, true)}>
          Leave Unchanged
        </Button>
      )}
    </div>
  );
};

const Outcome = ({ decided: { outcome, action, seen, now, by_name } }: { decided: DecisionOutcome }) => {
  const words = {
    applied: `Set ${wordOf(action.status)} by ${by_name}`,
    changed: `Changed since: was ${seen}, is now ${now}`,
    gone: NO_LONGER,
    left: `Left unchanged by ${by_name}`,
  }[outcome];
  return (
    <p className={outcome === 'changed' || outcome === 'gone' ? 'text-ochre text-sm' : 'text-ink-2 text-sm'}>{words}</p>
  );
};
