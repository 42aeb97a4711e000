import type * as z from 'zod/mini';
import { addDays } from '../../schema/dates.ts';
import { POLICY_SETTINGS, policyChoice, policyInput } from '../../schema/policy-inputs.ts';
import { todayIn } from '../accounts/entity.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { parse } from '../parse.ts';
import { assertNew, authorize, find, mutator, Refusal } from '../tx.ts';
import { dayInWords } from '../words.ts';
import { canSetPolicy, POLICY_NOT_FOUND } from './rules.ts';

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
    throw new Refusal('conflict', `This rule has been in effect since ${dayInWords(policy.starts_on)}.`);
  await tx.delete('policy', id);
});

export const mutators = { createPolicy, withdrawPolicy };
