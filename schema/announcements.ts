import * as z from 'zod/mini';
import { base, listOrChange } from './edits.ts';
import { id, line, rich } from './inputs.ts';
import { FILE_EMPTY_MESSAGE, FILE_LIMIT, FILE_SIZE_MESSAGE, FILE_TYPE_MESSAGE, FILE_TYPES } from './uploads.ts';

export const ANNOUNCEMENT_CATEGORIES = ['general', 'maintenance', 'event', 'reminder', 'urgent'] as const;
export type AnnouncementCategory = (typeof ANNOUNCEMENT_CATEGORIES)[number];
export const AUDIENCE_TYPES = ['all', 'board', 'residents', 'custom'] as const;
export type AudienceType = (typeof AUDIENCE_TYPES)[number];
/** 'scheduled' is valid and shown, but no code sets it. */
export const ANNOUNCEMENT_STATUSES = ['draft', 'scheduled', 'sending', 'sent', 'failed'] as const;
export type AnnouncementStatus = (typeof ANNOUNCEMENT_STATUSES)[number];
export const DELIVERY_METHODS = ['in_app', 'email'] as const;
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number];
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

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

export const lacksRecipients = (audience_type: AudienceType, custom_recipients: readonly string[]) =>
  audience_type === 'custom' && custom_recipients.length === 0;
export const RECIPIENT_MISSING = 'Please select at least one recipient';

const attachment = z.object({
  s3_key: z.string({ error: 'No file selected' }).check(z.minLength(1, 'No file selected'), z.maxLength(1024)),
  filename: z.string({ error: 'No file selected' }).check(z.minLength(1, 'No file selected'), z.maxLength(255)),
  file_size: z.number().check(z.int(), z.minimum(1, FILE_EMPTY_MESSAGE), z.maximum(FILE_LIMIT, FILE_SIZE_MESSAGE)),
  file_type: z.string({ error: FILE_TYPE_MESSAGE }).check(
    z.toLowerCase(),
    z.refine((type) => Object.hasOwn(FILE_TYPES, type), FILE_TYPE_MESSAGE),
  ),
});
const fields = {
  title: line('Title is required'),
  message: rich('Message is required'),
  category: z.enum(ANNOUNCEMENT_CATEGORIES, { error: 'Category is required' }),
  audience_type: z.enum(AUDIENCE_TYPES, { error: 'Audience is required' }),
  custom_recipients: z.pipe(
    z.array(id).check(z.maxLength(10_000)),
    z.transform((ids) => [...new Set(ids)]),
  ),
  attachment: z.nullable(attachment),
};

export const announcementInput = z
  .object({
    id,
    ...fields,
    category: z._default(fields.category, 'general'),
    audience_type: z._default(fields.audience_type, 'all'),
    custom_recipients: z._default(fields.custom_recipients, []),
    attachment: z._default(fields.attachment, null),
    delivery_methods: z._default(z.array(z.enum(DELIVERY_METHODS)), ['in_app', 'email']),
  })
  .check(
    z.refine((input) => !lacksRecipients(input.audience_type, input.custom_recipients), {
      error: RECIPIENT_MISSING,
      path: ['custom_recipients'],
    }),
  );
/** The mutator checks `lacksRecipients` on the merged row. */
export const announcementUpdate = z.extend(
  z.partial(z.object({ ...fields, custom_recipients: listOrChange(fields.custom_recipients, id) })),
  { id, base },
);
export const announcementFields = z.object(fields);
export const announcementChoice = z.object({ id });
export const announcementSending = z.object({ id, base });
/** No `user_ids` means every failed recipient. */
export const announcementRetry = z.object({ id, user_ids: z._default(z.array(id), []) });
