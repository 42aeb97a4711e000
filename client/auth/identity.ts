import type { User } from '../../schema/users.ts';
import { clearTabStorage, local } from '../ui/local-storage.ts';

/** The signed-in user as this device knows them: their row, without secrets. */
export type SessionUser = Pick<
  User,
  'id' | 'hoa_id' | 'name' | 'email' | 'role' | 'status' | 'address_id' | 'phone' | 'created_at' | 'last_login'
>;

/** A user as the API sends them. */
export type WireUser = Omit<SessionUser, 'address_id' | 'created_at' | 'last_login'> & {
  address_id: { _id: string } | null;
  createdAt: string;
  lastLogin: string | null;
};

/** The user behind an answer of the API. */
export const fromWire = ({ address_id, createdAt, lastLogin, ...user }: WireUser): SessionUser =>
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

const FLAG = 'porchlight.signed-in';
const USER = 'porchlight.user';
const OWED = 'porchlight.sign-out-owed';
/** Where client/ui/draft.tsx keeps what was typed, by user. */
const DRAFTS = 'draft/';

/** Keeps the identity on this device, so that the app opens without a network. */
export const remember = (user: SessionUser): void => {
  local.set(FLAG, '1');
  local.set(USER, JSON.stringify(user));
};

/** Whether somebody was signed in here, and who. */
export const remembered = (): { wasSignedIn: boolean; user: SessionUser | null } => {
  const user = readUser();
  return { wasSignedIn: user !== null || local.get(FLAG) !== null, user };
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
export const forget = (user_id: string | undefined, { keepDrafts }: { keepDrafts: boolean }): void => {
  const isKept = (key: string) =>
    key === OWED || (key.startsWith(DRAFTS) && (keepDrafts || !key.startsWith(`${DRAFTS}${user_id}/`)));
  for (const key of local.keys()) if (!isKept(key)) local.remove(key);
  clearTabStorage();
};

/** Notes that the server must still be told of a sign-out (or has been). */
export const oweSignOut = (owed: boolean): void => {
  if (owed) local.set(OWED, '1');
  else local.remove(OWED);
};
export const isSignOutOwed = (): boolean => local.get(OWED) !== null;
