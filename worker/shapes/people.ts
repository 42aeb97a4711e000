import * as z from 'zod';
import { USER_STATUSES } from '../../schema/users.ts';
import { contact, count, id, instant, place, record, role } from './parts.ts';

export const user = record('User', {
  _id: id,
  id,
  hoa_id: id.optional(),
  name: z.string(),
  email: z.string(),
  role,
  status: z.enum(USER_STATUSES),
  address_id: place.nullable(),
  phone: z.string().nullable(),
  createdAt: instant,
  lastLogin: instant.nullable(),
});
export type UserBody = z.infer<typeof user>;
export const listedUser = record('ListedUser', { ...user.shape, needsReactivation: z.boolean() });

export const address = record('Address', {
  _id: id,
  street: z.string(),
  unit_number: z.string().nullable(),
  is_rented: z.boolean(),
  notes: z.string().nullable(),
  residents: z.array(contact.extend({ role, status: z.enum(USER_STATUSES) })),
  createdAt: instant,
});
export type AddressBody = z.infer<typeof address>;

export const association = record('Association', {
  _id: id,
  name: z.string(),
  street: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  time_zone: z.string().describe('IANA time zone of its calendar dates and meetings'),
  accent: z.string().nullable().describe('Accent color as #rrggbb'),
  logo_url: z.string().nullable(),
  createdAt: instant,
});
export type AssociationBody = z.infer<typeof association>;

const assignee = id.nullable().describe('The person for new requests of the category');
export const automations = z.strictObject({
  maintenance_id: assignee,
  modification_id: assignee,
  inquiry_id: assignee,
  other_id: assignee,
  remind_unanswered_days: z.int().nullable().describe('A request without an answer is brought up after so many days'),
  remind_overdue: z.boolean().describe('The board is told of violations past their due date'),
});
export type AutomationsBody = z.infer<typeof automations>;

export const userFigures = z.strictObject({
  totalUsers: count,
  activeUsers: count,
  boardMembers: count,
  pendingInvitations: count,
  superAdmins: count,
});
export const addressFigures = z.strictObject({ totalAddresses: count, occupied: count });
