import { useMemo } from 'react';
import { bodyOf } from '../../../schema/meetings.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import type { ActionItem } from '../../../schema/tables/minutes.ts';
import { useRows } from '../../device/store.ts';

/** Open ones first, those due first before the others, those without a date last. */
export const byDue = (a: ActionItem, b: ActionItem): number => (keyOf(a) < keyOf(b) ? -1 : 1);
const keyOf = ({ status, due_on, id }: ActionItem) => `${status === 'open' ? 0 : 1} ${due_on ?? '9999'} ${id}`;

/** `today` is the HOA's calendar date. */
export const isOverdue = ({ status, due_on }: Pick<ActionItem, 'status' | 'due_on'>, today: string): boolean =>
  status === 'open' && due_on !== null && due_on < today;

/** Open action items of earlier meetings of the same body, those due first before the others (ACT-03). */
export const useUnfinished = ({ id, kind, starts_at }: Meeting): readonly ActionItem[] => {
  const [rows, meetings] = [useRows('actionItem'), useRows('meeting')];
  return useMemo(() => {
    const isEarlier = (meeting_id: string | null) => {
      const other = meetings.get(meeting_id);
      return (
        other !== undefined && other.id !== id && bodyOf(other.kind) === bodyOf(kind) && other.starts_at < starts_at
      );
    };
    return rows.all.filter((row) => row.status === 'open' && isEarlier(row.meeting_id)).toSorted(byDue);
  }, [rows, meetings, id, kind, starts_at]);
};
