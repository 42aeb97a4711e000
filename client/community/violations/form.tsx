import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { useLocation } from 'wouter';
import * as z from 'zod/mini';
import { violationInput } from '../../../schema/violation-inputs.ts';
import { DUE_DATE_PAST, VIOLATION_CATEGORIES, type ViolationCategory } from '../../../schema/violations.ts';
import { save, useRows, useSync } from '../../device/store.ts';
import { localToday, useToday } from '../../device/today.ts';
import type { UploadError } from '../../files/file-calls.ts';
import { FormActions, FormCard } from '../../forms/actions.tsx';
import { AttachmentsField, SaveOutcome } from '../../forms/attachment.tsx';
import { DateField, RichTextField, SelectField, TextField } from '../../forms/fields.tsx';
import { PersonPicker } from '../../forms/people-pickers.tsx';
import { useRecordForm } from '../../forms/record-form.ts';
import { useFormWithFiles } from '../../forms/save-with-file.ts';
import { paths } from '../../paths.ts';
import { withFlash } from '../../screens/notice-alert.tsx';
import { Alert } from '../../ui/alert.tsx';
import { DraftNote } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { sortByName } from '../../ui/format.ts';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { sanitize } from '../../ui/rich-text.tsx';
import { LOADER } from './model.ts';
import { drafts } from './outbox.ts';

type Values = { user_id: string; title: string; category: ViolationCategory; message: string; due_date: string };
type Form = UseFormReturn<Values>;

const EMPTY: Values = { user_id: '', title: '', category: 'Other', message: '', due_date: '' };
const { shape } = violationInput;
const resolver = zodResolver(
  z.extend(z.pick(violationInput, { user_id: true, title: true, message: true }), {
    category: shape.category.def.innerType,
    due_date: shape.due_date.check(z.refine((day) => day >= localToday(), DUE_DATE_PAST)),
  }),
);
const SUCCESS = 'Violation created successfully and notification sent to resident';

/** /compliance/create and /violations/create: works without a connection; only a file needs one, now or later. */
const ViolationForm = () => {
  const [id] = useState(() => uuidv7());
  const [, navigate] = useLocation();
  const recordForm = useRecordForm(drafts.create(), EMPTY, resolver);
  const { form, kept } = recordForm;
  const { files, setFiles, submit, discard, ...saving } = useFormWithFiles(recordForm, {
    feature: 'violations',
    later: { mutation: 'addPhoto', args: { entity: 'violation', id } },
    fallback: 'Failed to create violation',
    uploadMessage,
    write: ({ message, ...values }, uploaded) => {
      const [photo_url = null, ...more_photo_urls] = uploaded.map(({ s3Key }) => s3Key);
      return save('createViolation', { id, ...values, message: sanitize(message), photo_url, more_photo_urls });
    },
    onSaved: () => navigate(paths.violations(), withFlash(SUCCESS)),
  });
  return (
    <>
      <Breadcrumb entries={[LOADER.list, { label: 'Create Violation' }]} />
      <PageHeader title="Create Violation" subtitle="The resident will get an email and can reply to you." />
      <FormCard onSubmit={() => submit('upload')}>
        <Fields form={form} />
        <AttachmentsField feature="violations" files={files} onFiles={setFiles} />
        <SaveOutcome {...saving} onChoose={submit} />
        <FormActions
          note={<DraftNote kept={kept} onDiscard={discard} />}
          back={{ label: 'Cancel', href: paths.violations() }}
          submit={saving.progress !== null ? 'Uploading…' : saving.busy ? 'Creating…' : 'Create Violation'}
          busy={saving.busy}
        />
      </FormCard>
    </>
  );
};

export default ViolationForm;

/** The server's own sentence where it refused the file. */
const uploadMessage = (error: UploadError | null) =>
  error?.status && error.status < 500 ? (error.cause as Error).message : 'Failed to upload file';

const CATEGORIES = VIOLATION_CATEGORIES.map((value) => ({ value, label: value }));

const Fields = ({ form }: { form: Form }) => (
  <>
    <ResidentField form={form} />
    <TextField form={form} name="title" label="Title" required placeholder="Trash bins in front of the garage" />
    <div className="grid gap-4.5 md:grid-cols-2">
      <SelectField form={form} name="category" label="Category" required options={CATEGORIES} />
      <DateField form={form} name="due_date" label="Due date" required min={useToday()} />
    </div>
    <RichTextField
      form={form}
      name="message"
      label="Message"
      required
      placeholder="What you saw, which rule it breaks, and what needs to be done"
    />
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
      sortByName(
        users.all
          .filter((user) => user.status === 'active' && !user.deleted_at)
          .map(({ id, name, email }) => ({ id, name: name ?? '', email })),
      ),
    [users],
  );
};
