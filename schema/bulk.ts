import * as z from 'zod/mini';
import { STREET_LIMIT, UNIT_LIMIT } from './addresses.ts';
import { emailAddress, line, optionalText } from './inputs.ts';
import { NAME_LIMIT, PHONE_LIMIT } from './users.ts';

const ROLE = 'Role must be "Resident" or "Board Member"';

/** The API prefixes the messages with "Row N: ", counted from 2. */
export const bulkRow = z
  .object({
    street: z.pipe(
      z.nullish(
        z.string().check(
          z.trim(),
          z.maxLength(STREET_LIMIT, `Street cannot exceed ${STREET_LIMIT} characters`),
          z.refine((text) => text === '' || text.length >= 3, 'Street must be at least 3 characters'),
        ),
      ),
      z.transform((text) => text || null),
    ),
    unit: optionalText(UNIT_LIMIT, `Unit cannot exceed ${UNIT_LIMIT} characters`),
    is_rented: z.nullish(z.boolean()),
    resident_name: line('Resident name is required', NAME_LIMIT),
    resident_email: emailAddress('Email is required', 'Invalid email address'),
    role: z.enum(['resident', 'board'], { error: ROLE }),
    phone: optionalText(PHONE_LIMIT, `Phone cannot exceed ${PHONE_LIMIT} characters`),
  })
  .check(
    z.refine((row) => (row.street === null) === (row.is_rented == null), {
      error: 'Street and property type must both be provided or both be empty',
      path: ['street'],
    }),
  );
export type BulkRow = z.infer<typeof bulkRow>;

export const BULK_LIMIT = 5000;
export const DUPLICATE_EMAIL = 'Duplicate email address';
const TOO_MANY = 'At most 5,000 people can be added at once. Please split the file.';
const NO_DATA = 'No data found in file';

export const bulkInput = z.object({
  users: z.array(bulkRow, { error: NO_DATA }).check(
    z.minLength(1, NO_DATA),
    z.maxLength(BULK_LIMIT, TOO_MANY),
    z.superRefine((rows, context) => {
      for (const at of repeated(rows))
        context.addIssue({ code: 'custom', message: DUPLICATE_EMAIL, path: [at, 'resident_email'] });
    }),
  ),
});

const repeated = (rows: readonly BulkRow[]): number[] => {
  const first = new Map<string, number>();
  return rows.flatMap(({ resident_email }, at) => {
    if (first.has(resident_email)) return [at];
    first.set(resident_email, at);
    return [];
  });
};
