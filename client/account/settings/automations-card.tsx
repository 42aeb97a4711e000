import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { hasFeature } from '../../../schema/plans.ts';
import { REQUEST_CATEGORIES } from '../../../schema/requests.ts';
import type { Hoa } from '../../../schema/tables/hoas.ts';
import { overdueViolations, unanswered } from '../../../sync/dashboard/attention.ts';
import { assigneeField, automationsOf } from '../../../sync/hoas/automations.ts';
import { isHandler } from '../../../sync/requests/assigning.ts';
import { listPath as requestsPath } from '../../community/requests/model.ts';
import { listPath as violationsPath } from '../../community/violations/model.ts';
import { useAreComplete, useRows } from '../../device/store.ts';
import { useToday } from '../../device/today.ts';
import { PlanNote } from '../../screens/plan-note.tsx';
import { useWaiting, WaitingMark } from '../../screens/waiting.tsx';
import { Facts } from '../../ui/card.tsx';
import { formatPlural } from '../../ui/format.ts';
import { AUTOMATION_FIELDS } from './automation-values.ts';
import { AutomationsForm } from './automations-form.tsx';
import { Section } from './section.tsx';

export const Automations = ({ hoa }: { hoa: Hoa }) => {
  const set = automationsOf(hoa);
  const isOn = AUTOMATION_FIELDS.some((field) => set[field]);
  return (
    <Section
      section="automations"
      title="Automations"
      needs="automations.manage"
      isIncluded={isOn || hasFeature(hoa, 'automations')}
      shown={<Shown hoa={hoa} isOn={isOn} />}
      form={(onDone) => <AutomationsForm hoa={hoa} onDone={onDone} />}
    />
  );
};

const OFF = <span className="text-ink-3">Off</span>;

const Shown = ({ hoa, isOn }: { hoa: Hoa; isOn: boolean }) => {
  const { remind_unanswered_days: days, remind_overdue } = hoa;
  return (
    <div className="grid gap-3.5">
      <PlanNote feature="automations">
        {isOn && <p>Automations already on keep running. You can turn them off.</p>}
      </PlanNote>
      <Group title="Request Assignment">
        <Facts
          entries={REQUEST_CATEGORIES.map((category) => [category, <Assignee key={category} {...{ hoa, category }} />])}
        />
      </Group>
      <Group title="Reminders">
        <Facts
          entries={[
            ['No answer', days ? `After ${formatPlural(days, 'day')}, to the assignee or the board` : OFF],
            ['Overdue', remind_overdue ? 'The day after a violation’s due date, to the board' : OFF],
          ]}
        />
      </Group>
      <Counts />
      <p className="text-ink-3 text-sm empty:hidden">
        <WaitingMark item={useWaiting().get(hoa.id)} />
      </p>
    </div>
  );
};

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-2">
    <h3 className="font-medium">{title}</h3>
    {children}
  </section>
);

type AssigneeProps = { hoa: Hoa; category: (typeof REQUEST_CATEGORIES)[number] };

const Assignee = ({ hoa, category }: AssigneeProps) => {
  const id = automationsOf(hoa)[assigneeField(category)];
  const user = useRows('user').get(id);
  if (!id) return <span className="text-ink-3">No one</span>;
  const name = user?.name || user?.email || 'Someone who has left';
  if (isHandler(user)) return name;
  return `${name}. No longer on the board, so requests stay unassigned.`;
};

const ROWS = ['request', 'requestComment', 'violation'] as const;

/** Counts of all that waits now, also of what no reminder brings up, because it came due before they were turned on. */
const Counts = () => {
  const [requests, comments, violations] = [useRows('request'), useRows('requestComment'), useRows('violation')];
  const isComplete = useAreComplete(ROWS);
  const today = useToday();
  const waiting = useMemo(() => unanswered(requests.all, comments.all).length, [requests, comments]);
  const overdue = useMemo(() => overdueViolations(violations.all, today).length, [violations, today]);
  if (!isComplete || waiting + overdue === 0) return null;
  return (
    <p className="num text-ink-2 text-sm">
      Now:{' '}
      {waiting > 0 && (
        <Link href={requestsPath({ show: 'unanswered', sort: 'oldest' })}>
          {formatPlural(waiting, 'unanswered request')}
        </Link>
      )}
      {waiting > 0 && overdue > 0 && ', '}
      {overdue > 0 && (
        <Link href={violationsPath({ show: 'overdue' })}>{formatPlural(overdue, 'overdue violation')}</Link>
      )}
      . Reminders don’t cover anything due before you turned them on.
    </p>
  );
};
