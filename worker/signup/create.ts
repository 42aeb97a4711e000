import type { InStatement } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import { RESERVATION_HOURS } from '../../schema/signup.ts';
import { newHoa } from '../../sync/hoas/new-hoa.ts';
import { Refusal, type Tx } from '../../sync/tx.ts';
import { newUser } from '../../sync/users/rules.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { Deps } from '../deps.ts';
import { drainOutbox } from '../jobs/outbox.ts';
import { isoInstant } from '../stripe/shapes.ts';
import { transactAsSystem } from '../transact.ts';
import type { Attempt, TrialInput, TrialObjects } from './attempt.ts';
import { codeEffect } from './code.ts';
import { guardNotRolledBack, isRolledBack } from './rollback.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Writes all rows or none. Returns false if the email or the HOA name has been taken. */
export const createSignup = async (
  deps: Deps,
  attempt: Attempt,
  input: TrialInput,
  objects: TrialObjects,
): Promise<boolean> => {
  const password_hash = await hashPassword(input.password);
  try {
    const now = deps.now();
    const signup_id = uuidv7();
    const statementsAfter = serverInserts(now, { ...attempt, signup_id }, input, objects, password_hash);
    const run = async (tx: Tx) => {
      if (await isRolledBack(deps, attempt.hoa_id, objects.customer))
        throw new Refusal('conflict', 'This signup was abandoned. Please start again.');
      await putSyncedRows(tx, attempt, input);
      tx.after(codeEffect(signup_id, now.toISOString()));
    };
    const statementsBefore = [guardNotRolledBack(attempt.hoa_id, objects.customer)];
    await transactAsSystem(deps, attempt.hoa_id, run, {
      action: 'startTrial',
      by: { id: attempt.user_id, name: input.name, role: 'superadmin' },
      statementsBefore,
      statementsAfter,
    });
    deps.waitUntil(drainOutbox(deps, { hoa_id: attempt.hoa_id }));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return false;
    throw error;
  }
};

const putSyncedRows = async (
  tx: Tx,
  { hoa_id, user_id }: Attempt,
  { email, name, hoa_name, time_zone, plan }: TrialInput,
) => {
  if (await tx.get('hoa', hoa_id)) throw new Refusal('conflict', 'This signup is already in progress');
  await tx.put('hoa', newHoa(tx, { id: hoa_id, name: hoa_name, time_zone, plan }));
  await tx.put('user', { ...newUser(tx, user_id), name, email, role: 'superadmin', phone: null });
};

const serverInserts = (
  now: Date,
  { hoa_id, user_id, signup_id }: Attempt & { signup_id: string },
  { plan }: TrialInput,
  { customer, subscription, intent }: TrialObjects,
  password_hash: string,
): InStatement[] => {
  const created_at = now.toISOString();
  const expires_at = new Date(now.getTime() + RESERVATION_HOURS * HOUR_MS).toISOString();
  const trial_end = subscription.trial_end === null ? null : isoInstant(subscription.trial_end);
  return [
    {
      sql: 'INSERT INTO credentials (user_id, hoa_id, password_hash, changed_at) VALUES (?, ?, ?, ?)',
      args: [user_id, hoa_id, password_hash, created_at],
    },
    {
      sql: `INSERT INTO subscriptions (id, hoa_id, plan, status, stripe_customer_id, stripe_subscription_id, trial_end,
        current_period_end, created_at) VALUES (?, ?, ?, 'trialing', ?, ?, ?, ?, ?)`,
      args: [uuidv7(), hoa_id, plan, customer, subscription.id, trial_end, trial_end, created_at],
    },
    {
      sql: `INSERT INTO signups (id, hoa_id, user_id, plan, status, setup_intent_id, created_at, expires_at,
        verification_sent_at) VALUES (?, ?, ?, ?, 'pending', ?, ?, ?, ?)`,
      args: [signup_id, hoa_id, user_id, plan, intent.id, created_at, expires_at, created_at],
    },
  ];
};
