import * as z from 'zod/mini';
import { optionalText } from './inputs.ts';

/** Stored in endpoints and deliveries, so none is ever renamed. */
export const WEBHOOK_EVENTS = [
  'request.created',
  'request.updated',
  'request.replied',
  'violation.created',
  'violation.updated',
  'announcement.sent',
  'invoice.created',
  'invoice.paid',
  'payment.recorded',
  'person.added',
  'document.uploaded',
  'association.updated',
  'document.deleted',
  'announcement.deleted',
  'person.deleted',
  'address.deleted',
  'due.created',
  'due.updated',
  'entry.posted',
  'payment.refunded',
  'meeting.created',
  'meeting.updated',
  'meeting.deleted',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** Sent by the button alone. */
export const TEST_EVENT = 'webhook.test';

/** `id` is the record's, or of a payment, the payment's. */
export type RecordEvent = { type: WebhookEvent; id: string };
/** As a commit notes it. `event_id` is the same in the list of events, in every delivery and in each attempt. */
export type NotedEvent = RecordEvent & { event_id: string };
export const EVENT_DAYS = 30;

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export const ENDPOINTS_PER_HOA = 10;
/** How long both secrets sign after a new one was made. */
export const ROTATION_HOURS = 24;
/** How long an endpoint may fail before it is turned off. */
export const FAILING_DAYS = 5;
/** How long one delivery is tried again. */
export const DELIVERY_HOURS = 72;

const url = z
  .string({ error: 'Please enter the address' })
  .check(z.trim(), z.minLength(1, 'Please enter the address'), z.maxLength(1000, 'Cannot exceed 1,000 characters'));
const EVENT_MISSING = 'Please choose at least one event';
const events = z
  .array(z.enum(WEBHOOK_EVENTS, { error: 'Unknown event' }), { error: EVENT_MISSING })
  .check(z.minLength(1, EVENT_MISSING), z.maxLength(WEBHOOK_EVENTS.length));

export const endpointInput = z.object({
  url,
  description: optionalText(200, 'Cannot exceed 200 characters'),
  events,
});
export const endpointUpdate = z.extend(z.partial(endpointInput), { is_enabled: z.optional(z.boolean()) });
