import { type Channel, EVENT_NAMES, type NotificationEvent, ruleOf } from '../../schema/notifications.ts';
import type { Effect } from '../../schema/outbox.ts';
import type { NotificationPreferences, NotifiedEntity } from '../../schema/tables/notifications.ts';
import type { Role } from '../../schema/users.ts';
import { outboxKeys } from '../outbox-keys.ts';
import type { Tx } from '../tx.ts';

type Preferences = Pick<NotificationPreferences, 'choices'>;

/** The events that can concern someone of this role. */
export const eventsOf = (role: Role): NotificationEvent[] =>
  EVENT_NAMES.filter((event) => ruleOf(event).defaults[role] !== undefined);

/** True if a person gets this event by this channel, by choice or by default. */
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
