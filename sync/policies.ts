import type * as z from 'zod/mini';
import { DEFAULT_APPLICATION } from '../schema/application.ts';
import { addDays } from '../schema/dates.ts';
import {
  POLICY_SETTINGS,
  type PolicyKind,
  type PolicySettings,
  policyChoice,
  policyInput,
} from '../schema/policies.ts';
import type { Policy } from '../schema/tables/ledger.ts';
import { todayIn } from './accounts.ts';
import { outboxKeys } from './outbox-keys.ts';
import { can } from './roles.ts';
import { type Actor, assertNew, authorize, find, mutator, parse, Refusal } from './tx.ts';
import { dayInWords } from './words.ts';

export const POLICY_NOT_FOUND = 'Rule not found.';

/** Who bears the online fee is the superadmin's to say. */
export const canSetPolicy = (actor: Pick<Actor, 'role'>, kind: PolicyKind): boolean =>
  can(actor.role, kind === 'online_fee' ? 'money.own' : 'money.settings');

type Dated = Pick<Policy, 'id' | 'kind' | 'starts_on' | 'made_at' | 'settings'>;

/** The policy of a kind that is in force on a day; of two of one day the one made later. */
export const policyOn = <P extends Dated>(policies: readonly P[], kind: PolicyKind, day: string): P | undefined => {
  const place = ({ starts_on, made_at, id }: P) => `${starts_on} ${made_at} ${id}`;
  return policies
    .filter((policy) => policy.kind === kind && policy.starts_on <= day)
    .reduce<P | undefined>((newest, policy) => (newest && place(newest) > place(policy) ? newest : policy), undefined);
};

/** Whether who pays on a day may choose charges. */
export const isDirectedOn = (policies: readonly Dated[], day: string): boolean => {
  const settings = policyOn(policies, 'application', day)?.settings as PolicySettings['application'] | undefined;
  return (settings ?? DEFAULT_APPLICATION).directed;
};

const createPolicy = mutator(policyInput, async (tx, { id, kind, starts_on, settings }) => {
  authorize(canSetPolicy(tx.actor, kind));
  assertNew(await tx.get('policy', id));
  const today = await todayIn(tx);
  if (starts_on < today) {
    const msg = 'A rule can start today or later.';
    throw new Refusal('invalid', msg, [{ path: 'starts_on', msg }]);
  }
  await tx.put('policy', {
    id,
    kind,
    starts_on,
    settings: parse(POLICY_SETTINGS[kind] as z.core.$ZodType<object>, settings),
    made_by: tx.actor.id,
    made_by_name: tx.actor.name,
    made_at: tx.now,
  });
  // Money that counts from tomorrow may be there already, because clocks may be a day apart.
  if (kind === 'application' && starts_on <= addDays(today, 1))
    tx.after({ kind: 'applyPolicy', key: outboxKeys.applyPolicy(id, ''), payload: { id, after: '' } });
});

const withdrawPolicy = mutator(policyChoice, async (tx, { id }) => {
  const policy = await find(tx, 'policy', id, POLICY_NOT_FOUND);
  authorize(canSetPolicy(tx.actor, policy.kind));
  if (policy.starts_on <= (await todayIn(tx)))
    throw new Refusal('conflict', `This rule is in force since ${dayInWords(policy.starts_on)}.`);
  await tx.delete('policy', id);
});

export const mutators = { createPolicy, withdrawPolicy };
