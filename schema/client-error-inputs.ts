import * as z from 'zod/mini';

import { CLIENT_ERROR_KINDS } from './client-errors.ts';

/** A browser's report. `reference` is made on the device and shown to the user; `build` names the built client;
 * `request` is the id of the last answer before the error. */
export const clientErrorInput = z.object({
  kind: z.enum(CLIENT_ERROR_KINDS),
  reference: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  build: z.string().check(z.regex(/^[\w.+-]{1,40}$/)),
  request: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
  message: z.string().check(z.maxLength(300)),
  stack: z.string().check(z.maxLength(2000)),
});
export type ClientError = z.output<typeof clientErrorInput>;
