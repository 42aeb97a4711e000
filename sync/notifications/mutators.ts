import { preferencesUpdate } from '../../schema/notification-inputs.ts';
import { EVENT_NAMES } from '../../schema/notifications.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { mutator } from '../tx.ts';

const updateNotificationPreferences = mutator(
  preferencesUpdate,
  async (tx, { choices = {}, quiet_hours, digest_hour }) => {
    const { id } = tx.actor;
    const known = (await tx.get('notificationPreferences', id)) ?? noPreferences(id);
    const merged = { ...known.choices };
    for (const event of EVENT_NAMES) if (choices[event]) merged[event] = { ...merged[event], ...choices[event] };
    const quiet =
      quiet_hours === undefined ? {} : { quiet_from: quiet_hours?.from ?? null, quiet_to: quiet_hours?.to ?? null };
    await tx.put('notificationPreferences', {
      ...known,
      ...quiet,
      choices: merged,
      digest_hour: digest_hour === undefined ? known.digest_hour : digest_hour,
    });
    // What waits for the former hour goes out by the new one.
    if (digest_hour === undefined && quiet_hours === undefined) return;
    const payload = { id };
    tx.after({ kind: 'mailNotifications', key: outboxKeys.mailNotifications(id, tx.now), payload });
    tx.after({ kind: 'pushNotifications', key: outboxKeys.pushNotifications(id, tx.now), payload });
  },
);

const noPreferences = (id: string) => ({
  id,
  user_id: id,
  choices: {},
  quiet_from: null,
  quiet_to: null,
  digest_hour: null,
});

export const mutators = { updateNotificationPreferences };
