import { invitationLimit } from '../schema/limits.ts';
import type { Effect } from '../schema/outbox.ts';
import type { User } from '../schema/tables/users.ts';
import { addressAssignment, inviteInput, type UserStatus, userChoice, userUpdate } from '../schema/users.ts';
import { ADDRESS_NOT_FOUND, addResident, removeResident } from './addresses.ts';
import { clearFailedJobs } from './failed-jobs.ts';
import { defineList } from './list.ts';
import { outboxKeys } from './outbox-keys.ts';
import { can } from './roles.ts';
import { assertSettled } from './settled.ts';
import type { Tally } from './tally.ts';
import { type Actor, assertNew, authorize, find, mutator, Refusal, type Synced, type Tx } from './tx.ts';
import { chosen } from './where.ts';

export const USER_NOT_FOUND = 'User not found';
export const EMAIL_TAKEN = 'A user with this email already exists';
export const NEVER_ACTIVATED = 'This person has not activated their account. Send them a new invitation instead.';
const OWN_ROW = 'You cannot change your own account here';
const LAST_SUPERADMIN = 'An HOA needs at least one active superadmin';

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
const canInvite = (actor: Pick<Actor, 'role'>, user: Pick<User, 'role'>) =>
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
export const nameOf = (user: Pick<User, 'name' | 'email'>) => user.name || user.email;

export const synced: Synced<User> = {
  audiences: [{ audience: 'board' }, { namedIn: 'id' }],
  view: (user, viewer) =>
    canManage(viewer) || viewer.id === user.id ? { ...user, epoch: undefined } : { id: user.id },
};

export type UserQuery = {
  search?: string;
  role?: readonly string[];
  status?: readonly string[];
  includeDeleted?: boolean;
};
type Listed = Pick<User, 'id' | 'name' | 'email' | 'role' | 'status' | 'deleted_at'>;

export const list = defineList<Listed, UserQuery>({
  searchText: ({ name, email }) => `${name}\n${email}`,
  filters: ({ role, status, includeDeleted = false }) => ({
    role: chosen(role),
    status: chosen(status),
    deleted_at: includeDeleted ? undefined : null,
  }),
  order: () => [{ column: 'name', ifEmpty: 'email', ignoreCase: true }, { column: 'email' }],
});

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

/** Records in `email_bounced_at` that the mail service could not deliver to a user's email for good, or removes it once a mail is
 * delivered. `at` (ISO) is the time of the event: one older than what is recorded changes nothing. */
export const reportEmail = async (tx: Tx, id: string, { at, bounced }: { at: string; bounced: boolean }) => {
  const user = await tx.get('user', id);
  if (!user || user.deleted_at || (user.email_bounced_at ?? '') >= at) return;
  if (!bounced && !user.email_bounced_at) return;
  await tx.put('user', { ...user, email_bounced_at: bounced ? at : null });
};

const inviteUser = mutator(inviteInput, async (tx, { id, ...person }) => {
  authorize(canManage(tx.actor));
  authorize(grantableRoles(tx.actor).includes(person.role));
  const [taken, others] = await Promise.all([
    tx.get('user', id),
    tx.list('user', 'email', person.email),
    tx.count(invitationLimit(tx.actor.hoa_id, person.email)),
  ]);
  assertNew(taken);
  const known = [...others].sort(standingLast).at(-1);
  if (known && !canInviteAgain(known)) throw new Refusal('conflict', EMAIL_TAKEN);
  if (known) authorize(grantableRoles(tx.actor).includes(known.role));
  const address_id = person.address_id ?? null;
  const base = known ? { ...known, ...reinvited(known) } : newUser(tx, id);
  const user = { ...base, ...person, address_id };
  if (known?.address_id) await removeResident(tx, known.address_id, known.id);
  if (address_id) await addResident(tx, address_id, user.id);
  if (known) await clearFailedJobs(tx, known.id);
  await tx.put('user', user);
  tx.after(invitationEffect(tx, [user.id]));
});

/** Of an HOA's users with one email at most one stands; of the deleted ones the newest counts. */
export const standingLast = (a: User, b: User): number =>
  Number(a.deleted_at === null) - Number(b.deleted_at === null) ||
  (a.deleted_at ?? '').localeCompare(b.deleted_at ?? '');

/** A deleted user, or one deactivated before activation, is invited again under the same id. */
export const canInviteAgain = (user: User) =>
  !isErased(user) && (user.deleted_at !== null || (user.status === 'inactive' && !hasActivated(user)));
export const canRestore = (actor: ActorRef, user: User) =>
  canInviteAgain(user) && actor.id !== user.id && canInvite(actor, user);
const reinvited = (user: User) => ({ status: 'invited' as const, deleted_at: null, epoch: user.epoch + 1 });

export const newUser = (tx: Tx, id: string) => ({
  id,
  name: '',
  status: 'invited' as const,
  address_id: null,
  created_at: tx.now,
  last_login: null,
  deleted_at: null,
  email_bounced_at: null,
  account_ids: [],
  epoch: 1,
});

/** For at most 100 users. Their earlier links become invalid. */
export const invitationEffect = (tx: Tx, ids: string[]): Effect<'mailInvitations'> => ({
  kind: 'mailInvitations',
  key: outboxKeys.mailInvitations(ids[0], tx.now),
  payload: { ids, at: tx.now },
});

const resendInvite = mutator(userChoice, async (tx, { id }) => {
  authorize(canManage(tx.actor));
  const user = await findUser(tx, id);
  authorize(canInvite(tx.actor, user));
  if (!isInvited(user)) throw new Refusal('conflict', 'Only invited users can be sent their invitation again');
  await tx.count(invitationLimit(tx.actor.hoa_id, user.email));
  await clearFailedJobs(tx, id);
  tx.after(invitationEffect(tx, [id]));
});

const updateUser = mutator(userUpdate, async (tx, { id, ...changes }) => {
  authorize(canManage(tx.actor));
  const user = await findUser(tx, id);
  authorize(tx.actor.id !== id, OWN_ROW);
  const { name = user.name, role = user.role, status = user.status } = changes;
  authorize(canEdit(tx.actor, user) && grantableRoles(tx.actor).includes(role));
  if (status !== user.status && !nextStatuses(user).includes(status)) throw statusRefusal(user, status);
  const stepsDown = user.role === 'superadmin' && (role !== 'superadmin' || status !== 'active');
  if (stepsDown) await assertOtherSuperadmin(tx, id);
  const moved = role !== user.role || status !== user.status;
  await tx.put('user', { ...user, name, role, status, epoch: moved ? user.epoch + 1 : user.epoch });
  if (!moved) return;
  if (status === user.status) return tx.after(closeSocketsEffect(tx, id));
  await clearFailedJobs(tx, id);
  tx.after(endSessionsEffect(tx, id));
});

const statusRefusal = (user: User, wanted: UserStatus) => {
  const message =
    wanted === 'active' && !hasActivated(user)
      ? NEVER_ACTIVATED
      : `The status cannot change from ${user.status} to ${wanted}`;
  return new Refusal('invalid', message, [{ path: 'status', msg: message }]);
};

const deleteUser = mutator(userChoice, async (tx, { id }) => {
  authorize(canManage(tx.actor));
  const user = await findUser(tx, id);
  authorize(tx.actor.id !== id, OWN_ROW);
  authorize(canDelete(tx.actor, user));
  if (user.role === 'superadmin') await assertOtherSuperadmin(tx, id);
  await assertSettled(tx, user);
  if (user.address_id) await removeResident(tx, user.address_id, id);
  await tx.put('user', {
    ...user,
    status: 'inactive',
    address_id: null,
    deleted_at: tx.now,
    epoch: user.epoch + 1,
  });
  await clearFailedJobs(tx, id);
  tx.after(endSessionsEffect(tx, id));
});

const NOT_DELETED = 'Delete this person first';

/** What money and other records name instead of an erased user. */
export const pseudonymOf = ({ id }: Pick<User, 'id'>) => `Former member ${id.slice(-4).toUpperCase()}`;
const erasedEmail = ({ id }: Pick<User, 'id'>) => `${id}@erased.invalid`;
export const isErased = (user: Pick<User, 'id' | 'email'>) => user.email === erasedEmail(user);
export const canErase = (actor: ActorRef, user: User) =>
  user.deleted_at !== null && !isErased(user) && canDelete(actor, { ...user, deleted_at: null });

/** Cannot be undone. The job goes through the records that carry a copy of the name. */
const eraseUser = mutator(userChoice, async (tx, { id }) => {
  authorize(canManage(tx.actor));
  const user = await find(tx, 'user', id, USER_NOT_FOUND);
  authorize(tx.actor.id !== id, OWN_ROW);
  authorize(canDelete(tx.actor, { ...user, deleted_at: null }));
  if (!user.deleted_at) throw new Refusal('conflict', NOT_DELETED);
  if (isErased(user)) return;
  const { name, email } = user;
  await tx.put('user', {
    ...user,
    name: pseudonymOf(user),
    email: erasedEmail(user),
    phone: null,
    email_bounced_at: null,
  });
  tx.after({ kind: 'eraseTraces', key: outboxKeys.eraseTraces(id, tx.now), payload: { id, name, email } });
});

/** Also invalidates the links already mailed to the user. */
const endSessionsEffect = (tx: Tx, id: string): Effect<'endSessions'> => ({
  kind: 'endSessions',
  key: outboxKeys.endSessions(id, tx.now),
  payload: { id, at: tx.now },
});

/** Open sockets listen to the audiences of the former role. */
const closeSocketsEffect = (tx: Tx, id: string): Effect<'closeSockets'> => ({
  kind: 'closeSockets',
  key: outboxKeys.closeSockets(id, tx.now),
  payload: { id },
});

const assertOtherSuperadmin = async (tx: Tx, leaving: string) => {
  const others = await tx.list('user', 'role', 'superadmin');
  const remain = others.some((user) => user.id !== leaving && user.status === 'active' && !user.deleted_at);
  if (!remain) throw new Refusal('conflict', LAST_SUPERADMIN);
};

const assignAddress = mutator(addressAssignment, async (tx, { id, address_id }) => {
  authorize(can(tx.actor.role, 'addresses.manage'));
  const user = await findUser(tx, id);
  await find(tx, 'address', address_id, ADDRESS_NOT_FOUND);
  if (user.address_id) throw new Refusal('conflict', 'This user already has an address');
  if (!canMoveIn(user)) throw new Refusal('conflict', 'Only active or invited users can be given an address');
  await addResident(tx, address_id, id);
  await tx.put('user', { ...user, address_id });
});

const unassignAddress = mutator(userChoice, async (tx, { id }) => {
  authorize(can(tx.actor.role, 'addresses.manage'));
  const user = await findUser(tx, id);
  if (!user.address_id) return;
  await removeResident(tx, user.address_id, id);
  await tx.put('user', { ...user, address_id: null });
});

export const mutators = {
  inviteUser,
  resendInvite,
  updateUser,
  deleteUser,
  eraseUser,
  assignAddress,
  unassignAddress,
};

const findUser = async (tx: Tx, id: string): Promise<User> => {
  const user = await find(tx, 'user', id, USER_NOT_FOUND);
  if (user.deleted_at) throw new Refusal('not_found', USER_NOT_FOUND);
  return user;
};
