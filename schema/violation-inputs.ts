import * as z from 'zod/mini';
import { base } from './edits.ts';
import { calendarDate, id, isoDate, line, rich } from './inputs.ts';
import { photoKeys } from './photo-inputs.ts';
import { VIOLATION_CATEGORIES, VIOLATION_STATUSES } from './violations.ts';

export const violationInput = z.object({
  id,
  user_id: z.pipe(
    z.string({ error: 'Please select a resident' }).check(z.minLength(1, 'Please select a resident')),
    id,
  ),
  category: z._default(z.enum(VIOLATION_CATEGORIES, { error: 'Category is required' }), 'Other'),
  title: line('Title is required'),
  message: rich('Message is required'),
  due_date: calendarDate('Due date is required'),
  ...photoKeys,
  /** When it was written on the device, perhaps offline. This day decides whether the due date is past. */
  written_at: z.optional(isoDate),
});
/** Absent: stays as it is. */
export const violationUpdate = z.object({
  id,
  due_date: z.optional(calendarDate('Due date is required')),
  written_at: z.optional(isoDate),
});
const status = z.enum(VIOLATION_STATUSES, { error: 'Invalid status' });
export const violationStatus = z.object({
  id,
  status,
  resolution_notes: z.nullish(z.string().check(z.maxLength(5000, 'Cannot exceed 5,000 characters'))),
  base,
});
export const violationAttachment = z.object({
  id,
  photo_url: z.string({ error: 'No file selected' }).check(z.minLength(1, 'No file selected'), z.maxLength(1024)),
});
export const violationMessageInput = z.object({
  id,
  violation_id: id,
  message: rich('Message cannot be empty'),
  is_internal: z._default(z.boolean(), false),
  /** Set with the message, by the board alone; `base` as with the status alone. */
  status: z.optional(status),
  base,
  ...photoKeys,
});
