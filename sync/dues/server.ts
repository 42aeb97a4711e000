import { AUTHOR, never } from '../activity/activity-fields.ts';
import { isChanged } from '../edits.ts';
import type { ServerDescriptors } from '../entity.ts';
import { moneyInWords } from '../words.ts';
import { schedule } from './entity.ts';

const FORECAST = 6;
const REPORTED = [
  ...(['title', 'frequency', 'recipients', 'recipient_rule', 'amount_cents', 'reason', 'description'] as const),
  ...(['excluded', 'send_date', 'due_date', 'status', 'fund', 'category'] as const),
] as const;

export const server = {
  due: {
    activity: {
      kind: 'record',
      title: ({ title }) => title,
      fields: {
        title: 'plain',
        frequency: 'plain',
        recipients: 'items',
        recipient_rule: 'plain',
        excluded: 'items',
        amount_cents: 'plain',
        reason: 'plain',
        description: 'plain',
        send_date: 'plain',
        due_date: 'plain',
        due_date_offset: 'plain',
        status: 'plain',
        fund: 'plain',
        category: 'plain',
        ...AUTHOR,
        ...never('anchor_date', 'periods_sent', 'edits'),
      },
    },
    event: (row, old) => {
      if (!old) return { type: 'due.created', id: row.id };
      return isChanged(row, old, REPORTED) ? { type: 'due.updated', id: row.id } : undefined;
    },
    /** The fields that decide what its recipients are invoiced. */
    calendar: {
      where: ({ id }) => [{ recipients: { has: id }, status: 'active' }],
      events: (due) =>
        schedule(due, FORECAST).map(({ send_date, due_date }) => ({
          uid: `due-${due.id}-${send_date}`,
          day: due_date,
          title: `${due.title}: ${moneyInWords(due.amount_cents)} due`,
          text: 'You’ll get the invoice before this date.',
          path: `/dues/${due.id}`,
          revision: 0,
          changed_at: due.created_at,
        })),
    },
  },
} satisfies ServerDescriptors;
