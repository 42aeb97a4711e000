import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { requestInput } from '../../../schema/request-inputs.ts';
import { REQUEST_CATEGORIES, type RequestCategory } from '../../../schema/requests.ts';
import { useSearchParams } from '../../device/location.ts';
import { save } from '../../device/store.ts';
import { FormActions, FormCard } from '../../forms/actions.tsx';
import { AttachmentsField, SaveOutcome } from '../../forms/attachment.tsx';
import { RichTextField, SelectField, TextField } from '../../forms/fields.tsx';
import { useRecordForm } from '../../forms/record-form.ts';
import { useFormWithFiles } from '../../forms/save-with-file.ts';
import { paths } from '../../paths.ts';
import { RedirectNotice } from '../../screens/notice-alert.tsx';
import { DraftNote } from '../../ui/draft.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { sanitize } from '../../ui/rich-text.tsx';
import { AboutEntry } from './about-entry.tsx';
import { LOADER } from './model.ts';
import { drafts } from './outbox.ts';

type Values = { title: string; category: RequestCategory; description: string };

const EMPTY: Values = { title: '', category: 'Maintenance', description: '' };
const ABOUT_MONEY: Values = { ...EMPTY, category: 'Inquiry' };
const resolver = zodResolver(z.pick(requestInput, { title: true, category: true, description: true }));
const CATEGORIES = REQUEST_CATEGORIES.map((value) => ({ value, label: value }));
const REDIRECT_MS = 1500;

/** /requests/create: works without a connection; only a file needs one, now or later. */
const RequestForm = () => {
  const [id] = useState(() => uuidv7());
  const entry_id = useSearchParams().get('entry');
  const recordForm = useRecordForm(drafts.create(entry_id), entry_id ? ABOUT_MONEY : EMPTY, resolver);
  const { form, kept } = recordForm;
  const { files, setFiles, submit, discard, ...saving } = useFormWithFiles(recordForm, {
    feature: 'requests',
    later: { mutation: 'addPhoto', args: { entity: 'request', id } },
    fallback: 'Failed to create request. Please try again.',
    write: ({ description, ...values }, uploaded) => {
      const [photo_url = null, ...more_photo_urls] = uploaded.map(({ s3Key }) => s3Key);
      const text = sanitize(description);
      return save('createRequest', { id, ...values, entry_id, description: text, photo_url, more_photo_urls });
    },
  });
  return (
    <>
      <Breadcrumb entries={[LOADER.list, { label: 'Create Request' }]} />
      <PageHeader title="Create Request" subtitle="The board will read it and reply to you." />
      {entry_id && <AboutEntry entry_id={entry_id} />}
      <FormCard onSubmit={() => submit('upload')}>
        <Fields form={form} />
        <AttachmentsField feature="requests" files={files} onFiles={setFiles} />
        <SaveOutcome {...saving} onChoose={submit} />
        {saving.done && (
          <RedirectNotice href={paths.requests()} after_ms={REDIRECT_MS}>
            Request created successfully! Redirecting...
          </RedirectNotice>
        )}
        <FormActions
          note={<DraftNote kept={kept} onDiscard={discard} />}
          back={{ label: 'Back to Requests', href: paths.requests() }}
          submit={saving.progress !== null ? 'Uploading…' : saving.busy ? 'Creating…' : 'Create Request'}
          busy={saving.busy}
          done={saving.done}
        />
      </FormCard>
    </>
  );
};

export default RequestForm;

const Fields = ({ form }: { form: UseFormReturn<Values> }) => (
  <>
    <TextField form={form} name="title" label="Title" required placeholder="Pool gate no longer latches" />
    <SelectField form={form} name="category" label="Category" required options={CATEGORIES} className="md:max-w-60" />
    <RichTextField
      form={form}
      name="description"
      label="Description"
      required
      placeholder="What’s the problem, and where is it?"
    />
  </>
);
