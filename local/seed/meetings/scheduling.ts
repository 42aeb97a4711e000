import type { Recipient } from '../../../schema/announcements.ts';
import type { MeetingKind } from '../../../schema/meetings.ts';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import { announcement_recipients, announcements } from '../../../schema/tables/announcements.ts';
import { meetings } from '../../../schema/tables/meetings.ts';
import { recipientsOf } from '../../../sync/announcements/entity.ts';
import { actAt } from '../act.ts';
import { addRead, boardOf } from '../announcements.ts';
import type { Community } from '../community.ts';

type Scheduling = {
  key: string;
  by: string;
  kind: MeetingKind;
  title: string;
  starts_at: string;
  /** When it was scheduled. */
  at: string;
  more?: object;
};

/** Schedules a meeting with nothing on its agenda and returns its id. */
export const scheduleMeeting = async (
  community: Community,
  { key, by, at, more, ...meeting }: Scheduling,
): Promise<string> => {
  const id = community.id(`meeting/${key}`);
  await actAt(community, by, at, 'createMeeting', {
    id,
    status: 'scheduled',
    place: 'Clubhouse',
    ends_at: new Date(Date.parse(meeting.starts_at) + 2 * 3_600_000).toISOString(),
    ...meeting,
    ...more,
  });
  return id;
};

type Item = { label: string; title: string; more?: object };

export const addItems = async (community: Community, key: string, by: string, at: string, items: readonly Item[]) => {
  const meeting_id = community.id(`meeting/${key}`);
  for (const { label, title, more } of items)
    await actAt(community, by, at, 'addAgendaItem', {
      id: community.id(`item/${key}/${label}`),
      meeting_id,
      title,
      ...more,
    });
};

/** Sends the notice of a meeting. `failed` are people whose mailbox did not take it; everybody else has read it. */
export const sendNotice = async (
  community: Community,
  { key, by, at, failed = [] }: { key: string; by: string; at: string; failed?: readonly string[] },
): Promise<void> => {
  const id = community.id(`announcement/notice/${key}`);
  await actAt(community, by, at, 'sendMeetingNotice', { id: community.id(`meeting/${key}`), announcement_id: id });
  const row = community.rows.rowsOf(announcements).find((one) => one.id === id) as unknown as Announcement;
  const people = recipientsOf(row, [...community.people.values()]);
  const missed = new Set(failed.map((who) => community.person(who).id));
  const failed_count = people.filter((user) => missed.has(user.id)).length;
  const counts = { recipient_count: people.length, delivered_count: people.length - failed_count, failed_count };
  Object.assign(row, { ...counts, status: 'sent', sent_at: at, sending_since: at });
  community.rows.add(announcement_recipients, {
    id,
    hoa_id: community.hoa_id,
    sending_since: at,
    recipients: people.map(
      (user): Recipient =>
        missed.has(user.id)
          ? [user.id, user.name, user.email, 'failed', 'The mailbox did not accept the message', at]
          : [user.id, user.name, user.email, 'delivered', null, at],
    ),
  });
  const readers = new Set([...people, ...boardOf(community, at)].map((user) => user.id));
  for (const user_id of readers)
    if (!missed.has(user_id)) addRead(community, id, user_id, community.clock.after(at, 1)[0]!);
};

/** No change does this in a demo: the worker publishes minutes. */
export const publishAs = ({ rows, id }: Community, key: string, document: string): void => {
  const meeting = rows.rowsOf(meetings).find((one) => one.id === id(`meeting/${key}`));
  Object.assign(meeting!, { minutes_status: 'published', minutes_document_id: id(`document/${document}`) });
};
