import { ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import type { ActionItem } from '../../../schema/tables/minutes.ts';
import { useSearchParams } from '../../device/location.ts';
import { useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/list.tsx';
import { Select } from '../../ui/select.tsx';
import { byDue, isOverdue } from './model.ts';
import { ActionRow } from './row.tsx';

const SHOWN = [
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Mine' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'all', label: 'All' },
] as const;
type Show = (typeof SHOWN)[number]['value'];

/** The tab Action items of /meetings: who does what by when, of all meetings. */
const ActionItems = () => {
  const { id } = useUser();
  const today = useHoaToday();
  const [, navigate] = useLocation();
  const asked = useSearchParams().get('show');
  const show = SHOWN.find(({ value }) => value === asked)?.value ?? 'open';
  const rows = useRows('actionItem');
  const found = useMemo(
    () => rows.all.filter((row) => matches(row, show, id, today)).toSorted(byDue),
    [rows, show, id, today],
  );
  return (
    <>
      <span className="md:max-w-70">
        <Select
          label="Show"
          value={show}
          options={SHOWN}
          onChange={(value) => navigate(paths.actionItems(value), { replace: true })}
        />
      </span>
      {found.length === 0 ? (
        <EmptyState icon={ListChecks} title="No open action items." />
      ) : (
        <ul className="grid divide-y divide-line rounded-lg border border-line bg-card px-4 shadow-card">
          {found.map((action) => (
            <ActionRow key={action.id} action={action} linked />
          ))}
        </ul>
      )}
    </>
  );
};

export default ActionItems;

const matches = (row: ActionItem, show: Show, user_id: string, today: string): boolean => {
  if (show === 'all') return true;
  if (show === 'overdue') return isOverdue(row, today);
  return row.status === 'open' && (show === 'open' || row.owner_id === user_id);
};
