import { useMemo } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { useRows } from '../../device/store.ts';
import { byDue, useUnfinished } from './model.ts';
import { ActionRow } from './row.tsx';

/** The action items of a meeting, or of one item of its agenda; nothing where there are none. */
export const ActionList = ({ meeting_id, item_id }: { meeting_id: string; item_id?: string | null }) => {
  const rows = useRows('actionItem').by('meeting_id', meeting_id);
  const shown = useMemo(
    () => rows.filter((row) => item_id === undefined || row.item_id === item_id).toSorted(byDue),
    [rows, item_id],
  );
  if (shown.length === 0) return null;
  return (
    <ul className="grid divide-y divide-line">
      {shown.map((action) => (
        <ActionRow key={action.id} action={action} />
      ))}
    </ul>
  );
};

/** Under unfinished business: what earlier meetings of the same body left open (ACT-03); nothing is copied. */
export const UnfinishedActions = ({ meeting }: { meeting: Meeting }) => {
  const open = useUnfinished(meeting);
  if (open.length === 0) return <p className="text-ink-3 text-sm">No open action items.</p>;
  return (
    <ul aria-label="Open action items from earlier meetings" className="grid divide-y divide-line">
      {open.map((action) => (
        <ActionRow key={action.id} action={action} linked />
      ))}
    </ul>
  );
};
