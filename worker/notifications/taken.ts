import type { Channel, Choices } from '../../schema/notifications.ts';
import type { Notification } from '../../schema/tables/notifications.ts';
import { wants } from '../../sync/notifications/rules.ts';
import { type Actor, actorOf } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { OutboxRow } from '../jobs/job.ts';
import { LETTERHEAD, type Letterhead, withLetterhead } from '../queries/letterhead.ts';
import { isActive, json, queryBatch } from '../queries/query.ts';
import type { Hours } from './timing.ts';

export type Recipient = Actor & Hours & { choices: Choices; hoa: string; letterhead: Letterhead; time_zone: string };

/** The person, and what this job has taken for them in an earlier run. Undefined if they are no longer active. */
export const readRecipient = async (
  { db, config }: Deps,
  { id: job, hoa_id }: Pick<OutboxRow, 'id' | 'hoa_id'>,
  user_id: string,
  channel: Channel,
): Promise<{ recipient: Recipient; taken: Notification[] } | undefined> => {
  const [people, taken] = await queryBatch<[Record<string, unknown>[], Notification[]]>(db, [
    {
      sql: `SELECT u.id, u.hoa_id, u.role, u.name, u.email, u.address_id, u.account_ids, ${LETTERHEAD}, h.time_zone,
          p.choices, p.quiet_from, p.quiet_to, p.digest_hour
        FROM users u JOIN hoas h ON h.id = u.hoa_id
        LEFT JOIN notification_preferences p ON p.hoa_id = u.hoa_id AND p.id = u.id
        WHERE u.hoa_id = ? AND u.id = ? AND ${isActive('u')}`,
      args: [hoa_id, user_id],
    },
    { sql: takenBy(channel), args: [hoa_id, user_id, job] },
  ]);
  const [person] = people;
  if (!person) return undefined;
  const choices = person.choices === null ? {} : json<Choices>(person.choices as string);
  return { recipient: withLetterhead(config)({ ...person, ...actorOf(person as Actor), choices } as Recipient), taken };
};

/** Takes what waits for the person, so that no other job sends it and this one sends the same again if it is run again.
 * */
export const take = async (
  { db }: Deps,
  { id: job, hoa_id }: Pick<OutboxRow, 'id' | 'hoa_id'>,
  user_id: string,
  channel: Channel,
): Promise<Notification[]> => {
  const sql = `UPDATE notifications SET ${channel} = ? WHERE hoa_id = ? AND user_id = ? AND ${channel} = 'waiting'`;
  const [, taken] = await queryBatch<[unknown[], Notification[]]>(
    db,
    [
      { sql, args: [job, hoa_id, user_id] },
      { sql: takenBy(channel), args: [hoa_id, user_id, job] },
    ],
    'write',
  );
  return taken;
};

/** Without what the person has turned off meanwhile. */
export const stillWanted = (taken: readonly Notification[], recipient: Recipient, channel: Channel): Notification[] =>
  taken.filter(({ event }) => wants(recipient.role, recipient, event, channel));

const takenBy = (channel: Channel) =>
  `SELECT * FROM notifications WHERE hoa_id = ? AND user_id = ? AND ${channel} = ? ORDER BY at, id`;
