import { CHANNELS, ruleOf } from '../../schema/notifications.ts';
import { eventsOf, wants } from '../../sync/notifications/entity.ts';
import { ReadSet } from '../../sync/server/read-set.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';

/** What the person gets by which channel, for each event that can concern them. */
export const readPreferences = async ({ db }: Pick<Deps, 'db'>, { id, hoa_id, role }: Actor) => {
  const row = await new ReadSet(db, hoa_id).row('notificationPreferences', id);
  return {
    events: eventsOf(role).map((event) => ({
      event,
      label: ruleOf(event).label,
      ...Object.fromEntries(CHANNELS.map((channel) => [channel, wants(role, row, event, channel)])),
      mailRequired: ruleOf(event).required !== undefined,
    })),
    quietHours: row?.quiet_from == null ? null : { from: row.quiet_from, to: row.quiet_to },
    digestHour: row?.digest_hour ?? null,
  };
};
