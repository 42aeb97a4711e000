import { type FormEvent, useId, useRef, useState } from 'react';
import { type User, userUpdate } from '../../schema/users.ts';
import { parse, Refusal } from '../../sync/tx.ts';
import { grantable, hasActivated, nextStatuses } from '../../sync/users.ts';
import { messageOf } from '../api.ts';
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
import { drafts } from './outbox.ts';
import { RoleChangeDialog } from './role-change.tsx';

type DialogProps = { open: boolean; onClose: () => void };

const EditDialog = ({ id, ...frame }: DialogProps & { id: string }) => {
  const user = useLast(useRows('user').get(id));
  return user ? <Form {...frame} user={user} /> : null;
};

export default EditDialog;

const Form = ({ open, onClose, user: row }: DialogProps & { user: User }) => {
  const [busy, setBusy] = useState(false);
  // The row changes at once, but the form must not while it saves and closes.
  const user = useFrozen(!open || busy, row);
  const form = useEditForm(user);
  const [confirming, setConfirming] = useState(false);
  const { problem: failure, dismiss, write } = useSaveUser(user, form, setBusy, onClose);
  const fields = useRef<HTMLFormElement>(null);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) focusInvalid(fields.current);
    else if (form.changes.role) setConfirming(true);
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
        {failure && (
          <Alert tone="error" onClose={dismiss}>
            {failure}
          </Alert>
        )}
        <EditFields user={user} form={form} />
        <DraftNote kept={form.kept} onDiscard={form.discard} />
      </form>
      <RoleChangeDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        user={user}
        role={form.values.role}
        onConfirm={write}
      />
    </Dialog>
  );
};

const useSaveUser = (user: User, form: EditForm, setBusy: (busy: boolean) => void, onClose: () => void) => {
  const [problem, setFailure] = useState('');
  const write = async () => {
    setFailure('');
    setBusy(true);
    const changed = Object.keys(form.changes).length > 0;
    await (changed ? save('updateUser', { id: user.id, ...form.changes }) : Promise.resolve()).then(
      () => {
        form.discard();
        onClose();
      },
      (error) => setFailure(messageOf(error, 'Failed to update user')),
    );
    setBusy(false);
  };
  return { problem, dismiss: () => setFailure(''), write };
};

const focusInvalid = (form: HTMLFormElement | null) =>
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

const options = <Value extends string>(values: readonly Value[]): Option<Value>[] =>
  values.map((value) => ({ value, label: formatLabel(value) }));

const EditFields = ({ user, form: { values, faults: errors, change } }: { user: User; form: EditForm }) => (
  <>
    <Field label="Name" required error={errors.name}>
      <Input value={values.name} autoComplete="off" onChange={({ target }) => change({ name: target.value })} />
    </Field>
    <Field label="Role" required error={errors.role}>
      <Select value={values.role} onChange={(role) => change({ role })} options={options(grantable(useUser()))} />
    </Field>
    <Field label="Status" required error={errors.status} hint={hintOf(user, values.status)}>
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

type UserValues = Pick<User, 'name' | 'role' | 'status'>;
type FieldErrors = Partial<Record<keyof UserValues, string>>;

const userInput = userUpdate.required({ name: true });

/** Only changed fields are kept as a draft and sent, so that other people's changes survive. */
const useEditForm = (user: User) => {
  const { value: draft, kept, set, discard } = useDraft<Partial<UserValues>>(drafts.edit(user.id), {});
  const [faults, setErrors] = useState<FieldErrors>({});
  const changes = differences(user, draft);
  const values: UserValues = { name: user.name, role: user.role, status: user.status, ...draft };
  const change = (next: Partial<UserValues>) => {
    const left = differences(user, { ...draft, ...next });
    if (Object.keys(left).length === 0) discard();
    else set(left);
    setErrors({});
  };
  const check = () => {
    const found = validate(user.id, values);
    setErrors(found);
    return Object.keys(found).length === 0;
  };
  return { values, changes, faults, kept, change, check, discard };
};

type EditForm = ReturnType<typeof useEditForm>;

const differences = (user: User, draft: Partial<UserValues>): Partial<UserValues> =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => user[name as keyof UserValues] !== value));

const validate = (id: string, values: UserValues): FieldErrors => {
  try {
    parse(userInput, { id, ...values });
    return {};
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Object.fromEntries((error.issues ?? []).map(({ path, msg }) => [path, msg]));
  }
};
