import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { DUE_DATE_PAST, violationInput } from '../../schema/violations.ts';
import { AttachmentField } from '../forms/attachment-field.tsx';
import type { Way } from '../forms/create.ts';
import { CreateOutcome } from '../forms/create-outcome.tsx';
import { useDraftedForm } from '../forms/drafted-form.ts';
import { drafts, paths } from '../paths.ts';
import { localToday } from '../today.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DraftNote } from '../ui/draft.tsx';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';
import { useCreateViolation, useLeave, type ViolationDraft } from './form-create.ts';
import { Fields } from './form-fields.tsx';
import { GATE } from './labels.ts';

const EMPTY: ViolationDraft = { user_id: '', title: '', category: 'Other', message: '', due_date: '' };
const { shape } = violationInput;
const resolver = zodResolver(
  violationInput.pick({ user_id: true, title: true, message: true }).extend({
    category: shape.category.unwrap(),
    due_date: shape.due_date.refine((day) => day >= localToday(), DUE_DATE_PAST),
  }),
);

/** /compliance/create and /violations/create: works without a connection; only a file needs one, now or later. */
const ViolationForm = () => {
  const [file, setFile] = useState<File | null>(null);
  const creation = useCreateViolation();
  const { form, kept, discard } = useDraftedForm(drafts.violation(), EMPTY, resolver, creation.created);
  useLeave(creation.created);
  const busy = form.formState.isSubmitting;
  const submit = (way: Way) => form.handleSubmit((values) => creation.create(values, file, way))();
  const clear = () => {
    setFile(null);
    discard();
  };
  return (
    <>
      <Breadcrumb entries={[GATE.list, { label: 'Create Violation' }]} />
      <PageHeader
        title="Create Violation"
        subtitle="The resident is notified by email, and can answer in its messages."
      />
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
          <AttachmentField feature="violations" file={file} onFile={setFile} />
          <CreateOutcome {...creation} busy={busy} onSend={submit} />
          <div className="flex flex-wrap items-center justify-end gap-2">
            <span className="mr-auto empty:hidden max-md:basis-full">
              <DraftNote kept={kept} onDiscard={clear} />
            </span>
            <LinkButton variant="ghost" href={paths.violations()}>
              Cancel
            </LinkButton>
            <Button type="submit" variant="primary" busy={busy}>
              {creation.progress !== null ? 'Uploading...' : busy ? 'Creating...' : 'Create Violation'}
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
};

export default ViolationForm;
