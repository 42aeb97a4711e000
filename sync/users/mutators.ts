import { invitationLimit } from '../../schema/limits.ts';
import type { Effect } from '../../schema/outbox.ts';
import type { User } from '../../schema/tables/users.ts';
import { addressAssignment, inviteInput, userChoice, userUpdate } from '../../schema/user-inputs.ts';
import type { UserStatus } from '../../schema/users.ts';
import { ADDRESS_NOT_FOUND, addResident, removeResident } from '../addresses/entity.ts';
import { followRulesEffect } from '../dues/rules.ts';
import { assertSettled } from '../dues/settled.ts';
import { clearFailedJobs } from '../failed-jobs/entity.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { can } from '../roles.ts';
import { assertNew, authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import {
  canDelete,
  canEdit,
  canInvite,
  canInviteAgain,
  canManage,
  canMoveIn,
  EMAIL_TAKEN,
  erasedEmail,
  grantableRoles,
  hasActivated,
  hasOtherSuperadmin,
  isErased,
  isInvited,
  NEVER_ACTIVATED,
  nextStatuses,
  pseudonymOf,
  USER_NOT_FOUND,
} from './entity.ts';
import { activeLast, granting, invitationEffect, newUser } from './rules.ts';

const OWN_ROW = 'You can’t change your own account here';
const LAST_SUPERADMIN = 'An HOA needs at least one active superadmin';

const inviteUser = mutator(inviteInput, async (tx, { id, ...person }) => {
  authorize(canManage(tx.actor));
  authorize(grantableRoles(tx.actor).includes(person.role));
  const [taken, others] = await Promise.all([
    tx.get('user', id),
    tx.list('user', 'email', person.email),
    tx.count(invitationLimit(tx.actor.hoa_id, person.email)),
  ]);
  assertNew(taken);
  const known = [...others].sort(activeLast).at(-1);
  if (known && !canInviteAgain(known)) throw new Refusal('conflict', EMAIL_TAKEN);
  if (known) authorize(grantableRoles(tx.actor).includes(known.role));
  const address_id = person.address_id ?? null;
  const base = known ? { ...known, ...reinvited(known) } : newUser(tx, id);
  const user = { ...base, ...person, address_id, ...(await granting(tx, known, { ...base, ...person })) };
  if (known?.address_id) await removeResident(tx, known.address_id, known.id);
  if (address_id) await addResident(tx, address_id, user.id);
  if (known) await clearFailedJobs(tx, known.id);
  await tx.put('user', user);
  tx.after(invitationEffect(tx, [user.id]));
});
const reinvited = (user: User) => ({ status: 'invited' as const, deleted_at: null, epoch: user.epoch + 1 });

const resendInvite = mutator(userChoice, async (tx, { id }) => {
  authorize(canManage(tx.actor));
  const user = await findUser(tx, id);
  authorize(canInvite(tx.actor, user));
  if (!isInvited(user))
    throw new Refusal('conflict', 'You can resend an invitation only to a user who hasn’t accepted it yet');
  await tx.count(invitationLimit(tx.actor.hoa_id, user.email));
  await clearFailedJobs(tx, id);
  tx.after(invitationEffect(tx, [id]));
});

const updateUser = mutator(userUpdate, async (tx, { id, ...changes }) => {
  authorize(canManage(tx.actor));
  const user = await findUser(tx, id);
  const { name = user.name, role = user.role, status = user.status } = changes;
  const isOwn = tx.actor.id === id;
  authorize(!isOwn || (role === user.role && status === user.status && (await isOnlySuperadmin(tx, user))), OWN_ROW);
  authorize(isOwn || (canEdit(tx.actor, user) && grantableRoles(tx.actor).includes(role)));
  if (status !== user.status && !nextStatuses(user).includes(status)) throw statusRefusal(user, status);
  const stepsDown = user.role === 'superadmin' && (role !== 'superadmin' || status !== 'active');
  if (stepsDown) await assertOtherSuperadmin(tx, id);
  const moved = role !== user.role || status !== user.status;
  const granted = await granting(tx, user, { role, status });
  await tx.put('user', { ...user, name, role, status, ...granted, epoch: moved ? user.epoch + 1 : user.epoch });
  if (!moved) return;
  if (status === user.status) return tx.after(closeSocketsEffect(tx, id));
  await clearFailedJobs(tx, id);
  tx.after(endSessionsEffect(tx, id));
  tx.after(followRulesEffect(tx));
});

const statusRefusal = (user: User, wanted: UserStatus) => {
  const message =
    wanted === 'active' && !hasActivated(user)
      ? NEVER_ACTIVATED
      : `The status can’t change from ${user.status} to ${wanted}`;
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
  tx.after(followRulesEffect(tx));
});

const NOT_DELETED = 'Delete this person first';

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
  tx.after({ kind: 'renameFiles', key: outboxKeys.renameFiles(id, tx.now), payload: { id, name, email } });
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

/** Nobody else could correct their name. */
const isOnlySuperadmin = async (tx: Tx, { id, role }: User): Promise<boolean> =>
  role === 'superadmin' && !hasOtherSuperadmin(await tx.list('user', 'role', 'superadmin'), id);

const assertOtherSuperadmin = async (tx: Tx, leaving: string) => {
  if (!hasOtherSuperadmin(await tx.list('user', 'role', 'superadmin'), leaving))
    throw new Refusal('conflict', LAST_SUPERADMIN);
};

const assignAddress = mutator(addressAssignment, async (tx, { id, address_id }) => {
  authorize(can(tx.actor.role, 'addresses.manage'));
  const user = await findUser(tx, id);
  await find(tx, 'address', address_id, ADDRESS_NOT_FOUND);
  if (user.address_id) throw new Refusal('conflict', 'This user already has an address');
  if (!canMoveIn(user)) throw new Refusal('conflict', 'Only active or invited users can be given an address');
  await addResident(tx, address_id, id);
  await tx.put('user', { ...user, address_id });
  tx.after(followRulesEffect(tx));
});

const unassignAddress = mutator(userChoice, async (tx, { id }) => {
  authorize(can(tx.actor.role, 'addresses.manage'));
  const user = await findUser(tx, id);
  if (!user.address_id) return;
  await removeResident(tx, user.address_id, id);
  await tx.put('user', { ...user, address_id: null });
  tx.after(followRulesEffect(tx));
});

const findUser = async (tx: Tx, id: string): Promise<User> => {
  const user = await find(tx, 'user', id, USER_NOT_FOUND);
  if (user.deleted_at) throw new Refusal('not_found', USER_NOT_FOUND);
  return user;
};

export const mutators = {
  inviteUser,
  resendInvite,
  updateUser,
  deleteUser,
  eraseUser,
  assignAddress,
  unassignAddress,
};
