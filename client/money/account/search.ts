import { WalletCards } from 'lucide-react';
import { isStaff } from '../../../sync/roles.ts';
import { nameOf } from '../../../sync/users/entity.ts';
import { paths } from '../../paths.ts';
import { type SearchRows, searchSource } from '../../search/source.ts';
import { formatAddress } from '../../ui/format.ts';

/** Staff find the accounts of everybody; residents have theirs in the navigation. */
export const source = searchSource({
  entity: 'account',
  label: 'Accounts',
  icon: WalletCards,
  read: ({ id, address_id, holder_ids, status, opened_on, note }, rows, viewer) => {
    if (!isStaff(viewer.role)) return null;
    const address = rows('address').get(address_id);
    const holders = namesOf(rows, holder_ids);
    return {
      title: (address && formatAddress(address)) || holders.join(', ') || 'Account',
      about: holders,
      texts: [note],
      detail: () => (status === 'closed' ? 'Closed' : ''),
      isOpen: status === 'open',
      at: opened_on,
      href: paths.account(id),
    };
  },
  follows: {
    user: (id, rows) => holding(rows, id),
    address: (id, rows) =>
      rows('account')
        .by('address_id', id)
        .map((account) => account.id),
  },
});

const namesOf = (rows: SearchRows, holder_ids: readonly string[]): string[] =>
  holder_ids.flatMap((id) => {
    const user = rows('user').get(id);
    return user ? [nameOf(user)] : [];
  });

const holding = (rows: SearchRows, user_id: string): string[] =>
  rows('account')
    .all.filter(({ holder_ids }) => holder_ids.includes(user_id))
    .map(({ id }) => id);
