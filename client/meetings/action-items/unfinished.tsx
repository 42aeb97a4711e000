import { useMemo } from 'react';
import { bodyOf } from '../../../schema/meetings.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { useRows } from '../../store.ts';
import { byDue } from './model.ts';
import { ActionRow } from './row.tsx';

/** Under unfinished business: what earlier meetings of the same body left open (ACT-03); nothing is copied. */
export const UnfinishedActions = ({ meeting }: { meeting: Meeting }) => {
  const [rows, meetings] = [useRows('actionItem'), useRows('meeting')];
  const { id, kind, starts_at } = meeting;
  const open = useMemo(() => {
    const isEarlier = (meeting_id: string | null) => {
      const other = meetings.get(meeting_id);
      return (
        other !== undefined && other.id !== id && bodyOf(other.kind) === bodyOf(kind) && other.starts_at < starts_at
      );
    };
    return rows.all.filter((row) => row.status === 'open' && isEarlier(row.meeting_id)).toSorted(byDue);
  }, [rows, meetings, id, kind, starts_at]);
  if (open.length === 0) return <p className="text-ink-3 text-sm">Nothing is open.</p>;
  return (
    <ul aria-label="Open action items of earlier meetings" className="grid divide-y divide-line">
      {open.map((action) => (
        <ActionRow key={action.id} action={action} linked />
      ))}
    </ul>
  );
};
