export const ANNOUNCEMENT_CATEGORIES = ['general', 'maintenance', 'event', 'reminder', 'urgent'] as const;
export type AnnouncementCategory = (typeof ANNOUNCEMENT_CATEGORIES)[number];
export const AUDIENCE_TYPES = ['all', 'board', 'residents', 'custom'] as const;
export type AudienceType = (typeof AUDIENCE_TYPES)[number];
export const ANNOUNCEMENT_STATUSES = ['draft', 'scheduled', 'sending', 'sent', 'failed'] as const;
export type AnnouncementStatus = (typeof ANNOUNCEMENT_STATUSES)[number];
export const DELIVERY_METHODS = ['in_app', 'email'] as const;
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number];
const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** `file_size` in bytes, `file_type` an extension, `pending` until the bytes are verified. */
export type Attachment = { s3_key: string; filename: string; file_size: number; file_type: string; pending?: true };

/** The mail to one person. Name and email are copied when the sending starts. */
export type Delivery = {
  user_id: string;
  name: string;
  email: string;
  status: DeliveryStatus;
  reason: string | null;
  settled_at: string | null;
  provider_id: string | null;
};

/** A delivery as it is stored and synced: an array, because a board's device holds hundreds for each announcement. */
export type Recipient = [
  user_id: string,
  name: string,
  email: string,
  status: DeliveryStatus,
  reason?: string | null,
  settled_at?: string | null,
  provider_id?: string | null,
];

/** A delivery's id in stored jobs. */
export const deliveryId = (announcement_id: string, user_id: string) => `${announcement_id}:${user_id}`;
export const readId = (announcement_id: string, user_id: string) => `${announcement_id}:${user_id}`;

type Chosen = { audience_type: AudienceType; custom_recipients: readonly string[]; streets?: readonly string[] | null };

/** A custom audience is people, streets, or both. */
export const lacksRecipients = ({ audience_type, custom_recipients, streets }: Chosen) =>
  audience_type === 'custom' && custom_recipients.length === 0 && !streets?.length;
export const TIME_PAST = 'This time has passed. Choose a later one.';
export const RECIPIENT_MISSING = 'Please select at least one recipient';
