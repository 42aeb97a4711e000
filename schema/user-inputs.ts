import * as z from 'zod/mini';
import { emailAddress, id, line, optionalText } from './inputs.ts';
import { NAME_LIMIT, NO_ADDRESS, PHONE_LIMIT, ROLES, USER_STATUSES } from './users.ts';

const noAddress = (value: unknown) => (value === '' || value === NO_ADDRESS ? null : value);
const phone = optionalText(PHONE_LIMIT, `Phone cannot exceed ${PHONE_LIMIT} characters`);
const role = z.enum(ROLES, { error: 'Invalid role' });

export const inviteInput = z.object({
  id,
  email: emailAddress('Email is required'),
  role: z._default(role, 'resident'),
  address_id: z.pipe(z.transform(noAddress), z.nullish(id)),
  phone,
});
export const userUpdate = z.object({
  id,
  name: z.optional(line('Name is required', NAME_LIMIT)),
  role: z.optional(role),
  status: z.optional(z.enum(USER_STATUSES, { error: 'Invalid status' })),
});
export const userChoice = z.object({ id });
/** `id` is the user's. */
export const addressAssignment = z.object({ id, address_id: id });
