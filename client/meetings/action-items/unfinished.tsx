import type { Meeting } from '../../../schema/tables/meetings.ts';
import { useUnfinished } from '../agenda/carried.tsx';
import { ActionRow } from './row.tsx';

/** Under unfinished business: what earlier meetings of the same body left open (ACT-03); nothing is copied. */
export const UnfinishedActions = ({ meeting }: { meeting: Meeting }) => {
  const open = useUnfinished(meeting);
  if (open.length === 0) return <p className="text-ink-3 text-sm">Nothing is open.</p>;
  return (
    <ul aria-label="Open action items of earlier meetings" className="grid divide-y divide-line">
      {open.map((action) => (
        <ActionRow key={action.id} action={action} linked />
      ))}
    </ul>
  );
};
