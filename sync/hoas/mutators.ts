import { addDays } from '../../schema/dates.ts';
import { automationsUpdate, hoaUpdate } from '../../schema/hoa-inputs.ts';
import { hoaNameKey, keepInput, leaveInput, removalDate, secondFactorRule } from '../../schema/hoas.ts';
import { hasFeature, notIncluded } from '../../schema/plans.ts';
import { type AssignRules, REQUEST_CATEGORIES } from '../../schema/requests.ts';
import type { Hoa } from '../../schema/tables/hoas.ts';
import { todayOf } from '../dues/entity.ts';
import { isChanged, recordEdits, refuseConflicts } from '../edits.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { isHandler } from '../requests/assigning.ts';
import { can } from '../roles.ts';
import { authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import { assigneeField, automationConflicts, automationsOf } from './automations.ts';
import { updateBranding } from './branding.ts';
import { conflictsOf, HOA_FIELDS } from './entity.ts';

const NAME_DIFFERS = 'This is not the name of your association';

/** In another time zone instants stay instants and calendar dates stay dates: the first are shown, and the second begin, by its
 * clock. */
const updateHoa = mutator(hoaUpdate, async (tx, update) => {
  authorize(can(tx.actor.role, 'hoa.manage'));
  const hoa = await find(tx, 'hoa', tx.actor.hoa_id, 'HOA not found');
  refuseConflicts(tx, hoa, conflictsOf(hoa, update));
  const { base: _, ...changes } = update;
  const next = { ...hoa, ...changes };
  if (!isChanged(next, hoa, HOA_FIELDS)) return;
  const edits = recordEdits(tx, hoa, changes);
  await tx.put('hoa', { ...next, name_key: hoaNameKey(next.name), edits });
  if (next.time_zone !== hoa.time_zone) await sendByNewHours(tx);
});

/** Digests and quiet hours are hours of the HOA's clock: what waits for a former one goes out by the new one. */
const sendByNewHours = async (tx: Tx) => {
  const preferences = await tx.list('notificationPreferences', 'hoa_id', tx.actor.hoa_id);
  for (const { id, digest_hour, quiet_from } of preferences) {
    if (digest_hour === null && quiet_from === null) continue;
    tx.after({ kind: 'mailNotifications', key: outboxKeys.mailNotifications(id, tx.now), payload: { id } });
    tx.after({ kind: 'pushNotifications', key: outboxKeys.pushNotifications(id, tx.now), payload: { id } });
  }
};

/** On a plan without automations those that are on stay on and may be turned off. A reminder that is turned on says nothing of what
 * came due on an earlier day. */
const updateAutomations = mutator(automationsUpdate, async (tx, { base, ...changes }) => {
  authorize(can(tx.actor.role, 'automations.manage'));
  const hoa = await find(tx, 'hoa', tx.actor.hoa_id, 'HOA not found');
  refuseConflicts(tx, automationsOf(hoa), automationConflicts(hoa, { ...changes, base }));
  const old = automationsOf(hoa);
  const next = { ...old, ...changes };
  if (!isChanged(next, old, AUTOMATION_FIELDS)) return;
  const turnedOn = AUTOMATION_FIELDS.some((field) => next[field] && next[field] !== old[field]);
  if (turnedOn && !hasFeature(hoa, 'automations')) throw new Refusal('forbidden', notIncluded('automations'));
  await Promise.all(ASSIGNEE_FIELDS.map((field) => next[field] !== old[field] && requireStaff(tx, next[field])));
  await tx.put('hoa', {
    ...hoa,
    assign_requests: rulesOf(next),
    ...remindersOf(hoa, next, todayOf(hoa, tx.now)),
    edits: recordEdits(tx, old, changes),
  });
});

const ASSIGNEE_FIELDS = REQUEST_CATEGORIES.map(assigneeField);
const AUTOMATION_FIELDS = [...ASSIGNEE_FIELDS, 'remind_unanswered_days', 'remind_overdue'] as const;
type Automations = ReturnType<typeof automationsOf>;

const requireStaff = async (tx: Tx, id: string | null) => {
  if (id !== null && !isHandler(await tx.get('user', id))) throw new Refusal('not_found', 'Assignee not found');
};

const rulesOf = (next: Automations): AssignRules =>
  Object.fromEntries(
    REQUEST_CATEGORIES.flatMap((category) => {
      const id = next[assigneeField(category)];
      return id ? [[category, id]] : [];
    }),
  );

/** Reminders of what comes due today still go out, so that turning them off and on again loses nothing. */
const remindersOf = (hoa: Hoa, { remind_unanswered_days: days, remind_overdue }: Automations, today: string) => ({
  remind_unanswered_days: days,
  remind_overdue,
  ...(days === null && { remind_unanswered_from: null }),
  ...(days !== null && !hoa.remind_unanswered_days && { remind_unanswered_from: addDays(today, -days) }),
  ...(!remind_overdue && { remind_overdue_from: null }),
  ...(remind_overdue && !hoa.remind_overdue && { remind_overdue_from: addDays(today, -1) }),
});

/** Everything of the HOA is removed 90 days later, unless it is kept before then. */
const leaveHoa = mutator(leaveInput, async (tx, { name }) => {
  authorize(can(tx.actor.role, 'hoa.manage'));
  const [hoa] = await Promise.all([find(tx, 'hoa', tx.actor.hoa_id, 'HOA not found'), tx.requireFreshCode()]);
  if (hoaNameKey(name) !== hoaNameKey(hoa.name))
    throw new Refusal('invalid', NAME_DIFFERS, [{ path: 'name', msg: NAME_DIFFERS }]);
  if (hoa.leaving_at) return;
  await tx.put('hoa', { ...hoa, leaving_at: tx.now });
  const removed_on = removalDate(tx.now);
  tx.after({ kind: 'endSubscription', key: outboxKeys.endSubscription(tx.now), payload: { at: tx.now } });
  tx.after({
    kind: 'mailPlan',
    key: outboxKeys.mailPlan('leaving', tx.now),
    payload: { mail: 'leaving', facts: { removed_on } },
  });
});

/** The subscription stays as it is: the superadmin renews it. */
const keepHoa = mutator(keepInput, async (tx) => {
  authorize(can(tx.actor.role, 'hoa.manage'));
  const hoa = await find(tx, 'hoa', tx.actor.hoa_id, 'HOA not found');
  if (hoa.leaving_at) await tx.put('hoa', { ...hoa, leaving_at: null });
});

/** True where every superadmin waits for a second factor of their own. */
const requireSecondFactors = mutator(secondFactorRule, async (tx, { required }) => {
  authorize(can(tx.actor.role, 'hoa.manage'));
  const [hoa] = await Promise.all([find(tx, 'hoa', tx.actor.hoa_id, 'HOA not found'), tx.requireFreshCode()]);
  if (hoa.superadmins_need_second_factor !== required)
    await tx.put('hoa', { ...hoa, superadmins_need_second_factor: required });
});

export const mutators = { updateHoa, updateBranding, updateAutomations, leaveHoa, keepHoa, requireSecondFactors };
