import type { RecordAction } from '../../../schema/meetings.ts';
import type { AgendaItem, Motion } from '../../../schema/tables/meetings.ts';
import { statusOf } from '../../../sync/invoices/entity.ts';
import { plannedActions, withAction } from '../../../sync/meetings/motions/decisions.ts';
import { save, useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { formatPlural } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import { RecordName, RecordNow, STATUSES, wordOf } from './decision-record.tsx';

type Target = Pick<RecordAction, 'entity' | 'id'>;
type Props = { motion: Motion; items: readonly AgendaItem[] };

const OUTCOMES = [
  ['adopted', 'on_adopt', 'If adopted'],
  ['failed', 'on_fail', 'If it fails'],
] as const;

const OPEN_UP_TO = 3;

/** Before there is a result: what adopting and failing will do to each record that the motion is about, to see and, with
 * `canChange`, to change. */
export const PlannedActions = ({ motion, items, canChange }: Props & { canChange: boolean }) => {
  const targets = useTargets({ motion, items });
  const { submit, failure, dismiss } = useSubmit('This could not be saved. Please try again.', { repeat: true });
  const planned = OUTCOMES.flatMap(([outcome]) => plannedActions(motion, items, outcome));
  if (targets.length === 0 || (planned.length === 0 && !canChange)) return null;
  const list = targets.map((target) => (
    <div key={`${target.entity}/${target.id}`} className="grid gap-2 border-line not-first:border-t not-first:pt-2.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <RecordName action={target} />
        <RecordNow action={target} />
      </p>
      {canChange ? (
        <PlanFields
          {...{ motion, items, target }}
          onChange={(changes) => void submit(() => save('updateMotion', { id: motion.id, ...changes }))}
        />
      ) : (
        <PlanWords motion={motion} items={items} target={target} />
      )}
    </div>
  ));
  return (
    <section
      aria-label={`Decision on Motion ${motion.number}`}
      className="grid gap-2.5 rounded-md border border-line p-3"
    >
      <h4 className="font-medium text-ink-2 text-sm">What the decision does</h4>
      {targets.length > OPEN_UP_TO ? (
        <details>
          <summary className="text-ink-2">{formatPlural(targets.length, 'record')}</summary>
          <div className="mt-2.5 grid gap-2.5">{list}</div>
        </details>
      ) : (
        <div className="grid gap-2.5">{list}</div>
      )}
      <ErrorAlert message={failure} onClose={dismiss} />
    </section>
  );
};

type PlanProps = Props & { target: Target };

const PlanFields = ({
  motion,
  items,
  target,
  onChange,
}: PlanProps & { onChange: (changes: Partial<Pick<Motion, 'on_adopt' | 'on_fail'>>) => void }) => (
  <div className="flex flex-wrap gap-2">
    {OUTCOMES.map(([outcome, field, label]) => {
      const actions = plannedActions(motion, items, outcome);
      return (
        <Select
          key={outcome}
          label={label}
          value={statusAfter(actions, target)}
          options={[
            { value: '', label: 'Leave unchanged' },
            ...STATUSES[target.entity].map((value) => ({ value, label: wordOf(value) })),
          ]}
          onChange={(status) => onChange({ [field]: withAction(actions, target, status || null) })}
        />
      );
    })}
  </div>
);

const PlanWords = ({ motion, items, target }: PlanProps) => (
  <ul className="text-ink-2 text-sm">
    {OUTCOMES.map(([outcome, , when]) => {
      const status = statusAfter(plannedActions(motion, items, outcome), target);
      return status && <li key={outcome}>{`${when}: ${wordOf(status)}`}</li>;
    })}
  </ul>
);

const statusAfter = (actions: readonly RecordAction[], { entity, id }: Target): string =>
  actions.find((action) => action.entity === entity && action.id === id)?.status ?? '';

/** The records of the items, of an account its overdue invoices, and whatever else is planned. */
const useTargets = ({ motion, items }: Props): Target[] => {
  const invoices = useRows('invoice');
  const today = useHoaToday();
  const linked = items.flatMap(({ record }): Target[] => {
    if (record?.entity === 'request' || record?.entity === 'violation' || record?.entity === 'meeting')
      return [{ entity: record.entity, id: record.id }];
    if (record?.entity !== 'account') return [];
    const overdue = invoices.by('account_id', record.id).filter((invoice) => statusOf(invoice, today) === 'overdue');
    return overdue.map(({ id }) => ({ entity: 'invoice', id }));
  });
  const planned = OUTCOMES.flatMap(([outcome]) => plannedActions(motion, items, outcome));
  return [...new Map([...linked, ...planned].map((target) => [`${target.entity}/${target.id}`, target])).values()];
};

/** The planned actions of this outcome, a line each. */
export const PlanOf = ({ motion, items, outcome }: Props & { outcome: string }) => {
  const actions = plannedActions(motion, items, outcome);
  if (actions.length === 0) return null;
  return (
    <section aria-label="What it does" className="text-ink-2">
      <p className="font-medium">The board can apply this next:</p>
      <ul>
        {actions.map((action) => (
          <li key={`${action.entity}/${action.id}`}>
            <RecordName action={action} /> becomes {wordOf(action.status)}
          </li>
        ))}
      </ul>
    </section>
  );
};
