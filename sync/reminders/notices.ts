import type { Unsaved } from '../../schema/rows.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';
import type { Reminder } from '../../schema/tables/reminders.ts';
import { outboxKeys } from '../outbox-keys.ts';
import type { Tx } from '../tx.ts';

type NewReminder = Pick<Reminder, 'id' | 'account_id' | 'kind' | 'channel' | 'remind_on'> & Partial<Reminder>;

/** Adds a reminder, and where it is a mail the job that sends it, under a key of the account, what it is about and the step. */
export const putReminder = async (tx: Tx, given: NewReminder): Promise<void> => {
  const reminder: Unsaved<Reminder> = {
    charge_id: null,
    plan_id: null,
    step: null,
    amount_cents: null,
    reason: null,
    sent_to: null,
    made_by: null,
    made_by_name: null,
    done_at: null,
    status: given.channel === 'mail' ? 'queued' : 'to_print',
    ...given,
    made_at: tx.now,
  };
  await tx.put('reminder', reminder);
  if (reminder.channel !== 'mail') return;
  const { id, account_id, charge_id, plan_id, step } = reminder;
  const key = outboxKeys.mailReminder(account_id, plan_id ?? charge_id ?? '', step ?? id);
  tx.after({ kind: 'mailReminder', key, payload: { id } });
};

/** Once for each day on which a plan was broken. */
export const notifyBrokenPlan = async (tx: Tx, { id: plan_id, account_id, ended_on }: PaymentPlan): Promise<void> => {
  const id = `${account_id}.${plan_id}.broken.${ended_on}`;
  if (await tx.get('reminder', id)) return;
  const about = { account_id, plan_id, step: `broken.${ended_on}`, remind_on: String(ended_on) };
  await putReminder(tx, { id, kind: 'broken_plan', channel: 'mail', ...about });
};
