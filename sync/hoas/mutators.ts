import { hoaUpdate } from '../../schema/hoa-inputs.ts';
import { hoaNameKey, keepInput, leaveInput, removalDate, secondFactorRule } from '../../schema/hoas.ts';
import { isChanged, recordEdits, refuseConflicts } from '../edits.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { can } from '../roles.ts';
import { authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
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

export const mutators = { updateHoa, updateBranding, leaveHoa, keepHoa, requireSecondFactors };
