import { useMemo } from 'react';
import type { Announcement, AnnouncementDelivery } from '../../schema/announcements.ts';
import type { User } from '../../schema/users.ts';
import { recipientsOf } from '../../sync/announcements.ts';
import { useRows } from '../store.ts';
import type { Person } from '../ui/people-picker.tsx';

type Audience = Pick<Announcement, 'audience_type' | 'custom_recipients'>;

/** Everybody whom an announcement can be sent to, by name. */
export const useActivePeople = (): Person[] => {
  const users = useRows('user');
  return useMemo(() => byName(recipientsOf({ audience_type: 'all', custom_recipients: [] }, users.all)), [users]);
};

/** Whom an audience reaches now, by name. For the board, whose device knows everybody. */
export const useReach = ({ audience_type, custom_recipients }: Audience): Person[] => {
  const users = useRows('user');
  return useMemo(
    () => byName(recipientsOf({ audience_type, custom_recipients }, users.all)),
    [users, audience_type, custom_recipients],
  );
};

/** The emails of an announcement and how they went, by name. */
export const useDeliveries = (announcement_id: string): AnnouncementDelivery[] => {
  const deliveries = useRows('announcementDelivery');
  return useMemo(
    () => byName(deliveries.all.filter((delivery) => delivery.announcement_id === announcement_id)),
    [deliveries, announcement_id],
  );
};

/** Whether the recipients of an announcement are fixed: it has been sent, or is on its way. */
export const isStarted = ({ status, recipient_count }: Pick<Announcement, 'status' | 'recipient_count'>): boolean =>
  status === 'sent' || recipient_count > 0;

// Once for all rows: localeCompare would look up its rules at every comparison.
const { compare } = new Intl.Collator('en');

const byName = <Row extends Pick<User, 'name' | 'email'>>(rows: Row[]): Row[] =>
  rows.sort((a, b) => compare(a.name || a.email, b.name || b.email));
