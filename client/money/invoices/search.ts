import { ReceiptText } from 'lucide-react';
import type { Invoice } from '../../../schema/tables/invoices.ts';
import { localToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { followsPeople, searchSource, whoAndWhere } from '../../search/source.ts';
import { formatDate, formatLabel, formatMoney } from '../../ui/format.ts';

export const source = searchSource({
  entity: 'invoice',
  label: 'Invoices',
  icon: ReceiptText,
  read: (invoice, rows, viewer) => ({
    title: invoice.title,
    about: [
      ...whoAndWhere(rows, viewer, invoice.recipient_id),
      formatMoney(invoice.amount_cents),
      `due ${formatDate(invoice.due_date)}`,
    ],
    words: String(invoice.amount_cents / 100),
    texts: [invoice.description],
    detail: () => detailOf(invoice),
    isOpen: invoice.status === 'pending',
    at: invoice.sent,
    href: paths.invoice(invoice.id),
  }),
  follows: followsPeople('invoice', 'recipient_id'),
});

const detailOf = ({ status, due_date }: Invoice) =>
  formatLabel(status === 'pending' && due_date < localToday() ? 'overdue' : status);
