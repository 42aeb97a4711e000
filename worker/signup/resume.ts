import type { InStatement } from '@libsql/client';
import type Stripe from 'stripe';
import { hoaNameKey } from '../../schema/hoas.ts';
import { isChanged } from '../../sync/edits.ts';
import { Refusal, type Tx } from '../../sync/tx.ts';
import { hashPassword, verifyPassword } from '../auth/passwords.ts';
import type { Deps } from '../deps.ts';
import { drainOutbox } from '../jobs/outbox.ts';
import { transactAsSystem } from '../transact.ts';
import type { Trial, TrialInput } from './attempt.ts';
import { codeEffect, newCodeStatement } from './code.ts';
import type { SignupRecord } from './signups.ts';
import { changeTrialPlan, createSetupIntent } from './stripe-trial.ts';
import { countCodeMail } from './verification.ts';

/** Keeps the ids and stores changed input. Undefined if another person took the email or the name. */
export const resumeSignup = async (
  deps: Deps,
  stripe: Stripe,
  signup: SignupRecord,
  input: TrialInput,
): Promise<Trial | undefined> => {
  const { hoa_id, user_id, stripe_subscription_id: subscription_id } = signup;
  const { email, name, plan } = input;
  if (plan !== signup.plan) await changeTrialPlan(stripe, subscription_id, plan);
  if (signup.status !== 'complete' && (email !== signup.email || name !== signup.name))
    await stripe.customers.update(signup.stripe_customer_id, { email, name });
  const intent = await openSetupIntent(stripe, signup);
  const isWritten = await saveChanges(deps, signup, input, intent.id);
  return isWritten ? { hoa_id, user_id, subscription_id, intent } : undefined;
};

/** Stripe cancels a setup intent that failed too often. */
const openSetupIntent = async (stripe: Stripe, signup: SignupRecord): Promise<Stripe.SetupIntent> => {
  const intent = await stripe.setupIntents.retrieve(signup.setup_intent_id);
  if (intent.status !== 'canceled') return intent;
  return createSetupIntent(stripe, signup.stripe_customer_id, intent.metadata ?? {}, `setup/after/${intent.id}`);
};

const saveChanges = async (
  deps: Deps,
  signup: SignupRecord,
  input: TrialInput,
  setup_intent_id: string,
): Promise<boolean> => {
  const password = await passwordUpdate(deps, signup, input.password);
  const isMoved = input.email !== signup.email;
  if (isMoved) await countCodeMail(deps, input.email);
  const at = deps.now().toISOString();
  const newCode = isMoved ? [newCodeStatement(signup.id, at)] : [];
  try {
    const statementsBefore = [...password, ...signupUpdates(signup, input, setup_intent_id), ...newCode];
    const run = async (tx: Tx) => {
      await putSyncedRows(tx, signup, input);
      if (isMoved) tx.after(codeEffect(signup.id, at));
    };
    await transactAsSystem(deps, signup.hoa_id, run, {
      action: 'startTrial',
      by: { id: signup.user_id, name: input.name, role: 'superadmin' },
      statementsBefore,
    });
    if (isMoved) deps.waitUntil(drainOutbox(deps, { hoa_id: signup.hoa_id }));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return false;
    throw error;
  }
};

/** Throws Refusal if the signup has been removed. An active superadmin keeps the name and email of their profile. */
const putSyncedRows = async (
  tx: Tx,
  signup: SignupRecord,
  { email, name, hoa_name, time_zone }: TrialInput,
): Promise<void> => {
  const [user, hoa] = await Promise.all([tx.get('user', signup.user_id), tx.get('hoa', signup.hoa_id)]);
  const isUnchanged = user?.status === 'active' && user.email === email;
  if (!hoa || (user?.status !== 'invited' && !isUnchanged)) throw new Refusal('conflict', 'This signup has ended');
  if (!isUnchanged && (user.email !== email || user.name !== name)) await tx.put('user', { ...user, email, name });
  const next = { ...hoa, name: hoa_name, name_key: hoaNameKey(hoa_name), ...(time_zone && { time_zone }) };
  if (isChanged(next, hoa, ['name', 'time_zone'])) await tx.put('hoa', next);
};

/** Only a caller who proved the client secret can have a different password here. */
const passwordUpdate = async (deps: Deps, signup: SignupRecord, password: string): Promise<InStatement[]> => {
  if (await verifyPassword(password, signup.password_hash)) return [];
  const sql = 'UPDATE credentials SET password_hash = ?, changed_at = ? WHERE user_id = ?';
  return [{ sql, args: [await hashPassword(password), deps.now().toISOString(), signup.user_id] }];
};

const signupUpdates = (signup: SignupRecord, { plan }: TrialInput, setup_intent_id: string): InStatement[] => [
  {
    sql: 'UPDATE signups SET plan = ?, setup_intent_id = ?, rev = rev + 1 WHERE id = ?',
    args: [plan, setup_intent_id, signup.id],
  },
  {
    sql: 'UPDATE subscriptions SET plan = ?, next_plan = NULL, rev = rev + 1 WHERE hoa_id = ?',
    args: [plan, signup.hoa_id],
  },
];
