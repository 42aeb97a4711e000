import { useMemo } from 'react';
import type { User } from '../../../schema/tables/users.ts';
import { canReceive } from '../../../sync/dues/entity.ts';
import { reachOf, stillBilled, unreached } from '../../../sync/dues/recipients.ts';
import { targetOf } from '../../../sync/dues/rules.ts';
import { isInvited } from '../../../sync/users/entity.ts';
import { useRows } from '../../device/store.ts';
import { sortByName } from '../../ui/format.ts';
import type { DueValues } from './form-values.ts';

const usePeopleBilled = () => {
  const users = useRows('user').all;
  const accounts = useRows('account').all;
  return useMemo(() => ({ users, accounts }), [users, accounts]);
};

type Named = Pick<DueValues, 'recipient_rule' | 'recipients' | 'excluded'>;

/** How many homes and people a due in a form bills now, who of those it leaves out has their home billed all the same, and why it
 * does not reach others. */
export const useDueReach = ({ recipient_rule, recipients, excluded }: Named) => {
  const people = usePeopleBilled();
  return useMemo(() => {
    const due = targetOf({ recipients }, { recipient_rule, recipients, excluded });
    return { ...reachOf(due, people), ...unreached(people), sharers: stillBilled(due, people) };
  }, [recipient_rule, recipients, excluded, people]);
};

/** Those who can be chosen, and those who can be left out: the invited, too. */
export const useEligiblePeople = (): { recipients: User[]; excluded: User[] } => {
  const users = useRows('user');
  return useMemo(() => {
    const sorted = sortByName(users.all.filter((user) => canReceive(user) || isInvited(user)));
    return { recipients: sorted.filter(canReceive), excluded: sorted };
  }, [users]);
};
