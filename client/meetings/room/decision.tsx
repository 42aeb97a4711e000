import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { RecordAction } from '../../../schema/meetings.ts';
import { REQUEST_STATUSES } from '../../../schema/requests.ts';
import type { AgendaItem, Motion } from '../../../schema/tables/meetings.ts';
import { VIOLATION_STATUSES } from '../../../schema/violations.ts';
import { decisionOf, plannedActions } from '../../../sync/meetings/decisions.ts';
import type { MotionState } from '../../../sync/meetings/motions.ts';
import { useCan } from '../../session.ts';
import { save, useRows } from '../../store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatLabel } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import { useRoom } from './context.ts';

type Props = { motion: Motion; state: MotionState };

/** What adopting or failing the motion does to records: planned before the result, applied after it. */
export const Decision = ({ motion, state }: Props) => {
  const { books } = useRoom();
  const items = useMemo(
    () => books.items.filter(({ id }) => id === motion.item_id || motion.item_ids?.includes(id)),
    [books.items, motion],
  );
  if (state.status === 'contested') return null;
  if (!state.result) return <Planned motion={motion} items={items} />;
  const actions = plannedActions(motion, items, state.result.data.outcome);
  return actions.map((action) => (
    <Applied key={action.id} motion={motion} state={state} action={action} isOne={actions.length === 1} />
  ));
};

const Planned = ({ motion, items }: { motion: Motion; items: readonly AgendaItem[] }) => {
  const lists = (['adopted', 'failed'] as const)
    .map((outcome) => ({ outcome, actions: plannedActions(motion, items, outcome) }))
    .filter(({ actions }) => actions.length > 0);
  if (lists.length === 0) return null;
  return (
    <div className="grid gap-2 rounded-md bg-sunk p-3">
      {lists.map(({ outcome, actions }) =>
        actions.map((action) => (
          <PlannedLine key={`${outcome}${action.id}`} motion={motion} outcome={outcome} action={action} all={actions} />
        )),
      )}
    </div>
  );
};

const STATUSES = {
  request: REQUEST_STATUSES,
  violation: VIOLATION_STATUSES,
  invoice: ['canceled'],
  meeting: ['approved'],
};

const PlannedLine = ({
  motion,
  outcome,
  action,
  all,
}: {
  motion: Motion;
  outcome: 'adopted' | 'failed';
  action: RecordAction;
  all: readonly RecordAction[];
}) => {
  const { run } = useRoom();
  const title = useTitle(action);
  const change = (status: string) => {
    const actions = all.map((each) => (each.id === action.id ? { ...each, status } : each));
    const field = outcome === 'adopted' ? 'on_adopt' : 'on_fail';
    void run(() => save('updateMotion', { id: motion.id, [field]: actions }));
  };
  const options = STATUSES[action.entity].map((value) => ({ value, label: formatLabel(value) }));
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span className="text-ink-2 text-sm">
        If {outcome}: {title}
      </span>
      {options.length > 1 ? (
        <div className="w-44">
          <Select
            label={`Status if ${outcome}`}
            isLabelHidden
            value={action.status}
            onChange={change}
            options={options}
          />
        </div>
      ) : (
        <Badge>{formatLabel(action.status)}</Badge>
      )}
    </div>
  );
};

const Applied = ({ motion, state, action, isOne }: Props & { action: RecordAction; isOne: boolean }) => {
  const { run } = useRoom();
  const canApply = useCan('meetings.manage');
  const title = useTitle(action);
  const now = useSeen(action);
  const decision = decisionOf(motion, action, state.results);
  const apply = (leave: boolean) =>
    void run(() =>
      save('applyDecision', {
        motion_id: motion.id,
        ...(!isOne && { record_id: action.id }),
        seen: now ?? { status: action.status },
        ...(leave && { leave: true }),
      }),
    );
  const isOpen = !decision || decision.outcome === 'changed';
  return (
    <div className="grid gap-2 rounded-md border border-line p-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">
          {title}: {formatLabel(action.status)}
        </span>
        {decision?.outcome === 'applied' && <Badge tone="ok">Applied</Badge>}
        {decision?.outcome === 'left' && <Badge>Left as it is</Badge>}
        {(decision?.outcome === 'gone' || (!decision && !now)) && <Badge tone="warn">No longer possible</Badge>}
      </p>
      {decision?.outcome === 'changed' && (
        <p className="flex items-center gap-2 text-ochre">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          Changed meanwhile: was {decision.seen}, is now {decision.now}
        </p>
      )}
      {canApply && isOpen && now && (
        <div className="flex flex-wrap gap-2">
          <Button variant={decision ? 'secondary' : 'primary'} onClick={() => apply(false)}>
            {decision ? 'Apply anyway' : 'Apply Decision'}
          </Button>
          <Button onClick={() => apply(true)}>Leave as it is</Button>
        </div>
      )}
    </div>
  );
};

const NAMES = { request: 'Request', violation: 'Violation', invoice: 'Invoice', meeting: 'Minutes' } as const;

const useRecord = ({ entity, id }: RecordAction) => {
  const rows = {
    request: useRows('request').get(id),
    violation: useRows('violation').get(id),
    invoice: useRows('invoice').get(id),
    meeting: useRows('meeting').get(id),
  };
  return { rows, record: rows[entity] };
};

const useTitle = (action: RecordAction): string => {
  const { rows } = useRecord(action);
  const title = (rows.request ?? rows.violation ?? rows.meeting)?.title;
  return title ? `${NAMES[action.entity]} “${title}”` : NAMES[action.entity];
};

/** What the board decides on; undefined where the record is not on this device. */
const useSeen = (action: RecordAction): { status: string; paid_cents?: number } | undefined => {
  const { rows } = useRecord(action);
  const { request, violation, invoice, meeting } = rows;
  if (request || violation) return { status: (request ?? violation)!.status };
  if (invoice) return { status: invoice.status, paid_cents: invoice.paid_cents };
  return meeting && { status: meeting.minutes_status };
};
