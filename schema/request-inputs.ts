import * as z from 'zod/mini';
import { base } from './edits.ts';
import { id, isoDate, line, rich } from './inputs.ts';
import { ENTRY_NOT_FOUND } from './ledger.ts';
import { photoKeys } from './photo-inputs.ts';
import { REQUEST_CATEGORIES, REQUEST_STATUSES } from './requests.ts';

export const requestInput = z.object({
  id,
  title: line('Title is required'),
  description: rich('Description is required'),
  category: z.enum(REQUEST_CATEGORIES, { error: 'Category is required' }),
  entry_id: z.nullish(z.string({ error: ENTRY_NOT_FOUND }).check(z.maxLength(200, ENTRY_NOT_FOUND))),
  ...photoKeys,
});
const status = z.optional(z.enum(REQUEST_STATUSES, { error: 'Invalid status' }));
export const requestUpdate = z.object({
  id,
  status,
  assigned_to: z.nullish(id),
  resolution_deadline: z.nullish(isoDate),
  resolution_notes: z.nullish(z.string().check(z.maxLength(5000, 'Cannot exceed 5,000 characters'))),
  base,
});
export const requestAttachment = z.object({
  id,
  photo_url: z.string({ error: 'No file selected' }).check(z.minLength(1), z.maxLength(1024)),
});
export const commentInput = z.object({
  id,
  request_id: id,
  message: rich('Message cannot be empty'),
  is_public: z._default(z.boolean(), true),
  /** Set with the message, by the board alone. */
  status,
  ...photoKeys,
});
