import type { HistoryEntry } from '../../schema/history.ts';
import type { RequestCategory } from '../../schema/requests.ts';
import type { User } from '../../schema/tables/users.ts';
import { isStaff } from '../roles.ts';
import type { Tx } from '../tx.ts';

/** Someone who may be given requests. */
export const isHandler = (user: User | undefined): boolean =>
  user !== undefined && user.status === 'active' && !user.deleted_at && isStaff(user.role);

/** The person whom the association's rule gives a new request of the category; null where there is none, or nobody but its author.
 * Devices of residents do not know the rules, nor whom a request is assigned to. */
export const assigneeByRule = async (tx: Tx, category: RequestCategory): Promise<string | null> => {
  const id = (await tx.get('hoa', tx.actor.hoa_id))?.assign_requests?.[category];
  if (!id || id === tx.actor.id) return null;
  return isHandler(await tx.get('user', id)) ? id : null;
};

export const ruleEntry = ({ now }: Tx, category: RequestCategory): HistoryEntry => ({
  action: `Assigned the request by the rule for ${category}`,
  user_id: 'system',
  name: 'Porchlight',
  staff: true,
  timestamp: now,
});
