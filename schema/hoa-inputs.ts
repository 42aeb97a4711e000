import * as z from 'zod/mini';
import { base } from './edits.ts';
import {
  CITY_LIMIT,
  HOA_NAME_LIMIT,
  HOA_STREET_LIMIT,
  LOGO_HEIGHT,
  LOGO_WIDTH,
  STATE_LIMIT,
  ZIP_LIMIT,
} from './hoas.ts';
import { emailAddress, id, line, optionalText } from './inputs.ts';
import { DAYS_UNANSWERED, MOST_DAYS_UNANSWERED } from './requests.ts';
import { timeZoneOf } from './time-zones.ts';
import { PHONE_LIMIT } from './users.ts';

const NO_ZONE = 'Please choose a time zone';
export const timeZone = z.pipe(
  z.string({ error: NO_ZONE }).check(
    z.maxLength(100, NO_ZONE),
    z.refine((name) => timeZoneOf(name) !== undefined, NO_ZONE),
  ),
  z.transform((name) => timeZoneOf(name) ?? name),
);

export const hoaName = line('HOA name is required', HOA_NAME_LIMIT);
export const city = optionalText(CITY_LIMIT, `City cannot exceed ${CITY_LIMIT} characters`);
export const zip = optionalText(ZIP_LIMIT, `ZIP code cannot exceed ${ZIP_LIMIT} characters`);

const NO_COLOR = 'Please enter a color such as #1d5b4b';
export const accent = z.pipe(
  z.nullable(z.string({ error: NO_COLOR }).check(z.trim(), z.regex(/^(#?[0-9a-f]{6})?$/i, NO_COLOR))),
  z.transform((typed) => (typed ? `#${typed.replace('#', '').toLowerCase()}` : null)),
);
const pixels = (most: number) => z.int().check(z.minimum(1), z.maximum(most));

/** A field that is left out stays, null takes it away. `width` and `height` are those of the image in pixels. */
export const brandingUpdate = z.object({
  accent: z.optional(accent),
  logo: z.optional(
    z.nullable(
      z.object({
        s3Key: z.string().check(z.minLength(1), z.maxLength(1024)),
        width: pixels(LOGO_WIDTH),
        height: pixels(LOGO_HEIGHT),
      }),
    ),
  ),
  base,
});

/** A field that is left out stays as it is. */
export const hoaUpdate = z.object({
  name: z.optional(hoaName),
  street: z.optional(optionalText(HOA_STREET_LIMIT, `Street address cannot exceed ${HOA_STREET_LIMIT} characters`)),
  city: z.optional(city),
  state: z.optional(optionalText(STATE_LIMIT, `State cannot exceed ${STATE_LIMIT} characters`)),
  zip: z.optional(zip),
  email: z.optional(
    z.pipe(
      z.transform((typed) => typed || null),
      z.nullable(emailAddress('Email is required')),
    ),
  ),
  phone: z.optional(optionalText(PHONE_LIMIT, `Phone cannot exceed ${PHONE_LIMIT} characters`)),
  time_zone: z.optional(timeZone),
  base,
});

const assignee = z.optional(z.nullable(id));

/** A field that is left out stays as it is. Null: nobody is assigned, and nobody is reminded. */
export const automationsUpdate = z.object({
  maintenance_id: assignee,
  modification_id: assignee,
  inquiry_id: assignee,
  other_id: assignee,
  remind_unanswered_days: z.optional(
    z.nullable(
      z.int(DAYS_UNANSWERED).check(z.minimum(1, DAYS_UNANSWERED), z.maximum(MOST_DAYS_UNANSWERED, DAYS_UNANSWERED)),
    ),
  ),
  remind_overdue: z.optional(z.boolean()),
  base,
});
