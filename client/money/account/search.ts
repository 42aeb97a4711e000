import { Banknote, WalletCards } from 'lucide-react';
import { can, isStaff } from '../../../sync/roles.ts';
import { nameOf } from '../../../sync/users/entity.ts';
import { paths } from '../../paths.ts';
import { followsPeople, type SearchAction, type SearchRows, searchSource, whoAndWhere } from '../../search/source.ts';
import { formatAddress, formatDate, formatLabel, formatMoney } from '../../ui/format.ts';

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

/** Money that came in, by its check's number, who paid it and its amount. */
export const payments = searchSource({
  entity: 'payment',
  label: 'Payments',
  icon: Banknote,
  read: ({ kind, method, reference, payer_name, memo, amount_cents, ...payment }, rows, viewer) => {
    if (!payment.account_id || kind === 'refund') return null;
    const way = formatLabel(method ?? 'other');
    return {
      title: reference ? `${way} ${reference}` : `Payment by ${way.toLowerCase()}`,
      about: [...whoAndWhere(rows, viewer, payment.user_id), payer_name, formatMoney(amount_cents)],
      texts: [memo],
      words: String(amount_cents / 100),
      detail: () => formatDate(payment.received_on ?? payment.created_at),
      at: payment.created_at,
      href: can(viewer.role, 'money.record') ? paths.account(payment.account_id) : paths.myAccount(),
    };
  },
  follows: followsPeople('payment', 'user_id'),
});

export const actions: SearchAction[] = [
  {
    label: 'Record Payments',
    href: paths.recordPayment(),
    icon: Banknote,
    needs: 'money.record',
    words: 'check cash transfer received',
  },
  { label: 'Deposits', href: paths.deposits(), icon: Banknote, needs: 'money.record', words: 'bank slip checks' },
];

const namesOf = (rows: SearchRows, holder_ids: readonly string[]): string[] =>
  holder_ids.flatMap((id) => {
    const user = rows('user').get(id);
    return user ? [nameOf(user)] : [];
  });

const holding = (rows: SearchRows, user_id: string): string[] =>
  rows('account')
    .all.filter(({ holder_ids }) => holder_ids.includes(user_id))
    .map(({ id }) => id);
