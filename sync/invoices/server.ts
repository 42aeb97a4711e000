import { never } from '../activity/activity-fields.ts';
import type { ServerDescriptors } from '../entity.ts';
import { moneyInWords } from '../words.ts';
import { isPartlyPaid, remainingOf } from './entity.ts';

export const server = {
  invoice: {
    activity: {
      kind: 'record',
      title: ({ title }) => title,
      fields: {
        recipient_id: 'plain',
        period: 'plain',
        amount_cents: 'plain',
        status: 'plain',
        due_date: 'plain',
        ...never('due_id', 'title', 'description', 'sent', 'account_id', 'paid_cents', 'paid_at', 'canceled_at'),
        ...never('checkout_session_id'),
      },
    },
    event: ({ id, status }, old) => {
      if (!old) return { type: 'invoice.created', id };
      return status === 'paid' && old.status !== 'paid' ? { type: 'invoice.paid', id } : undefined;
    },
    /** Those to pay. Has the uid of the due's forecast for the same period (sync/dues/entity.ts). */
    calendar: {
      where: ({ id, account_ids = [] }) => [
        { recipient_id: id, status: 'pending' },
        { account_id: account_ids, status: 'pending' },
      ],
      events: ({ id, due_id, period, due_date, title, rev, sent, ...invoice }) => [
        {
          uid: `due-${due_id}-${period}`,
          day: due_date,
          title: `${title}: ${moneyInWords(remainingOf(invoice))} due`,
          text: isPartlyPaid(invoice)
            ? `The rest of a ${moneyInWords(invoice.amount_cents)} invoice.`
            : 'This invoice is unpaid.',
          path: `/invoices/${id}`,
          revision: rev + 1,
          changed_at: sent,
        },
      ],
    },
  },
} satisfies ServerDescriptors;
