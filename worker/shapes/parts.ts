import * as z from 'zod';
import { ROLES } from '../../schema/users.ts';
import { ERROR_CODES, type ErrorCode } from '../http/error-codes.ts';

/** A record of the API. Strict, so that an answer with a field that is not written here fails the tests. */
export const record = <Shape extends z.ZodRawShape>(id: string, shape: Shape) => z.strictObject(shape).meta({ id });

export const id = z.string().describe('UUID');
export const instant = z.string().meta({ format: 'date-time', description: 'ISO 8601, in UTC' });
export const day = z.string().meta({ format: 'date', description: 'Calendar date, YYYY-MM-DD' });
export const html = z.string().describe('Sanitized HTML');
export const executiveSession = id
  .nullable()
  .describe('The fact that began the executive session in which its device knew to be');
export const cents = z.int().describe('Cents');
export const count = z.int().min(0);
export const role = z.enum(ROLES);

export const pageOf = <Doc extends z.ZodType>(doc: Doc) =>
  z.strictObject({
    docs: z.array(doc),
    page: z.int().min(1),
    limit: z.int().min(1),
    totalPages: z.int().min(1),
    totalDocs: count,
    hasNextPage: z.boolean(),
    next: z
      .string()
      .nullable()
      .describe('The `cursor` of the page that follows; null after the last, unless `updated_since` was asked for'),
  });

export const named = record('Named', { _id: id, name: z.string() });
export const contact = record('Contact', { _id: id, name: z.string(), email: z.string() });
export const place = record('Place', {
  _id: id,
  street: z.string().nullable(),
  unit_number: z.string().nullable(),
});
/** Without `_id` where the viewer may not know who it was. */
export const author = record('Author', { _id: id.optional(), name: z.string(), role: role.nullish() });

export const storedFile = record('StoredFile', {
  key: z.string().describe('For the download-url call of the same feature'),
  name: z.string(),
  size: count.describe('Bytes'),
  type: z.string().describe('Content type'),
  pending: z.literal(true).optional().describe('Until its content has been checked'),
});

export const historyEntry = record('HistoryEntry', {
  action: z.string(),
  user_id: author,
  timestamp: instant,
});

export const message = record('Message', { message: z.string() });

/** The body of every answer from 400 on. */
export const failure = record('Error', {
  message: z.string().describe('What a person reads'),
  code: z
    .enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]])
    .describe('What a program goes by: it stays as it is, the message may not'),
  errors: z
    .array(z.strictObject({ path: z.string(), msg: z.string() }))
    .optional()
    .describe('The fields at fault'),
  retryAfter: z.int().min(1).optional().describe('With 429: seconds to wait, as in Retry-After'),
  second_factor: z.literal(true).optional().describe('A code of the authenticator app is needed'),
  challenge: z
    .strictObject({ token: z.string(), salt: z.string(), target: z.string(), range: z.int() })
    .optional()
    .describe('A sign-in may be repeated with its solution'),
  associations: z
    .array(z.strictObject({ id, name: z.string() }))
    .optional()
    .describe('The HOAs that the same email and password open'),
});
