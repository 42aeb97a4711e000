import { Controller, type UseFormReturn } from 'react-hook-form';
import type { Announcement } from '../../schema/announcements.ts';
import { type ConflictEdit, FieldConflict } from '../forms/conflict.tsx';
import { useSync } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { PeoplePicker } from '../ui/people-picker.tsx';
import { RichTextEditor } from '../ui/rich-text-editor.tsx';
import { Select } from '../ui/select.tsx';
import type { Values } from './form-values.ts';
import { AUDIENCE_OPTIONS, CATEGORY_OPTIONS } from './labels.ts';
import { useActivePeople } from './recipients.ts';

type Form = UseFormReturn<Values>;
type Props = { form: Form; row: Announcement | undefined; edit: ConflictEdit };

/** Title and message. */
export const Words = ({ form, row, edit }: Props) => {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Title" required error={errors.title?.message}>
        <Input {...form.register('title')} placeholder="Water off on Thursday, 9 AM to noon" />
      </Field>
      <FieldConflict row={row} fields={TITLE} edit={edit} />
      <Field label="Message" required error={errors.message?.message}>
        <Controller
          control={form.control}
          name="message"
          render={({ field: { ref, value, onChange } }) => (
            <RichTextEditor ref={ref} value={value} onChange={onChange} placeholder="What should everybody know?" />
          )}
        />
      </Field>
      <FieldConflict row={row} fields={MESSAGE} edit={edit} />
    </>
  );
};
const TITLE = ['title'];
const MESSAGE = ['message'];
const AUDIENCE = ['audience_type', 'custom_recipients'];

/** Category, audience, and the people of a custom one. */
export const Whom = ({ form, row, edit }: Props) => {
  const custom = form.watch('audience_type') === 'custom';
  return (
    <>
      <div className="grid gap-4.5 md:grid-cols-2">
        <Field label="Category" error={form.formState.errors.category?.message}>
          <Controller
            control={form.control}
            name="category"
            render={({ field: { ref, value, onChange } }) => (
              <Select ref={ref} value={value} onChange={onChange} options={CATEGORY_OPTIONS} />
            )}
          />
        </Field>
        <Audience form={form} />
      </div>
      <FieldConflict row={row} fields={AUDIENCE} edit={edit} />
      {custom && <Recipients form={form} />}
    </>
  );
};

/** Another audience than a custom one has no chosen people. */
const Audience = ({ form }: { form: Form }) => {
  const choose = (audience: Values['audience_type']) => {
    form.setValue('audience_type', audience, { shouldDirty: true });
    if (audience === 'custom') return;
    form.setValue('custom_recipients', []);
    form.clearErrors('custom_recipients');
  };
  return (
    <Field label="Audience" error={form.formState.errors.audience_type?.message}>
      <Controller
        control={form.control}
        name="audience_type"
        render={({ field: { ref, value } }) => (
          <Select ref={ref} value={value} onChange={choose} options={AUDIENCE_OPTIONS} />
        )}
      />
    </Field>
  );
};

const Recipients = ({ form }: { form: Form }) => {
  const people = useActivePeople();
  const { phase, failed } = useSync();
  if (people.length === 0 && phase === 'first' && failed)
    return <Alert tone="error">Failed to load users for selection</Alert>;
  return (
    <Field label="Recipients" required error={form.formState.errors.custom_recipients?.message}>
      <Controller
        control={form.control}
        name="custom_recipients"
        render={({ field: { ref, value, onChange } }) => (
          <PeoplePicker ref={ref} people={people} values={value} onChange={onChange} />
        )}
      />
    </Field>
  );
};
