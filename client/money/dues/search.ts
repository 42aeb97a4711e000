import { CircleDollarSign } from 'lucide-react';
import { paths } from '../../paths.ts';
import { type SearchAction, searchSource } from '../../search/source.ts';
import { formatLabel, formatMoney } from '../../ui/format.ts';

export const source = searchSource({
  entity: 'due',
  label: 'Dues',
  icon: CircleDollarSign,
  read: ({ id, title, description, reason, amount_cents, frequency, status, created_at }) => ({
    title,
    about: [formatMoney(amount_cents), formatLabel(frequency), formatLabel(reason)],
    words: String(amount_cents / 100),
    texts: [description],
    detail: () => formatLabel(status),
    at: created_at,
    href: paths.due(id),
  }),
});

export const actions: SearchAction[] = [
  {
    label: 'Create Due',
    href: paths.dueCreate(),
    icon: CircleDollarSign,
    needs: 'dues.manage',
    words: 'new assessment fee',
  },
];
