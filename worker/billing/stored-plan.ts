import { hasFeature, notIncluded, type PlanFeature, type PlanName } from '../../schema/plans.ts';
import { type Hoa, hoas } from '../../schema/tables/hoas.ts';
import { Refusal, type Tx } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { queryAll, queryOne } from '../queries/query.ts';
import { transactAsSystem } from '../transact.ts';

/** Devices and mutators read the plan on the row of the association. */
export const tellPlan = async (tx: Tx, plan: PlanName): Promise<void> => {
  const hoa = await tx.get('hoa', tx.actor.hoa_id);
  if (hoa && hoa.plan !== plan) await tx.put('hoa', { ...hoa, plan });
};

const PER_NIGHT = 50;

/** Plans that the release before has changed alone, while it was being replaced. */
export const tellOtherPlans = async (deps: Deps): Promise<void> => {
  const sql = `SELECT h.id, s.plan FROM subscriptions s JOIN hoas h ON h.id = s.hoa_id WHERE h.plan IS NOT s.plan
    LIMIT ${PER_NIGHT}`;
  for (const { id, plan } of await queryAll<{ id: string; plan: PlanName }>(deps.db, sql))
    await transactAsSystem(deps, id, (tx) => tellPlan(tx, plan), { action: null });
};

/** Throws Refusal('forbidden') where the plan of the association does not include it. What was made while it did keeps working. */
export const requireFeature = async ({ db }: Pick<Deps, 'db'>, hoa_id: string, feature: PlanFeature): Promise<void> => {
  const sql = 'SELECT plan, kept_features FROM hoas WHERE id = ?';
  const hoa = await queryOne<Pick<Hoa, 'plan' | 'kept_features'>>(db, sql, [hoa_id], { table: hoas });
  if (hoa && !hasFeature(hoa, feature)) throw new Refusal('forbidden', notIncluded(feature));
};
