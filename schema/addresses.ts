import * as z from 'zod/mini';
import { base } from './edits.ts';
import { id, optionalText, VISIBLE } from './inputs.ts';

export const STREET_LIMIT = 200;
export const UNIT_LIMIT = 10;
export const NOTES_LIMIT = 500;

const street = z
  .string({ error: 'Street address is required' })
  .check(
    z.trim(),
    z.regex(VISIBLE, 'Street address is required'),
    z.minLength(3, 'Street address must be at least 3 characters long'),
    z.maxLength(STREET_LIMIT, `Street address cannot exceed ${STREET_LIMIT} characters`),
  );
const unit_number = optionalText(UNIT_LIMIT, `Unit number cannot exceed ${UNIT_LIMIT} characters`);

export const addressInput = z.object({ id, street, unit_number });
/** An omitted unit or note is cleared, as the forms leave empty ones out. With `base`, a field equal to its base keeps
 * its current value. */
export const addressUpdate = z.object({
  id,
  street,
  unit_number,
  is_rented: z.boolean({ error: 'Property type is required' }),
  notes: optionalText(NOTES_LIMIT, `Notes cannot exceed ${NOTES_LIMIT} characters`),
  base,
});
export const addressDeletion = z.object({ id });
