import { CircleDot } from 'lucide-react';
import type { Violation } from '../../../schema/tables/violations.ts';
import { VIOLATION_STATUSES, type ViolationStatus } from '../../../schema/violations.ts';
import { versionsOf } from '../../../sync/versions.ts';
import { withNotes } from '../../../sync/violations/entity.ts';
import { type Act, changeMany } from '../../forms/change-many.ts';
import { optionsOf } from '../../screens/filter-bar.tsx';
import { BulkPick, type BulkProps, SelectionBar } from '../../screens/selection-bar.tsx';
import { formatLabel } from '../../ui/format.ts';

const STATUSES = optionsOf(VIOLATION_STATUSES);

/** The bar over selected violations. */
const Bulk = ({ selection, found }: BulkProps) => {
  const setStatus = (status: string) => {
    void changeMany(selection.ids, settingStatus(status as ViolationStatus));
    selection.clear();
  };
  return (
    <SelectionBar selection={selection} found={found}>
      <BulkPick
        keyName="status"
        icon={CircleDot}
        label="Status"
        title="Set Status"
        options={STATUSES}
        onPick={setStatus}
      />
    </SelectionBar>
  );
};

export default Bulk;

const settingStatus = (status: ViolationStatus): Act<'violation'> => ({
  entity: 'violation',
  things: ['violation', 'violations'],
  to: { status },
  write: (violation) => ({
    mutation: 'setViolationStatus',
    args: { id: violation.id, status, base: versionsOf(withNotes(violation), ['resolution_notes']) },
  }),
  undo: putBack,
  said: (count) => `${count} set to ${formatLabel(status)}`,
});

/** The notes come back, too. */
const putBack = ({ id, status, resolution }: Violation, now: Violation) => ({
  mutation: 'setViolationStatus' as const,
  args: {
    id,
    status,
    resolution_notes: resolution?.resolution_notes ?? null,
    base: versionsOf(withNotes(now), ['status', 'resolution_notes']),
  },
});
