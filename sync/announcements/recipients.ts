import type { Delivery, Recipient } from '../../schema/announcements.ts';
import type { AnnouncementRecipients } from '../../schema/tables/announcements.ts';

export const recipientsView = ({ recipients, ...row }: AnnouncementRecipients): AnnouncementRecipients => ({
  ...row,
  recipients: recipients.map(viewOf),
});

/** No screen shows when a mail was settled or its id at the mail service. */
const viewOf = ([user_id, name, email, status, reason]: Recipient): Recipient =>
  reason ? [user_id, name, email, status, reason] : [user_id, name, email, status];

export const toDeliveries = (recipients: readonly Recipient[] = []): Delivery[] =>
  recipients.map(([user_id, name, email, status, reason = null, settled_at = null, provider_id = null]) => ({
    user_id,
    name,
    email,
    status,
    reason,
    settled_at,
    provider_id,
  }));

export const toRecipients = (deliveries: readonly Delivery[]): Recipient[] =>
  deliveries.map(({ user_id, name, email, status, reason, settled_at, provider_id }) => [
    user_id,
    name,
    email,
    status,
    reason,
    settled_at,
    provider_id,
  ]);
