import type { Role } from '../schema/users.ts';

/** The capabilities of each role beyond reading its own records. Roles are compared nowhere else. */
const CAPABILITIES = {
  'announcements.manage': ['board', 'superadmin'],
  'requests.manage': ['board', 'superadmin'],
  'documents.manage': ['board', 'superadmin'],
  'violations.manage': ['board', 'superadmin'],
  'dues.manage': ['board', 'superadmin'],
  'invoices.manage': ['board', 'superadmin'],
  'invoices.pay': ['resident'],
  'money.record': ['board', 'superadmin'],
  'money.settings': ['board', 'superadmin'],
  'money.own': ['superadmin'],
  'meetings.manage': ['board', 'superadmin'],
  'meetings.direct': ['board'],
  'users.manage': ['board', 'superadmin'],
  'users.manage_superadmins': ['superadmin'],
  'addresses.manage': ['board', 'superadmin'],
  'failed_jobs.manage': ['board', 'superadmin'],
  'dashboard.view': ['board', 'superadmin'],
  'reports.view': ['board', 'superadmin'],
  'automations.manage': ['board', 'superadmin'],
  'settings.view': ['board', 'superadmin'],
  'hoa.manage': ['superadmin'],
  'branding.manage': ['superadmin'],
  'second_factor.add': ['superadmin'],
  'activity.view': ['superadmin'],
  'tokens.own': ['board', 'superadmin'],
  'api.manage': ['superadmin'],
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof CAPABILITIES;

export const can = (role: Role, capability: Capability): boolean =>
  (CAPABILITIES[capability] as readonly Role[]).includes(role);

/** Staff write in the HOA's name and belong to the 'board' audience. */
export const isStaff = (role: Role): boolean => can(role, 'requests.manage');
