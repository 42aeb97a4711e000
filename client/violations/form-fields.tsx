import { useMemo } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { VIOLATION_CATEGORIES } from '../../schema/violations.ts';
import { useRows, useSync } from '../store.ts';
import { useToday } from '../today.ts';
import { Alert } from '../ui/alert.tsx';
import { DatePicker } from '../ui/date-picker.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { PersonPicker } from '../ui/people-picker.tsx';
import { RichTextEditor } from '../ui/rich-text-editor.tsx';
import { Select } from '../ui/select.tsx';
import type { ViolationDraft } from './form-create.ts';

type Form = UseFormReturn<ViolationDraft>;

const CATEGORIES = VIOLATION_CATEGORIES.map((value) => ({ value, label: value }));

/** Whom it is issued to, what it is about, and by when it is to be settled. Each field is a component, so that the form
 * knows them in this order and focuses the first that is wrong. */
export const Fields = ({ form }: { form: Form }) => (
  <>
    <ResidentField form={form} />
    <TitleField form={form} />
    <div className="grid gap-4.5 md:grid-cols-2">
      <CategoryField form={form} />
      <DueDateField form={form} />
    </div>
    <MessageField form={form} />
  </>
);

const ResidentField = ({ form }: { form: Form }) => {
  const people = useActiveUsers();
  const { phase, failed } = useSync();
  return (
    <>
      {people.length === 0 && phase === 'first' && failed && <Alert tone="error">Failed to load users</Alert>}
      <Field label="Resident" required error={form.formState.errors.user_id?.message}>
        <Controller
          control={form.control}
          name="user_id"
          render={({ field: { ref, value, onChange } }) => (
            <PersonPicker ref={ref} people={people} value={value} onChange={(id) => onChange(id ?? '')} />
          )}
        />
      </Field>
    </>
  );
};

/** Everybody active, by name: board members may live there too. */
const useActiveUsers = () => {
  const users = useRows('user');
  return useMemo(
    () =>
      users.all
        .filter((user) => user.status === 'active' && !user.deleted_at)
        .map(({ id, name, email }) => ({ id, name: name ?? '', email }))
        .sort((a, b) => (a.name || a.email).localeCompare(b.name || b.email)),
    [users],
  );
};

const TitleField = ({ form }: { form: Form }) => (
  <Field label="Title" required error={form.formState.errors.title?.message}>
    <Input {...form.register('title')} placeholder="Trash bins in front of the garage" />
  </Field>
);

const CategoryField = ({ form }: { form: Form }) => (
  <Field label="Category" required error={form.formState.errors.category?.message}>
    <Controller
      control={form.control}
      name="category"
      render={({ field: { ref, value, onChange } }) => (
        <Select ref={ref} value={value} onChange={onChange} options={CATEGORIES} />
      )}
    />
  </Field>
);

const DueDateField = ({ form }: { form: Form }) => {
  const today = useToday();
  return (
    <Field label="Due date" required error={form.formState.errors.due_date?.message}>
      <Controller
        control={form.control}
        name="due_date"
        render={({ field: { ref, value, onChange } }) => (
          <DatePicker ref={ref} value={value} onChange={onChange} min={today} />
        )}
      />
    </Field>
  );
};

const MessageField = ({ form }: { form: Form }) => (
  <Field label="Message" required error={form.formState.errors.message?.message}>
    <Controller
      control={form.control}
      name="message"
      render={({ field: { ref, value, onChange } }) => (
        <RichTextEditor
          ref={ref}
          value={value}
          onChange={onChange}
          placeholder="What was seen, which rule it breaks, and what is to be done"
        />
      )}
    />
  </Field>
);
