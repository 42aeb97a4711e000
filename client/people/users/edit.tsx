import { useId, useState } from 'react';
import * as z from 'zod/mini';
import type { User } from '../../../schema/tables/users.ts';
import { userUpdate } from '../../../schema/user-inputs.ts';
import { parse } from '../../../sync/parse.ts';
import { Refusal } from '../../../sync/tx.ts';
import { grantableRoles, hasActivated, nextStatuses } from '../../../sync/users/entity.ts';
import { RecordActivity } from '../../account/activity/of-record.tsx';
import { useUser } from '../../device/session.ts';
import { save, useRows } from '../../device/store.ts';
import { DialogActions, PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { optionsOf } from '../../screens/filter-bar.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DraftNote, useDraft } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate } from '../../ui/format.ts';
import { useFrozen, useLast } from '../../ui/frozen.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { drafts } from './outbox.ts';
import { RoleChangeDialog } from './role-change.tsx';

type DialogProps = { open: boolean; onClose: () => void };

const EditDialog = ({ id, ...props }: DialogProps & { id: string }) => {
  const user = useLast(useRows('user').get(id));
  return user ? <Form {...props} user={user} /> : null;
};

export default EditDialog;

const Form = ({ open, onClose, user: row }: DialogProps & { user: User }) => {
  const { user, form, write, busy, failure, dismiss } = useSaving(row, open, onClose);
  const [confirming, setConfirming] = useState(false);
  const id = useId();
  const check = () => {
    if (!form.check()) focusInvalid(id);
    else if (form.changes.role) setConfirming(true);
    else void write();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Edit User"
      subtitle={user.email}
      footer={<DialogActions form={id} onCancel={onClose} submit={busy ? 'Saving…' : 'Save'} busy={busy} />}
    >
      <PlainForm id={id} onSubmit={check}>
        <ErrorAlert message={failure} onClose={dismiss} />
        {user.email_bounced_at && <BounceNotice at={user.email_bounced_at} />}
        <EditFields user={user} form={form} />
        <DraftNote kept={form.kept} onDiscard={form.discard} />
      </PlainForm>
      <div className="mt-4">
        <RecordActivity id={user.id} />
      </div>
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

const useSaving = (row: User, open: boolean, onSaved: () => void) => {
  const { submit, busy, done, failure, dismiss } = useSubmit('Failed to update user');
  // The row changes at once, but the form must not while it saves and closes.
  const user = useFrozen(!open || busy || done, row);
  const form = useEditForm(user);
  const write = async () => {
    const saved = await submit(async () => {
      if (Object.keys(form.changes).length > 0) await save('updateUser', { id: user.id, ...form.changes });
    });
    if (!saved) return;
    form.discard();
    onSaved();
  };
  return { user, form, write, busy, failure, dismiss };
};

const BounceNotice = ({ at }: { at: string }) => (
  <Alert tone="info" title="Emails to this address bounce">
    The last one bounced on {formatDate(at)}. Ask for the correct address, then delete this person and invite them at
    the new one. This notice goes away after an email is delivered.
  </Alert>
);

const focusInvalid = (formId: string) =>
  requestAnimationFrame(() =>
    document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
  );

const EditFields = ({ user, form: { values, errors, change } }: { user: User; form: EditForm }) => (
  <>
    <Field label="Name" required error={errors.name}>
      <Input value={values.name} autoComplete="off" onChange={({ target }) => change({ name: target.value })} />
    </Field>
    <Field label="Role" required error={errors.role}>
      <Select
        value={values.role}
        onChange={(role) => change({ role })}
        options={optionsOf(grantableRoles(useUser()))}
      />
    </Field>
    <Field label="Status" required error={errors.status} hint={hintOf(user, values.status)}>
      <Select value={values.status} onChange={(status) => change({ status })} options={optionsOf(nextStatuses(user))} />
    </Field>
  </>
);

const hintOf = (user: User, status: User['status']) => {
  if (user.status === 'inactive' && !hasActivated(user))
    return 'They never activated their account. To send a new invitation, choose “Invite again” in the list.';
  if (status !== 'inactive' || user.status === 'inactive') return undefined;
  return user.status === 'invited'
    ? 'They can no longer accept their invitation.'
    : 'They are signed out everywhere and can’t sign in until they are active again.';
};

type UserValues = Pick<User, 'name' | 'role' | 'status'>;
type FieldErrors = Partial<Record<keyof UserValues, string>>;

const userInput = z.required(userUpdate, { name: true });

/** Only changed fields are kept as a draft and sent, so that other people's changes survive. */
const useEditForm = (user: User) => {
  const { value: draft, kept, set, discard } = useDraft<Partial<UserValues>>(drafts.edit(user.id), {});
  const [errors, setErrors] = useState<FieldErrors>({});
  const changes = differences(user, draft);
  const values: UserValues = { name: user.name, role: user.role, status: user.status, ...draft };
  const change = (next: Partial<UserValues>) => {
    const left = differences(user, { ...draft, ...next });
    if (Object.keys(left).length === 0) discard();
    else set(left);
    setErrors({});
  };
  const check = () => {
    const invalid = validate(user.id, values);
    setErrors(invalid);
    return Object.keys(invalid).length === 0;
  };
  return { values, changes, errors, kept, change, check, discard };
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
