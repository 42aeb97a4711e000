export const ROLES = ['resident', 'board', 'superadmin'] as const;
export type Role = (typeof ROLES)[number];
export const USER_STATUSES = ['active', 'invited', 'inactive'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export const NAME_LIMIT = 200;
export const PHONE_LIMIT = 40;

export const NO_ADDRESS = 'no-address';
