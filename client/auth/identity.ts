import type { User } from '../../schema/users.ts';
import { clearTabStorage, local } from '../ui/local-storage.ts';

/** The signed-in user as this device knows them: their row, without secrets. */
export type SessionUser = Pick<
  User,
  'id' | 'hoa_id' | 'name' | 'email' | 'role' | 'status' | 'address_id' | 'phone' | 'created_at' | 'last_login'
>;

/** A user as the API sends them. */
export type ApiUser = Omit<SessionUser, 'address_id' | 'created_at' | 'last_login'> & {
  address_id: { _id: string } | null;
  createdAt: string;
  lastLogin: string | null;
};

/** The user behind an answer of the API. */
export const userFromApi = ({ address_id, createdAt, lastLogin, ...user }: ApiUser): SessionUser =>
  identityOf({ ...user, address_id: address_id?._id ?? null, created_at: createdAt, last_login: lastLogin });

/** The part of a user that makes the identity. */
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
/** Where client/ui/draft.tsx keeps what was typed, by user. */
const DRAFTS = 'draft/';

/** Keeps the identity on this device, so that the app opens without a network. */
export const storeIdentity = (user: SessionUser): void => {
  local.set(SIGNED_IN, '1');
  local.set(USER, JSON.stringify(user));
};

/** Whether somebody was signed in here, and who. */
export const readIdentity = (): { wasSignedIn: boolean; user: SessionUser | null } => {
  const user = readUser();
  return { wasSignedIn: user !== null || local.get(SIGNED_IN) !== null, user };
};

/** What is not readable is as good as not there: a refresh brings it back. */
const readUser = (): SessionUser | null => {
  try {
    return JSON.parse(local.get(USER) ?? 'null') as SessionUser | null;
  } catch {
    return null;
  }
};

/** Clears the browser's storage. Kept are the drafts of others who use this browser and a sign-out the server has yet
 * to hear of; with `keepDrafts` also the drafts of the user who leaves. */
export const clearBrowserStorage = (user_id: string | undefined, { keepDrafts }: { keepDrafts: boolean }): void => {
  const isKept = (key: string) =>
    key === PENDING_SIGN_OUT || (key.startsWith(DRAFTS) && (keepDrafts || !key.startsWith(`${DRAFTS}${user_id}/`)));
  for (const key of local.keys()) if (!isKept(key)) local.remove(key);
  clearTabStorage();
};

/** Notes that the server must still be told of a sign-out (or has been). */
export const setPendingSignOut = (owed: boolean): void => {
  if (owed) local.set(PENDING_SIGN_OUT, '1');
  else local.remove(PENDING_SIGN_OUT);
};
export const isSignOutPending = (): boolean => local.get(PENDING_SIGN_OUT) !== null;
