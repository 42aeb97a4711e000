import { DEFAULT_APPLICATION } from '../../schema/application.ts';
import type { PolicyKind } from '../../schema/policies.ts';
import type { PolicySettings } from '../../schema/policy-inputs.ts';
import type { Policy } from '../../schema/tables/ledger.ts';
import { can } from '../roles.ts';
import type { Actor } from '../tx.ts';

export const POLICY_NOT_FOUND = 'Rule not found.';

/** The online fee's bearer is the superadmin's choice alone. */
export const canSetPolicy = (actor: Pick<Actor, 'role'>, kind: PolicyKind): boolean =>
  can(actor.role, kind === 'online_fee' ? 'money.own' : 'money.settings');

type Dated = Pick<Policy, 'id' | 'kind' | 'starts_on' | 'made_at' | 'settings'>;

/** The policy of a kind that is in force on a day; of two of one day the one made later. */
export const policyOn = <P extends Dated, K extends PolicyKind>(
  policies: readonly P[],
  kind: K,
  day: string,
): (P & { settings: PolicySettings[K] }) | undefined => {
  type Found = P & { settings: PolicySettings[K] };
  const isFound = (policy: P): policy is Found => policy.kind === kind && policy.starts_on <= day;
  const place = ({ starts_on, made_at, id }: P) => `${starts_on} ${made_at} ${id}`;
  return policies
    .filter(isFound)
    .reduce<Found | undefined>(
      (newest, policy) => (newest && place(newest) > place(policy) ? newest : policy),
      undefined,
    );
};

/** Says if payers may choose the charges that a payment of that day covers. */
export const isDirectedOn = (policies: readonly Dated[], day: string): boolean => {
  const settings = policyOn(policies, 'application', day)?.settings ?? DEFAULT_APPLICATION;
  return settings.directed;
};
