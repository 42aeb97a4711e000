import { hoaNameKey, keepInput, leaveInput, removalDate, secondFactorRule } from '../../schema/hoas.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { can } from '../roles.ts';
import { authorize, find, mutator, Refusal } from '../tx.ts';

const NAME_DIFFERS = 'This is not the name of your association';

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

export const mutators = { leaveHoa, keepHoa, requireSecondFactors };
