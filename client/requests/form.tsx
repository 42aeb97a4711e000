import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { REQUEST_CATEGORIES, requestInput } from '../../schema/requests.ts';
import { AttachmentField } from '../forms/attachment-field.tsx';
import type { Way } from '../forms/create.ts';
import { useDraftedForm } from '../forms/drafted-form.ts';
import { drafts, paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';
import { DraftNote } from '../ui/draft.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';
import { RichTextEditor } from '../ui/rich-text-editor.tsx';
import { Select } from '../ui/select.tsx';
import { type RequestDraft, useCreateRequest } from './form-create.ts';
import { FormFoot } from './form-foot.tsx';

const EMPTY: RequestDraft = { title: '', category: 'Maintenance', description: '' };
const resolver = zodResolver(requestInput.pick({ title: true, category: true, description: true }));
const CATEGORIES = REQUEST_CATEGORIES.map((value) => ({ value, label: value }));

/** /requests/create: works without a connection; only a file needs one, now or later. */
const RequestForm = () => {
  const [file, setFile] = useState<File | null>(null);
  const creation = useCreateRequest();
  const { form, kept, discard } = useDraftedForm(drafts.request(), EMPTY, resolver, creation.created);
  const submit = (way: Way) => form.handleSubmit((values) => creation.create(values, file, way))();
  const clear = () => {
    setFile(null);
    discard();
  };
  return (
    <>
      <Breadcrumb entries={[{ label: 'Requests', href: paths.requests() }, { label: 'Create Request' }]} />
      <PageHeader title="Create Request" subtitle="The board reads it and answers in its messages." />
      <Card className="max-w-3xl">
        <form
          noValidate
          className="grid gap-4.5 py-1"
          onSubmit={(event) => {
            event.preventDefault();
            void submit('upload');
          }}
        >
          <Fields form={form} />
          <AttachmentField feature="requests" file={file} onFile={setFile} />
          <FormFoot {...creation} busy={form.formState.isSubmitting} onSend={submit}>
            <DraftNote kept={kept} onDiscard={clear} />
          </FormFoot>
        </form>
      </Card>
    </>
  );
};

export default RequestForm;

type Form = UseFormReturn<RequestDraft>;

const Fields = ({ form }: { form: Form }) => {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Title" required error={errors.title?.message}>
        <Input {...form.register('title')} placeholder="Pool gate no longer latches" />
      </Field>
      <Field label="Category" required error={errors.category?.message} className="md:max-w-60">
        <Controller
          control={form.control}
          name="category"
          render={({ field: { ref, value, onChange } }) => (
            <Select ref={ref} value={value} onChange={onChange} options={CATEGORIES} />
          )}
        />
      </Field>
      <Field label="Description" required error={errors.description?.message}>
        <Controller
          control={form.control}
          name="description"
          render={({ field: { ref, value, onChange } }) => (
            <RichTextEditor ref={ref} value={value} onChange={onChange} placeholder="What is the matter, and where?" />
          )}
        />
      </Field>
    </>
  );
};
