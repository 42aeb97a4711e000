import { CircleDot, UserRound } from 'lucide-react';
import { REQUEST_STATUSES, type RequestStatus } from '../../../schema/requests.ts';
import type { Request } from '../../../schema/tables/requests.ts';
import { versionsOf } from '../../../sync/versions.ts';
import { type Act, changeMany } from '../../forms/change-many.ts';
import { optionsOf } from '../../screens/filter-bar.tsx';
import { BulkPick, type BulkProps, SelectionBar } from '../../screens/selection-bar.tsx';
import { formatLabel } from '../../ui/format.ts';
import { NOBODY, useAssignees } from './staff.ts';

const STATUSES = optionsOf(REQUEST_STATUSES);

/** The bar over selected requests. */
const Bulk = ({ selection, found }: BulkProps) => {
  const staff = useAssignees();
  const run = (act: Act<'request'>) => {
    void changeMany(selection.ids, act);
    selection.clear();
  };
  const assign = (id: string) =>
    run(
      setting({ assigned_to: id === NOBODY ? null : id }, assignedTo(staff.find(({ value }) => value === id)?.label)),
    );
  const setStatus = (status: string) =>
    run(setting({ status: status as RequestStatus }, `set to ${formatLabel(status)}`));
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
      <BulkPick keyName="assignee" icon={UserRound} label="Assign" title="Assign To" options={staff} onPick={assign} />
    </SelectionBar>
  );
};

export default Bulk;

const assignedTo = (name: string | undefined) => (name === undefined ? 'unassigned' : `assigned to ${name}`);

type Values = Partial<Pick<Request, 'status' | 'assigned_to'>>;

const setting = (to: Values, done: string): Act<'request'> => {
  const fields = Object.keys(to) as (keyof Values)[];
  return {
    entity: 'request',
    things: ['request', 'requests'],
    to,
    write: ({ id }) => ({ mutation: 'updateRequest', args: { id, ...to } }),
    undo: (row, now) => ({
      mutation: 'updateRequest',
      args: { id: row.id, ...valuesOf(row, fields), base: versionsOf(now, fields) },
    }),
    said: (count) => `${count} ${done}`,
  };
};

const valuesOf = (row: Request, fields: readonly (keyof Values)[]) =>
  Object.fromEntries(fields.map((field) => [field, row[field]]));
