import { Banknote } from 'lucide-react';
import { can } from '../../../sync/roles.ts';
import { paths } from '../../paths.ts';
import { followsPeople, type SearchAction, searchSource, whoAndWhere } from '../../search/source.ts';
import { formatDate, formatLabel, formatMoney } from '../../ui/format.ts';

/** Money that came in, by its check's number, who paid it and its amount. */
export const source = searchSource({
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
      href: can(viewer.role, 'money.record') ? paths.account(payment.account_id) : paths.dues(),
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
