import * as z from 'zod';
import {
  ANNOUNCEMENT_CATEGORIES,
  ANNOUNCEMENT_STATUSES,
  AUDIENCE_TYPES,
  DELIVERY_METHODS,
} from '../../schema/announcements.ts';
import { DOCUMENT_CATEGORIES } from '../../schema/documents.ts';
import { REQUEST_CATEGORIES, REQUEST_STATUSES } from '../../schema/requests.ts';
import { VIOLATION_CATEGORIES, VIOLATION_STATUSES } from '../../schema/violations.ts';
import {
  author,
  contact,
  count,
  day,
  historyEntry,
  html,
  id,
  instant,
  named,
  place,
  record,
  role,
  storedFile,
} from './parts.ts';

const files = {
  photo_url: z.string().nullable().describe('Key of the first attachment'),
  photo: storedFile.nullable(),
  more_photos: z.array(storedFile).nullable().describe('The other attachments'),
};

export const request = record('Request', {
  _id: id,
  title: z.string(),
  description: html,
  category: z.enum(REQUEST_CATEGORIES),
  status: z.enum(REQUEST_STATUSES),
  user_id: contact.extend({ role }),
  address_id: place.nullable(),
  entry_id: z.string().nullable().describe('The entry of an account that it asks about'),
  assigned_to: contact.nullable().describe('Null for residents'),
  ...files,
  resolution_deadline: z.string().nullable(),
  resolution_notes: z.string().nullable(),
  history: z.array(historyEntry),
  comments: z.array(
    record('RequestComment', {
      _id: id,
      user_id: author,
      message: html,
      created_at: instant,
      is_public: z.boolean().describe('False: only the board sees it'),
      is_staff: z.boolean(),
      ...files,
    }),
  ),
  createdAt: instant,
});
export type RequestBody = z.infer<typeof request>;

export const violation = record('Violation', {
  _id: id,
  user_id: contact,
  address_id: place.nullable(),
  issued_by: contact,
  category: z.enum(VIOLATION_CATEGORIES),
  title: z.string(),
  message: html,
  due_date: day,
  ...files,
  status: z.enum(VIOLATION_STATUSES),
  resolution: z
    .strictObject({ resolved_by: named, resolved_at: instant, resolution_notes: z.string().nullable() })
    .nullable(),
  history: z.array(historyEntry),
  messages: z.array(
    record('ViolationMessage', {
      _id: id,
      sender_id: named,
      message: html,
      is_internal: z.boolean().describe('True: only the board sees it'),
      is_staff: z.boolean(),
      ...files,
      sent_at: instant,
    }),
  ),
  createdAt: instant,
});
export type ViolationBody = z.infer<typeof violation>;

const attachment = record('AnnouncementAttachment', {
  s3_key: z.string().describe('For POST /api/announcements/download-url'),
  filename: z.string(),
  file_size: count.describe('Bytes'),
  file_type: z.string().describe('An extension'),
  pending: z.literal(true).optional(),
});

const sending = {
  recipients: z.array(contact),
  delivery_stats: z.strictObject({
    total_sent: count,
    email_delivered: z.array(contact),
    email_failed: z.array(contact.extend({ reason: z.string().nullable() })),
  }),
};

export const announcement = record('Announcement', {
  _id: id,
  title: z.string(),
  message: html,
  category: z.enum(ANNOUNCEMENT_CATEGORIES),
  status: z.enum(ANNOUNCEMENT_STATUSES),
  attachment: attachment.nullable(),
  delivery_methods: z.array(z.enum(DELIVERY_METHODS)),
  recipient_count: count,
  isReadBy: z.boolean().describe('Whether the caller has read it'),
  createdAt: instant,
  sent_at: instant.nullable(),
  audience_type: z.enum(AUDIENCE_TYPES).optional().describe('This and what follows is for the board alone'),
  custom_recipients: z.array(id).optional(),
  streets: z.array(z.string()).nullish().describe('Everyone who lives there when it is sent'),
  delivered_count: count.optional(),
  failed_count: count.optional(),
  send_at: instant.nullish().describe('When a scheduled one goes out'),
  sending_since: instant.nullish(),
  history: z.array(historyEntry).optional(),
  created_by: named.optional(),
  recipients: sending.recipients.optional().describe('Of a single announcement, not of a list'),
  delivery_stats: sending.delivery_stats.optional(),
});
export type AnnouncementBody = z.infer<typeof announcement>;

export const document = record('Document', {
  _id: id,
  title: z.string(),
  category: z.enum(DOCUMENT_CATEGORIES),
  file_type: z.string().describe('An extension'),
  file_size: count.describe('Bytes'),
  fileSizeFormatted: z.string(),
  file_pending: z.boolean().optional(),
  is_public: z.boolean(),
  notes: z.string().nullable(),
  tags: z.array(z.string()),
  s3_key: z.string(),
  uploaded_by: named.optional().describe('For the board alone'),
  createdAt: instant,
});
export type DocumentBody = z.infer<typeof document>;
