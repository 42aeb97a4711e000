import { addDays } from '../../schema/dates.ts';
import type { Due } from '../../schema/tables/dues.ts';

type Terms = Pick<Due, 'send_date' | 'frequency' | 'due_date_offset'>;

/** The dates of a due that is changed to these terms. A new send date or frequency starts counting periods again. */
export const datesOf = (
  { send_date, frequency, due_date_offset }: Terms,
  saved: Pick<Due, 'send_date' | 'frequency' | 'anchor_date' | 'periods_sent'>,
): Pick<Due, 'anchor_date' | 'periods_sent' | 'due_date'> => {
  const isMoved = send_date !== saved.send_date || frequency !== saved.frequency;
  const count = isMoved && send_date !== null ? { anchor_date: send_date, periods_sent: 0 } : saved;
  return {
    anchor_date: count.anchor_date,
    periods_sent: count.periods_sent,
    due_date: send_date === null ? null : addDays(send_date, due_date_offset),
  };
};
