import * as z from 'zod';
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

export const readId = (announcement_id: string, user_id: string) => `${announcement_id}:${user_id}`;

export const lacksRecipients = (audience_type: AudienceType, custom_recipients: readonly string[]) =>
  audience_type === 'custom' && custom_recipients.length === 0;
export const RECIPIENT_MISSING = 'Please select at least one recipient';

const attachment = z.object({
  s3_key: z.string({ error: 'No file selected' }).min(1, 'No file selected').max(1024),
  filename: z.string({ error: 'No file selected' }).min(1, 'No file selected').max(255),
  file_size: z.number().int().min(1, FILE_EMPTY_MESSAGE).max(FILE_LIMIT, FILE_SIZE_MESSAGE),
  file_type: z
    .string({ error: FILE_TYPE_MESSAGE })
    .toLowerCase()
    .refine((type) => Object.hasOwn(FILE_TYPES, type), FILE_TYPE_MESSAGE),
});
const fields = {
  title: line('Title is required'),
  message: rich('Message is required'),
  category: z.enum(ANNOUNCEMENT_CATEGORIES, { error: 'Category is required' }),
  audience_type: z.enum(AUDIENCE_TYPES, { error: 'Audience is required' }),
  custom_recipients: z
    .array(id)
    .max(10_000)
    .transform((ids) => [...new Set(ids)]),
  attachment: attachment.nullable(),
};

export const announcementInput = z
  .object({
    id,
    ...fields,
    category: fields.category.default('general'),
    audience_type: fields.audience_type.default('all'),
    custom_recipients: fields.custom_recipients.default([]),
    attachment: fields.attachment.default(null),
    delivery_methods: z.array(z.enum(DELIVERY_METHODS)).default(['in_app', 'email']),
  })
  .refine((input) => !lacksRecipients(input.audience_type, input.custom_recipients), {
    error: RECIPIENT_MISSING,
    path: ['custom_recipients'],
  });
/** The mutator checks `lacksRecipients` on the merged row. */
export const announcementUpdate = z
  .object({ ...fields, custom_recipients: listOrChange(fields.custom_recipients, id) })
  .partial()
  .extend({ id, base });
export const announcementFields = z.object(fields);
export const announcementChoice = z.object({ id });
export const announcementSending = z.object({ id, base });
/** No `user_ids` means every failed recipient. */
export const announcementRetry = z.object({ id, user_ids: z.array(id).default([]) });
