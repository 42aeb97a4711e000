import type { ComponentProps, ReactNode } from 'react';
import { SaveForm } from '../../forms/save-form.tsx';

type Saving = ComponentProps<typeof SaveForm>;
type Props = {
  edit: Saving['edit'] & { discard: () => void };
  onDone: () => void;
  submit?: string;
  disabled?: boolean;
  children: ReactNode;
};

/** The form of a section of the settings. Canceling it discards what was typed. */
export const SettingsForm = ({ edit, onDone, submit = 'Save', disabled = false, children }: Props) => {
  const cancel = () => {
    edit.discard();
    onDone();
  };
  return (
    <SaveForm edit={edit} layout="bare" submit={submit} saving="Saving…" disabled={disabled} onCancel={cancel} isQuiet>
      {children}
    </SaveForm>
  );
};
