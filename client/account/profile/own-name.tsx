import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import type { Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { userUpdate } from '../../../schema/user-inputs.ts';
import { useUser } from '../../device/session.ts';
import { save, useOnline } from '../../device/store.ts';
import { TextField } from '../../forms/fields.tsx';
import { SaveForm, useSaveForm } from '../../forms/save-form.tsx';
import { Button } from '../../ui/button.tsx';

/** The only superadmin changes their own name, which nobody else could. */
export const OwnName = () => {
  const [editing, setEditing] = useState(false);
  if (editing) return <NameForm onDone={() => setEditing(false)} />;
  return (
    <Button size="small" className="mt-3" onClick={() => setEditing(true)}>
      Change Name
    </Button>
  );
};

type Values = { name: string };
const resolver = zodResolver(z.pick(z.required(userUpdate), { name: true })) as unknown as Resolver<Values>;

const NameForm = ({ onDone }: { onDone: () => void }) => {
  const { id, name } = useUser();
  const online = useOnline();
  const edit = useSaveForm<Values>({
    values: { name },
    resolver,
    write: (values) => save('updateUser', { id, ...values }),
    said: online ? 'Name saved' : 'Name saved on this device',
    fallback: 'Your name could not be saved. Please try again.',
    onSaved: onDone,
  });
  return (
    <SaveForm edit={edit} layout="below" submit="Save Name" saving="Saving…" onCancel={onDone} isQuiet>
      <TextField form={edit.form} name="name" label="Full name" required autoComplete="name" autoFocus />
    </SaveForm>
  );
};
