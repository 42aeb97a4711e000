import { type FormEvent, useId, useRef, useState } from 'react';
import { type User, userUpdate } from '../../schema/users.ts';
import { parse, Refusal } from '../../sync/tx.ts';
import { grantable, hasActivated, nextStatuses } from '../../sync/users.ts';
import { messageOf } from '../api.ts';
import { drafts } from '../paths.ts';
import { useUser } from '../session.ts';
import { save, useRows } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DraftNote, useDraft } from '../ui/draft.tsx';
import { Field } from '../ui/field.tsx';
import { formatLabel } from '../ui/format.ts';
import { useFrozen, useLast } from '../ui/held.ts';
import { Input } from '../ui/input.tsx';
import { type Option, Select } from '../ui/select.tsx';
import { RoleChangeDialog } from './role-change.tsx';

type Frame = { open: boolean; onClose: () => void };

/** Changes somebody's name, role and status; a change of role is asked about. It works offline. */
const EditDialog = ({ id, ...frame }: Frame & { id: string }) => {
  const user = useLast(useRows('user').get(id));
  return user ? <Form {...frame} user={user} /> : null;
};

export default EditDialog;

const Form = ({ open, onClose, user: row }: Frame & { user: User }) => {
  const [busy, setBusy] = useState(false);
  // The change shows in the row at once, but the form is left as it was.
  const user = useFrozen(!open || busy, row);
  const form = useEditForm(user);
  const [asking, setAsking] = useState(false);
  const { problem, dismiss, write } = useWrite(user, form, setBusy, onClose);
  const fields = useRef<HTMLFormElement>(null);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) focusFault(fields.current);
    else if (form.changes.role) setAsking(true);
    else void write();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Edit User"
      subtitle={user.email}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {busy ? 'Saving...' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={id} ref={fields} noValidate className="grid gap-4.5 pt-1" onSubmit={submit}>
        {problem && (
          <Alert tone="error" onClose={dismiss}>
            {problem}
          </Alert>
        )}
        <EditFields user={user} form={form} />
        <DraftNote kept={form.kept} onDiscard={form.discard} />
      </form>
      <RoleChangeDialog
        open={asking}
        onClose={() => setAsking(false)}
        user={user}
        role={form.values.role}
        onConfirm={write}
      />
    </Dialog>
  );
};

/** Saves what has been changed, and closes. */
const useWrite = (user: User, form: EditForm, setBusy: (busy: boolean) => void, onClose: () => void) => {
  const [problem, setProblem] = useState('');
  const write = async () => {
    setProblem('');
    setBusy(true);
    const changed = Object.keys(form.changes).length > 0;
    await (changed ? save('updateUser', { id: user.id, ...form.changes }) : Promise.resolve()).then(
      () => {
        form.discard();
        onClose();
      },
      (error) => setProblem(messageOf(error, 'Failed to update user')),
    );
    setBusy(false);
  };
  return { problem, dismiss: () => setProblem(''), write };
};

/** Moves focus to the first field that is wrong, once it says so. */
const focusFault = (form: HTMLFormElement | null) =>
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

const options = <Value extends string>(values: readonly Value[]): Option<Value>[] =>
  values.map((value) => ({ value, label: formatLabel(value) }));

/** Name, role and status, with what a new status means. */
const EditFields = ({ user, form: { values, faults, change } }: { user: User; form: EditForm }) => (
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

type Edited = Pick<User, 'name' | 'role' | 'status'>;
type Faults = Partial<Record<keyof Edited, string>>;

const checked = userUpdate.required({ name: true });

/** The fields of the edit dialog. Only what differs from the row is kept as a draft and sent, so that what somebody
 * else changes meanwhile stays. */
const useEditForm = (user: User) => {
  const { value: draft, kept, set, discard } = useDraft<Partial<Edited>>(drafts.userEdit(user.id), {});
  const [faults, setFaults] = useState<Faults>({});
  const changes = differences(user, draft);
  const values: Edited = { name: user.name, role: user.role, status: user.status, ...draft };
  const change = (next: Partial<Edited>) => {
    const left = differences(user, { ...draft, ...next });
    if (Object.keys(left).length === 0) discard();
    else set(left);
    setFaults({});
  };
  const check = () => {
    const found = faultsOf(user.id, values);
    setFaults(found);
    return Object.keys(found).length === 0;
  };
  return { values, changes, faults, kept, change, check, discard };
};

type EditForm = ReturnType<typeof useEditForm>;

const differences = (user: User, draft: Partial<Edited>): Partial<Edited> =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => user[name as keyof Edited] !== value));

const faultsOf = (id: string, values: Edited): Faults => {
  try {
    parse(checked, { id, ...values });
    return {};
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Object.fromEntries((error.issues ?? []).map(({ path, msg }) => [path, msg]));
  }
};
