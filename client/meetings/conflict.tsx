import { nameOf } from '../../sync/users/entity.ts';
import { useRows } from '../device/store.ts';
import { type ConflictEdit, FieldConflict } from '../forms/conflict.tsx';
import { formatDate } from '../ui/format.ts';
import type { MeetingValues } from './form/form-model.ts';
import { KIND_LABELS } from './model.ts';

type Props = {
  /** As the meeting is now. */
  values: MeetingValues;
  fields: readonly string[];
  edit: ConflictEdit;
};

/** For each of the fields that others have changed too, its value as it is now, and the choice between both. */
export const MeetingConflict = ({ values, fields, edit }: Props) => {
  const shown = useShown(values);
  return fields.map((field) => <FieldConflict key={field} row={shown} fields={[field]} edit={edit} />);
};

/** Each value with the label of its field. */
const useShown = (values: MeetingValues) => {
  const users = useRows('user');
  const nameOfUser = (id: string): string => {
    const user = users.get(id);
    return user ? nameOf(user) : 'not chosen';
  };
  const shown: Partial<Record<keyof MeetingValues, string>> = {
    kind: `Kind: ${KIND_LABELS[values.kind]}`,
    title: `Title: ${values.title}`,
    date: `Date: ${values.date ? formatDate(values.date) : 'not chosen'}`,
    time: `Starts at: ${values.time}`,
    end_time: `Ends at: ${values.end_time || 'not planned'}`,
    place: `Place: ${values.place || 'none'}`,
    remote_link: `Link to join online: ${values.remote_link || 'none'}`,
    purpose: `Purpose: ${values.purpose || 'none'}`,
    chair_id: `Chair: ${nameOfUser(values.chair_id)}`,
    secretary_id: `Secretary: ${nameOfUser(values.secretary_id)}`,
    executive_only: `Executive session only: ${values.executive_only ? 'yes' : 'no'}`,
    has_election: `Directors are elected: ${values.has_election ? 'yes' : 'no'}`,
    exec_summary: `What residents read of the executive session: ${values.exec_summary || 'nothing'}`,
    record_date: `Record date: ${values.record_date ? formatDate(values.record_date) : 'none'}`,
  };
  return { ...shown, edits: null };
};
