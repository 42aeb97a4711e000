import {
  type Channel,
  EVENT_NAMES,
  type NotificationEvent,
  preferencesUpdate,
  ruleOf,
} from '../schema/notifications.ts';
import type { Effect } from '../schema/outbox.ts';
import type { NotificationPreferences, NotifiedEntity } from '../schema/tables/notifications.ts';
import type { Role } from '../schema/users.ts';
import { outboxKeys } from './outbox-keys.ts';
import { mutator, type Synced, type Tx } from './tx.ts';

export const synced: Synced<NotificationPreferences> = {
  audiences: [{ namedIn: 'user_id' }],
  view: (preferences) => preferences,
};

type Preferences = Pick<NotificationPreferences, 'choices'>;

/** The events that can concern someone of this role. */
export const eventsOf = (role: Role): NotificationEvent[] =>
  EVENT_NAMES.filter((event) => ruleOf(event).defaults[role] !== undefined);

/** Whether a person gets this event by this channel, by choice or by default. */
export const wants = (
  role: Role,
  preferences: Preferences | undefined,
  event: NotificationEvent,
  channel: Channel,
): boolean => {
  const { defaults, required } = ruleOf(event);
  if (defaults[role] === undefined) return false;
  if (channel === 'mail' && required !== undefined) return true;
  return preferences?.choices[event]?.[channel] ?? defaults[role].includes(channel);
};

type About = { entity: NotifiedEntity; ids: readonly string[]; item?: string; due?: string };

/** Asks that whoever the event concerns hears of it. `item` is the message, of a reply; `due` (ISO 8601) is when
 * there is time for it, at once where it is missing. */
export const notify = (tx: Tx, event: NotificationEvent, { entity, ids, item, due }: About): void => {
  const [first] = ids;
  if (first === undefined) return;
  const effect: Effect<'notify'> = {
    kind: 'notify',
    key: outboxKeys.notify(event, item ?? first, tx.now),
    payload: { event, entity, ids: [...ids], item, by: tx.actor.id, at: tx.now },
    ...(due && { due }),
  };
  tx.after(effect);
};

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
