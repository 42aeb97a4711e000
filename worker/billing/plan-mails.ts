import type { PlanName } from '../../schema/plans.ts';
import type { Effect } from '../../sync/tx.ts';

/** What the superadmins of an HOA are told about their plan, with the facts of each. `units` are addresses, `trial_end` is
 * ISO 8601. */
export type PlanMails = {
  'trial-ending': { plan: PlanName; trial_end: string | null };
  'past-due': { plan: PlanName };
  'near-limit': { plan: PlanName; next: PlanName; units: number };
  moved: { plan: PlanName; from: PlanName; units: number };
};
export type PlanMailKind = keyof PlanMails;

/** Asks for a mail to the HOA's superadmins, once for each `occasion`. */
export const planMailEffect = <Kind extends PlanMailKind>(
  kind: Kind,
  occasion: string,
  facts: PlanMails[Kind],
): Effect => ({
  kind: 'mailPlan',
  key: `plan-mail/${kind}/${occasion}`,
  payload: { mail: kind, facts },
});
