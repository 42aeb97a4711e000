import { Scale } from 'lucide-react';
import { paths } from '../../paths.ts';
import { followsPeople, searchSource, whoAndWhere } from '../../search/source.ts';
import { formatLabel, formatMoney } from '../../ui/format.ts';

export const source = searchSource({
  entity: 'dispute',
  label: 'Disputes',
  icon: Scale,
  read: ({ invoice_id, user_id, amount_cents, reason, status, opened_at }, rows, viewer) => {
    if (!invoice_id) return null;
    return {
      title: `Dispute: ${rows('invoice').get(invoice_id)?.title ?? 'a payment'}`,
      about: [...whoAndWhere(rows, viewer, user_id), formatMoney(amount_cents), formatLabel(reason)],
      detail: () => formatLabel(status),
      at: opened_at,
      href: paths.invoice(invoice_id),
    };
  },
  follows: {
    ...followsPeople('dispute', 'user_id'),
    invoice: (id, rows) =>
      rows('dispute')
        .by('invoice_id', id)
        .map((dispute) => dispute.id),
  },
});
