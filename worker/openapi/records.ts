import * as z from 'zod';
import { ACTIVITY_KINDS } from '../../schema/activity.ts';
import {
  ANNOUNCEMENT_CATEGORIES,
  ANNOUNCEMENT_STATUSES,
  AUDIENCE_TYPES,
  DELIVERY_METHODS,
} from '../../schema/announcements.ts';
import { bulkInput } from '../../schema/bulk.ts';
import { DOCUMENT_CATEGORIES } from '../../schema/documents.ts';
import { DUE_FREQUENCIES, DUE_REASONS, DUE_STATUSES } from '../../schema/dues.ts';
import { INVOICE_STATUSES, PAYMENT_KINDS, PAYMENT_METHODS, PAYMENT_STATUSES } from '../../schema/invoices.ts';
import { CATEGORIES, FUNDS } from '../../schema/ledger.ts';
import { REQUEST_CATEGORIES, REQUEST_STATUSES } from '../../schema/requests.ts';
import { USER_STATUSES } from '../../schema/users.ts';
import { VIOLATION_CATEGORIES, VIOLATION_STATUSES } from '../../schema/violations.ts';
import {
  author,
  cents,
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
  delivered_count: count.optional(),
  failed_count: count.optional(),
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

export const due = record('Due', {
  _id: id,
  title: z.string(),
  frequency: z.enum(DUE_FREQUENCIES),
  recipients: z.array(id),
  send_date: day.nullable(),
  due_date: day.nullable(),
  due_date_offset: z.int().describe('Days'),
  amount: z.number().describe('Dollars'),
  reason: z.enum(DUE_REASONS),
  fund: z.enum(FUNDS),
  category: z.enum(CATEGORIES).nullable().describe('Of its charges; null: assessment for dues, other for other'),
  description: z.string().nullable(),
  status: z.enum(DUE_STATUSES),
  created_by: named,
  createdAt: instant,
});
export type DueBody = z.infer<typeof due>;

export const invoice = record('Invoice', {
  _id: id,
  dues_id: z.strictObject({ _id: id, title: z.string(), description: z.string().nullable() }),
  amountCents: cents,
  paidCents: cents.describe('What is paid of it, by money or credit'),
  remainingCents: cents.describe('What is still to be paid'),
  status: z.enum(INVOICE_STATUSES),
  sent: instant,
  due_date: day,
  paid_at: instant.nullable(),
  canceled_at: instant.nullable(),
  recipient_id: contact.optional().describe('For the board alone'),
});
export type InvoiceBody = z.infer<typeof invoice>;

export const payment = record('Payment', {
  _id: id,
  invoice_id: id.nullable(),
  user_id: contact,
  kind: z.enum(PAYMENT_KINDS),
  amountCents: cents.describe('Cents, without the online fee; negative for a refund'),
  onlineFeeCents: cents.describe('What the payer paid on top for paying online'),
  processorFeeCents: cents.nullish().describe('What the payment service took; for the board alone'),
  status: z.enum(PAYMENT_STATUSES),
  method: z.enum(PAYMENT_METHODS).nullable(),
  settled_at: instant.nullable(),
  createdAt: instant,
});
export type PaymentBody = z.infer<typeof payment>;

export const user = record('User', {
  _id: id,
  id,
  hoa_id: id.optional(),
  name: z.string(),
  email: z.string(),
  role,
  status: z.enum(USER_STATUSES),
  address_id: place.nullable(),
  phone: z.string().nullable(),
  createdAt: instant,
  lastLogin: instant.nullable(),
});
export type UserBody = z.infer<typeof user>;
export const listedUser = record('ListedUser', { ...user.shape, needsReactivation: z.boolean() });

export const address = record('Address', {
  _id: id,
  street: z.string(),
  unit_number: z.string().nullable(),
  is_rented: z.boolean(),
  notes: z.string().nullable(),
  residents: z.array(contact.extend({ role, status: z.enum(USER_STATUSES) })),
  createdAt: instant,
});
export type AddressBody = z.infer<typeof address>;

export const failedJob = record('FailedJob', {
  _id: id,
  kind: z.string(),
  subject: z.string().nullable(),
  subject_id: id.nullable(),
  user_id: id.nullable(),
  reason: z.string(),
  failed_at: instant,
  createdAt: instant,
});

const changeValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const activity = record('Activity', {
  _id: id,
  seq: z.int(),
  at: instant,
  actor_id: id.nullable(),
  actor_name: z.string().nullable(),
  actor_role: role.nullable(),
  device: z
    .string()
    .nullable()
    .describe('Browser and system, or the program; for an API token its name, the program and its network'),
  sign_in: z.string().nullable().describe('The sign-in, or the API token'),
  action: z.string(),
  entity: z.enum(ACTIVITY_KINDS),
  entity_id: z.string().nullable(),
  title: z.string().nullable(),
  changes: z
    .record(z.string(), z.union([z.tuple([changeValue, changeValue]), z.null()]))
    .describe('The old and the new value of each changed field'),
  createdAt: instant.optional(),
});

export const userFigures = z.strictObject({
  totalUsers: count,
  activeUsers: count,
  boardMembers: count,
  pendingInvitations: count,
  superAdmins: count,
});
export const addressFigures = z.strictObject({ totalAddresses: count, occupied: count });
export const bulk = bulkInput;
