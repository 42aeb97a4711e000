import type { Effect } from '../../schema/outbox.ts';
import type { User } from '../../schema/tables/users.ts';
import { outboxKeys } from '../outbox-keys.ts';
import type { Tx } from '../tx.ts';

/** At most one of an HOA's users with one email exists; among deleted ones the newest counts. */
export const activeLast = (a: User, b: User): number =>
  Number(a.deleted_at === null) - Number(b.deleted_at === null) ||
  (a.deleted_at ?? '').localeCompare(b.deleted_at ?? '');

/** Superadmins made by somebody wait for a second factor of their own. Asks for a code first. Throws Refusal. */
export const granting = async (
  tx: Tx,
  before: Pick<User, 'role' | 'status' | 'deleted_at'> | undefined,
  after: Pick<User, 'role' | 'status'>,
): Promise<{ needs_second_factor?: true }> => {
  if (!isSuperadmin({ ...after, deleted_at: null }) || (before && isSuperadmin(before))) return {};
  await tx.requireFreshCode();
  return { needs_second_factor: true };
};
const isSuperadmin = ({ role, status, deleted_at }: Pick<User, 'role' | 'status' | 'deleted_at'>) =>
  role === 'superadmin' && status !== 'inactive' && !deleted_at;

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
  needs_second_factor: false,
  epoch: 1,
});

/** Mails links to at most 100 users. Their earlier links become invalid. */
export const invitationEffect = (tx: Tx, ids: string[]): Effect<'mailInvitations'> => ({
  kind: 'mailInvitations',
  key: outboxKeys.mailInvitations(ids[0], tx.now),
  payload: { ids, at: tx.now },
});
