import type { User } from '../../schema/users.ts';
import { grantable, hasActivated, nextStatuses } from '../../sync/users.ts';
import { useUser } from '../session.ts';
import { Field } from '../ui/field.tsx';
import { formatLabel } from '../ui/format.ts';
import { Input } from '../ui/input.tsx';
import { type Option, Select } from '../ui/select.tsx';
import type { EditForm } from './edit-form.ts';

const options = <Value extends string>(values: readonly Value[]): Option<Value>[] =>
  values.map((value) => ({ value, label: formatLabel(value) }));

/** Name, role and status, with what a new status means. */
export const EditFields = ({ user, form: { values, faults, change } }: { user: User; form: EditForm }) => (
  <>
    <Field label="Name" required error={faults.name}>
      <Input value={values.name} autoComplete="off" onChange={({ target }) => change({ name: target.value })} />
    </Field>
    <Field label="Role" required error={faults.role}>
      <Select value={values.role} onChange={(role) => change({ role })} options={options(grantable(useUser()))} />
    </Field>
    <Field label="Status" required error={faults.status} hint={hintOf(user, values.status)}>
      <Select value={values.status} onChange={(status) => change({ status })} options={options(nextStatuses(user))} />
    </Field>
  </>
);

const hintOf = (user: User, status: User['status']) => {
  if (user.status === 'inactive' && !hasActivated(user)) return 'They never activated their account. Use Invite again.';
  if (status !== 'inactive' || user.status === 'inactive') return undefined;
  return user.status === 'invited'
    ? 'Their invitation can no longer be accepted.'
    : 'They are signed out everywhere, and cannot sign in until they are active again.';
};
