import * as z from 'zod';
import { EVENT_NAMES } from '../../schema/notifications.ts';

const hour = z.int().min(0).max(23);
export const preferences = z.strictObject({
  events: z.array(
    z.strictObject({
      event: z.enum(EVENT_NAMES),
      label: z.string(),
      mail: z.boolean(),
      push: z.boolean(),
      mailRequired: z.boolean().describe('An official notice, which cannot be turned off.'),
    }),
  ),
  quietHours: z.strictObject({ from: hour, to: hour }).nullable(),
  digestHour: hour.nullable(),
});
export const unsubscribed = z.strictObject({ mail: z.boolean(), hoa: z.string(), labels: z.array(z.string()) });
export const unsubscribeQuery = z.object({ token: z.string().describe('Of the link in a mail.') });
export const unsubscribeBody = z.object({ mail: z.boolean().optional() });
export const pushKey = z.strictObject({ key: z.string().nullable() });
export const calendarFeed = z.strictObject({ createdAt: z.iso.datetime().nullable() });
export const newCalendarFeed = z.strictObject({ url: z.url() });
