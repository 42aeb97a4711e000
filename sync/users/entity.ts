import type { User } from '../../schema/tables/users.ts';
import { ROLES, USER_STATUSES, type UserStatus } from '../../schema/users.ts';
import type { Descriptors } from '../entity.ts';
import { defineList, type OrderKey, orderBy, type Tally } from '../list.ts';
import { can } from '../roles.ts';
import type { Actor, Tx } from '../tx.ts';
import { chosen } from '../where.ts';

export const USER_NOT_FOUND = 'User not found';
export const EMAIL_TAKEN = 'A user with this email already exists';
export const NEVER_ACTIVATED = 'This person has not activated their account. Send them a new invitation instead.';

type ActorRef = Pick<Actor, 'id' | 'role'>;
type UserRef = Pick<User, 'id' | 'role' | 'status' | 'deleted_at'>;

export const canManage = (actor: Pick<Actor, 'role'>) => can(actor.role, 'users.manage');
export const grantableRoles = (actor: Pick<Actor, 'role'>): User['role'][] =>
  can(actor.role, 'users.manage_superadmins') ? ['resident', 'board', 'superadmin'] : ['resident', 'board'];
export const canEdit = (actor: ActorRef, user: UserRef) =>
  canManage(actor) && actor.id !== user.id && !user.deleted_at && grantableRoles(actor).includes(user.role);
export const canDelete = (actor: ActorRef, user: UserRef) =>
  canEdit(actor, user) && (user.role === 'resident' || can(actor.role, 'users.manage_superadmins'));
export const canResend = (actor: ActorRef, user: UserRef) => canInvite(actor, user) && isInvited(user);
export const canInvite = (actor: Pick<Actor, 'role'>, user: Pick<User, 'role'>) =>
  canManage(actor) && grantableRoles(actor).includes(user.role);
export const isInvited = (user: Pick<User, 'status' | 'deleted_at'>) => user.status === 'invited' && !user.deleted_at;
export const hasActivated = (user: Pick<User, 'last_login'>) => user.last_login !== null;
export const canMoveIn = (user: Pick<User, 'status' | 'deleted_at' | 'address_id'>) =>
  !user.deleted_at && user.status !== 'inactive' && user.address_id === null;
/** A user who never activated can return only through a new invitation. */
export const nextStatuses = (user: Pick<User, 'status' | 'last_login'>): UserStatus[] => {
  if (user.status === 'invited') return ['invited', 'inactive'];
  return hasActivated(user) ? ['active', 'inactive'] : ['inactive'];
};
/** Another one who is active, of these people. */
export const hasOtherSuperadmin = (
  people: readonly Pick<User, 'id' | 'role' | 'status' | 'deleted_at'>[],
  id: string,
): boolean =>
  people.some((user) => user.id !== id && user.role === 'superadmin' && user.status === 'active' && !user.deleted_at);
export const nameOf = (user: Pick<User, 'name' | 'email'>) => user.name || user.email;

export type UserQuery = {
  search?: string;
  role?: readonly string[];
  status?: readonly string[];
  includeDeleted?: boolean;
  /** One of `SORT_KEYS`, with '-' before it descending; by name without. */
  sort?: string;
};
type Listed = Pick<User, 'id' | 'name' | 'email' | 'role' | 'status' | 'address_id' | 'deleted_at' | 'last_login'>;

const NAME: OrderKey<Listed> = { column: 'name', ifEmpty: 'email', ignoreCase: true };
const SORT_KEYS: Record<string, OrderKey<Listed>> = {
  name: NAME,
  email: { column: 'email' },
  role: { column: 'role', among: ROLES },
  status: { column: 'status', among: USER_STATUSES },
  login: { column: 'last_login' },
};

export const list = defineList<Listed, UserQuery>({
  searchText: ({ name, email }) => `${name}\n${email}`,
  linked: { address_id: 'address' },
  filters: ({ role, status, includeDeleted = false }) => ({
    role: chosen(role),
    status: chosen(status),
    deleted_at: includeDeleted ? undefined : null,
  }),
  order: ({ sort }) => orderBy(SORT_KEYS, sort, [NAME, { column: 'email' }]),
});

export const entities = {
  user: {
    audiences: [{ audience: 'board' }, { namedIn: 'id' }],
    view: (user, viewer) =>
      canManage(viewer) || viewer.id === user.id ? { ...user, epoch: undefined } : { id: user.id },
    list,
    load: 'first',
  },
} satisfies Descriptors;

const noFigures = { activeUsers: 0, boardMembers: 0, pendingInvitations: 0, totalUsers: 0, superAdmins: 0 };

export const figures: Tally<Pick<User, 'role' | 'status' | 'deleted_at'>, typeof noFigures> = {
  zero: () => ({ ...noFigures }),
  add: (totals, user, times) => {
    if (user.deleted_at) return;
    totals.totalUsers += times;
    if (user.status === 'active') totals.activeUsers += times;
    if (user.role === 'board') totals.boardMembers += times;
    if (isInvited(user)) totals.pendingInvitations += times;
    if (user.role === 'superadmin') totals.superAdmins += times;
  },
};

/** Records in `email_bounced_at` that the mail service could not deliver to a user's email for good, or removes it once a
 * mail is delivered. `at` (ISO) is the time of the event: one older than what is recorded changes nothing. */
export const reportEmail = async (tx: Tx, id: string, { at, bounced }: { at: string; bounced: boolean }) => {
  const user = await tx.get('user', id);
  if (!user || user.deleted_at || (user.email_bounced_at ?? '') >= at) return;
  if (!bounced && !user.email_bounced_at) return;
  await tx.put('user', { ...user, email_bounced_at: bounced ? at : null });
};

/** A deleted user, or one deactivated before activation, is invited again under the same id. */
export const canInviteAgain = (user: User) =>
  !isErased(user) && (user.deleted_at !== null || (user.status === 'inactive' && !hasActivated(user)));
export const canRestore = (actor: ActorRef, user: User) =>
  canInviteAgain(user) && actor.id !== user.id && canInvite(actor, user);

/** The name of an erased user in money and other records. */
export const pseudonymOf = ({ id }: Pick<User, 'id'>) => `Former member ${id.slice(-4).toUpperCase()}`;
export const erasedEmail = ({ id }: Pick<User, 'id'>) => `${id}@erased.invalid`;
export const isErased = (user: Pick<User, 'id' | 'email'>) => user.email === erasedEmail(user);
export const canErase = (actor: ActorRef, user: User) =>
  user.deleted_at !== null && !isErased(user) && canDelete(actor, { ...user, deleted_at: null });
