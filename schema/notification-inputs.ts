import * as z from 'zod/mini';
import { EVENT_NAMES } from './notifications.ts';

const hour = z.int('Choose an hour').check(z.minimum(0, 'Choose an hour'), z.maximum(23, 'Choose an hour'));
const choice = z.object({ mail: z.optional(z.boolean()), push: z.optional(z.boolean()) });

/** Missing fields stay as they are. Hours are those of the HOA's clock. */
export const preferencesUpdate = z.object({
  choices: z.optional(z.partialRecord(z.enum(EVENT_NAMES, { error: 'Unknown notification' }), choice)),
  quiet_hours: z.optional(
    z.nullable(
      z
        .object({ from: hour, to: hour })
        .check(
          z.refine(({ from, to }) => from !== to, { error: 'Quiet hours must end at another hour', path: ['to'] }),
        ),
    ),
  ),
  digest_hour: z.optional(z.nullable(hour)),
});
