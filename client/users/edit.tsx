import { type FormEvent, useId, useRef, useState } from 'react';
import type { User } from '../../schema/users.ts';
import { messageOf } from '../api.ts';
import { save, useRows } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DraftNote } from '../ui/draft.tsx';
import { useFrozen, useLast } from '../ui/held.ts';
import { EditFields } from './edit-fields.tsx';
import { type EditForm, useEditForm } from './edit-form.ts';
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
          <Button type="submit" form={id} look="go" busy={busy}>
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
