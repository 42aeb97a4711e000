import { isStaff } from '../roles.ts';
import { find, Refusal, type Tx } from '../tx.ts';
import { USER_NOT_FOUND } from '../users/entity.ts';

/** Throws Refusal('not_found') unless all are users of the HOA. */
export const staffAmong = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const users = await Promise.all(ids.map((id) => find(tx, 'user', id, USER_NOT_FOUND)));
  return users.filter(({ role, deleted_at }) => isStaff(role) && !deleted_at).map(({ id }) => id);
};

export const assertStaff = (ids: readonly string[], staff: readonly string[]): void => {
  const msg = 'Only members of the board can be named for a desk.';
  if (ids.some((id) => !staff.includes(id))) throw new Refusal('invalid', msg, [{ path: 'desk_ids', msg }]);
};
