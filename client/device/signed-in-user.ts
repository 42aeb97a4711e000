import type { User } from '../../schema/tables/users.ts';
import { clearTabStorage, local } from '../ui/local-storage.ts';
import { LAST_ASSOCIATION } from './associations.ts';
import { BRANDING } from './branding.ts';

/** The signed-in user's row without secrets, stored on the device. */
export type SessionUser = Pick<
  User,
  'id' | 'hoa_id' | 'name' | 'email' | 'role' | 'status' | 'address_id' | 'phone' | 'created_at' | 'last_login'
>;

export type ApiUser = Omit<SessionUser, 'address_id' | 'created_at' | 'last_login'> & {
  address_id: { _id: string } | null;
  createdAt: string;
  lastLogin: string | null;
};

export const userFromApi = ({ address_id, createdAt, lastLogin, ...user }: ApiUser): SessionUser =>
  identityOf({ ...user, address_id: address_id?._id ?? null, created_at: createdAt, last_login: lastLogin });

export const identityOf = (user: SessionUser): SessionUser => ({
  id: user.id,
  hoa_id: user.hoa_id,
  name: user.name,
  email: user.email,
  role: user.role,
  status: user.status,
  address_id: user.address_id,
  phone: user.phone,
  created_at: user.created_at,
  last_login: user.last_login,
});

const SIGNED_IN = 'porchlight.signed-in';
const USER = 'porchlight.user';
const PENDING_SIGN_OUT = 'porchlight.sign-out-owed';
const DRAFTS = 'draft/';

export const storeIdentity = (user: SessionUser): void => {
  local.set(SIGNED_IN, '1');
  local.set(USER, JSON.stringify(user));
};

export const readIdentity = (): { wasSignedIn: boolean; user: SessionUser | null } => {
  const user = readUser();
  return { wasSignedIn: user !== null || local.get(SIGNED_IN) !== null, user };
};

/** An unreadable identity counts as missing: renewing the session restores it. */
const readUser = (): SessionUser | null => {
  try {
    return JSON.parse(local.get(USER) ?? 'null') as SessionUser | null;
  } catch {
    return null;
  }
};

/** Keeps a pending sign-out, the last association with its branding, and the drafts of other users; with `keepDrafts` also the drafts of this user. */
export const clearBrowserStorage = (user_id: string | undefined, { keepDrafts }: { keepDrafts: boolean }): void => {
  const isKept = (key: string) =>
    key === PENDING_SIGN_OUT ||
    key === LAST_ASSOCIATION ||
    key === BRANDING ||
    (key.startsWith(DRAFTS) && (keepDrafts || !key.startsWith(`${DRAFTS}${user_id}/`)));
  for (const key of local.keys()) if (!isKept(key)) local.remove(key);
  clearTabStorage();
};

export const setPendingSignOut = (pending: boolean): void => {
  if (pending) local.set(PENDING_SIGN_OUT, '1');
  else local.remove(PENDING_SIGN_OUT);
};
export const isSignOutPending = (): boolean => local.get(PENDING_SIGN_OUT) !== null;
