import * as z from 'zod/mini';
import { STREET_LIMIT } from './addresses.ts';
import {
  ANNOUNCEMENT_CATEGORIES,
  AUDIENCE_TYPES,
  DELIVERY_METHODS,
  lacksRecipients,
  RECIPIENT_MISSING,
} from './announcements.ts';
import { base, listOrChange } from './edits.ts';
import { id, instantInput, line, rich } from './inputs.ts';
import { FILE_EMPTY_MESSAGE, FILE_LIMIT, FILE_SIZE_MESSAGE, FILE_TYPE_MESSAGE, FILE_TYPES } from './uploads.ts';

const attachment = z.object({
  s3_key: z.string({ error: 'No file selected' }).check(z.minLength(1, 'No file selected'), z.maxLength(1024)),
  filename: z.string({ error: 'No file selected' }).check(z.minLength(1, 'No file selected'), z.maxLength(255)),
  file_size: z.number().check(z.int(), z.minimum(1, FILE_EMPTY_MESSAGE), z.maximum(FILE_LIMIT, FILE_SIZE_MESSAGE)),
  file_type: z.string({ error: FILE_TYPE_MESSAGE }).check(
    z.toLowerCase(),
    z.refine((type) => Object.hasOwn(FILE_TYPES, type), FILE_TYPE_MESSAGE),
  ),
});
const street = line('Street is required', STREET_LIMIT);
const MOST_STREETS = 500;
const streets = z.pipe(
  z.array(street).check(z.maxLength(MOST_STREETS)),
  z.transform((names) => [...new Set(names)]),
);
const fields = {
  title: line('Title is required'),
  message: rich('Message is required'),
  category: z.enum(ANNOUNCEMENT_CATEGORIES, { error: 'Category is required' }),
  audience_type: z.enum(AUDIENCE_TYPES, { error: 'Audience is required' }),
  custom_recipients: z.pipe(
    z.array(id).check(z.maxLength(10_000)),
    z.transform((ids) => [...new Set(ids)]),
  ),
  /** Everyone who lives there when it is sent. */
  streets: z.nullable(streets),
  attachment: z.nullable(attachment),
};

export const announcementInput = z
  .object({
    id,
    ...fields,
    category: z._default(fields.category, 'general'),
    audience_type: z._default(fields.audience_type, 'all'),
    custom_recipients: z._default(fields.custom_recipients, []),
    streets: z._default(fields.streets, null),
    attachment: z._default(fields.attachment, null),
    delivery_methods: z._default(z.array(z.enum(DELIVERY_METHODS)), ['in_app', 'email']),
  })
  .check(
    z.refine((input) => !lacksRecipients(input), {
      error: RECIPIENT_MISSING,
      path: ['custom_recipients'],
    }),
  );
/** The mutator checks `lacksRecipients` on the merged row. */
export const announcementUpdate = z.extend(
  z.partial(
    z.object({
      ...fields,
      custom_recipients: listOrChange(fields.custom_recipients, id),
      streets: z.nullable(listOrChange(streets, street)),
    }),
  ),
  { id, base },
);
const announcementFields = z.object({ ...fields, streets });
export const announcementChoice = z.object({ id });
export const announcementSending = z.object({ id, base });
/** An instant, given with its offset from UTC. */
export const announcementSchedule = z.object({ id, send_at: instantInput('Please select a date and time.'), base });
/** No `user_ids` means every failed recipient. */
export const announcementRetry = z.object({ id, user_ids: z._default(z.array(id), []) });

/** Recipients are validated also while another field is still invalid. */
export const announcementForm = announcementFields.check(
  z.refine((values) => !lacksRecipients(values), {
    error: RECIPIENT_MISSING,
    path: ['custom_recipients'],
    when: () => true,
  }),
);
