import { ruleOf } from '../../schema/notifications.ts';
import { eventsOf, wants } from '../../sync/notifications/rules.ts';
import { ReadSet } from '../../sync/server/read-set.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';

/** The channels that a person has chosen, for each event that can concern them. */
export const readPreferences = async ({ db }: Pick<Deps, 'db'>, { id, hoa_id, role }: Actor) => {
  const row = await new ReadSet(db, hoa_id).row('notificationPreferences', id);
  const { quiet_from: from = null, quiet_to: to = null } = row ?? {};
  return {
    events: eventsOf(role).map((event) => ({
      event,
      label: ruleOf(event).label,
      mail: wants(role, row, event, 'mail'),
      push: wants(role, row, event, 'push'),
      mailRequired: ruleOf(event).required !== undefined,
    })),
    quietHours: from === null || to === null ? null : { from, to },
    digestHour: row?.digest_hour ?? null,
  };
};
