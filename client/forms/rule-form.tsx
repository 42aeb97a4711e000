import type { ReactNode } from 'react';
import type { FieldValues, Resolver, UseFormReturn } from 'react-hook-form';
import { useOnline } from '../device/store.ts';
import { SaveForm, useSaveForm } from './save-form.tsx';

type RuleFormProps<Values extends FieldValues> = {
  draftKey: string;
  start: Values;
  resolver: Resolver<Values>;
  write: (values: Values) => Promise<void>;
  fields: (form: UseFormReturn<Values>) => ReactNode;
  /** "Rule" or "Rules". */
  noun: string;
  submit?: string;
  fallback: string;
  onDone: () => void;
};

/** The form of a rule in its card, open until it is saved or canceled. */
export const RuleForm = <Values extends FieldValues>({
  draftKey,
  start,
  resolver,
  write,
  fields,
  noun,
  submit = `Save ${noun}`,
  fallback,
  onDone,
}: RuleFormProps<Values>) => {
  const online = useOnline();
  const edit = useSaveForm({
    draftKey,
    values: start,
    resolver,
    write,
    fallback,
    said: online ? `${noun} saved` : `${noun} saved on this device`,
    onSaved: onDone,
  });
  const cancel = () => {
    edit.discard();
    onDone();
  };
  return (
    <SaveForm edit={edit} submit={submit} saving="Saving…" onCancel={cancel} isQuiet>
      {fields(edit.form)}
    </SaveForm>
  );
};
