import * as z from 'zod/mini';
import { calendarDate, id, isoDate, optionalText } from './inputs.ts';
import { CHOICES, PROXY_KINDS } from './meetings.ts';

const REASON_LIMIT = 500;
const reason = optionalText(REASON_LIMIT, `Reason cannot exceed ${REASON_LIMIT} characters`);

/** `id` is the meeting's. With the announcement that has gone out, `reason` alone is written. `again` sends a new one
 * though neither time nor place has changed. */
export const meetingNoticeInput = z.object({
  id,
  announcement_id: id,
  reason: z._default(reason, null),
  again: z._default(z.boolean(), false),
});

const NAME_LIMIT = 100;
const name = (required: string) =>
  z
    .string({ error: required })
    .check(z.trim(), z.minLength(1, required), z.maxLength(NAME_LIMIT, `Cannot exceed ${NAME_LIMIT} characters`));

const DIRECTIONS_LIMIT = 100;
const proxyFields = {
  id,
  meeting_id: id,
  address_id: id,
  holder_name: name('Please enter who votes for you.'),
  kind: z.enum(PROXY_KINDS, { error: 'Please select what the proxy is for.' }),
  /** The choices of a directed proxy. */
  directions: z._default(
    z.array(z.object({ item_id: id, choice: z.enum(CHOICES) })).check(z.maxLength(DIRECTIONS_LIMIT)),
    [],
  ),
};

export const proxyGift = z.object(proxyFields);

/** A proxy on paper. `signed_at` is the calendar date on it. */
export const proxyRecord = z.object({
  ...proxyFields,
  giver_name: name('Please enter who signed the proxy.'),
  giver_id: z._default(z.nullable(id), null),
  holder_id: z._default(z.nullable(id), null),
  signed_at: calendarDate('Please enter the date on the proxy.'),
});

/** `at` is when a revocation on paper reached the desk, which may be offline. */
export const proxyRevocation = z.object({ id, at: z.optional(isoDate), reason: z._default(reason, null) });

/** `photo_url` is the storage key of the signed paper. */
export const proxyPhoto = z.object({
  id,
  photo_url: z.string({ error: 'No file selected' }).check(z.minLength(1, 'No file selected'), z.maxLength(1024)),
});

export const proxyRuling = z.object({
  id,
  status: z.enum(['active', 'invalid'], { error: 'Please select whether the proxy counts.' }),
  reason: z._default(reason, null),
});
