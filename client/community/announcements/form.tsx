import { FileText, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type { Attachment } from '../../../schema/announcements.ts';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import { extensionOf } from '../../../schema/uploads.ts';
import { useSync } from '../../device/store.ts';
import type { UploadedFile } from '../../files/file-calls.ts';
import { discardUpload } from '../../files/pending-uploads.ts';
import { FormActions, PlainForm } from '../../forms/actions.tsx';
import { AttachmentField, SaveOutcome } from '../../forms/attachment.tsx';
import { type ConflictEdit, FieldConflict } from '../../forms/conflict.tsx';
import { RichTextField, SelectField, TextField } from '../../forms/fields.tsx';
import { PeoplePicker } from '../../forms/people-pickers.tsx';
import { useFormWithFile } from '../../forms/save-with-file.ts';
import { TwoColumns } from '../../screens/two-columns.tsx';
import { useWaitingFile } from '../../screens/waiting.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Waiting } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DraftNote } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { formatPlural, formatSize } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import { useAnnouncementForm, type Values } from './form-model.ts';
import { AUDIENCE_OPTIONS, CATEGORY_OPTIONS, useActivePeople, useReach } from './model.ts';

type Edit = ReturnType<typeof useAnnouncementForm>;
type Form = UseFormReturn<Values>;

type Props = {
  id: string;
  draftKey: string;
  values: Values;
  announcement?: Announcement;
  submit: string;
  submitting: string;
  cancelHref: string;
  /** The sentence for a failure without one of its own. */
  fallback: string;
  /** Writes the values, or the changes alone. Throws Refusal. */
  onSave: (values: Values, changes: ReturnType<Edit['changes']>) => Promise<void>;
  onSaved: () => void;
};

const LABELS = { later: 'Save now, upload when back online', without: 'Save without the file' };

/** The form behind both screens. Works without a connection; only a file needs one, now or later. */
export const AnnouncementForm = ({ id, announcement, onSave, onSaved, ...props }: Props) => {
  const edit = useAnnouncementForm(props.draftKey, props.values, announcement);
  const { form, kept } = edit;
  const { file, setFile, submit, discard, ...saving } = useFormWithFile(edit, {
    feature: 'announcements',
    record_id: id,
    attach: 'updateAnnouncement',
    fallback: props.fallback,
    write: (values, uploaded) => {
      const written = { ...values, ...(uploaded && { attachment: attachmentOf(uploaded) }) };
      return onSave(written, edit.changes(written));
    },
    onSaved,
  });
  return (
    <TwoColumns side={<ReachCard form={form} />}>
      <Card>
        <PlainForm onSubmit={() => submit('upload')}>
          <TextFields form={form} row={announcement} edit={edit} />
          <AnnouncementFile
            announcement_id={id}
            stored={form.watch('attachment')}
            onRemove={() => form.setValue('attachment', null, { shouldDirty: true })}
            file={file}
            onFile={setFile}
          />
          <AudienceFields form={form} row={announcement} edit={edit} />
          <SaveOutcome {...saving} labels={LABELS} onChoose={submit} />
          <FormActions
            note={<DraftNote kept={kept} onDiscard={discard} />}
            back={{ label: 'Cancel', href: props.cancelHref }}
            submit={saving.progress !== null ? 'Uploading…' : saving.busy ? props.submitting : props.submit}
            busy={saving.busy}
          />
        </PlainForm>
      </Card>
    </TwoColumns>
  );
};

const attachmentOf = ({ s3Key, fileName, fileSize }: UploadedFile): Attachment => ({
  s3_key: s3Key,
  filename: fileName,
  file_size: fileSize,
  file_type: extensionOf(fileName),
});

type FieldsProps = { form: Form; row: Announcement | undefined; edit: ConflictEdit };

const TextFields = ({ form, row, edit }: FieldsProps) => (
  <>
    <TextField form={form} name="title" label="Title" required placeholder="Water off on Thursday, 9 AM to noon" />
    <FieldConflict row={row} fields={TITLE} edit={edit} />
    <RichTextField form={form} name="message" label="Message" required placeholder="What should everyone know?" />
    <FieldConflict row={row} fields={MESSAGE} edit={edit} />
  </>
);
const TITLE = ['title'];
const MESSAGE = ['message'];
const AUDIENCE = ['audience_type', 'custom_recipients'];

const AudienceFields = ({ form, row, edit }: FieldsProps) => (
  <>
    <div className="grid gap-4.5 md:grid-cols-2">
      <SelectField form={form} name="category" label="Category" options={CATEGORY_OPTIONS} />
      <AudienceField form={form} />
    </div>
    <FieldConflict row={row} fields={AUDIENCE} edit={edit} />
    {form.watch('audience_type') === 'custom' && <Recipients form={form} />}
  </>
);

/** Only a custom audience has recipients. */
const AudienceField = ({ form }: { form: Form }) => {
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

type FileProps = {
  announcement_id: string;
  stored: Attachment | null;
  onRemove: () => void;
  file: File | null;
  onFile: (file: File | null) => void;
};

const AnnouncementFile = ({ announcement_id, stored, onRemove, file, onFile }: FileProps) => {
  const waiting = useWaitingFile(announcement_id);
  if (waiting)
    return (
      <PresentFile name={waiting.name} onRemove={() => void discardUpload(waiting.item.id)}>
        <Waiting />
      </PresentFile>
    );
  if (stored)
    return (
      <PresentFile name={stored.filename} onRemove={onRemove}>
        <span className="num shrink-0 text-ink-3 text-sm">{formatSize(stored.file_size)}</span>
      </PresentFile>
    );
  return <AttachmentField feature="announcements" file={file} onFile={onFile} />;
};

const PresentFile = ({ name, onRemove, children }: { name: string; onRemove: () => void; children: ReactNode }) => (
  <div className="grid gap-1.5">
    <span className="font-medium">Attachment</span>
    <div className="flex items-center gap-2.5 rounded-md border border-line-strong border-dashed py-1.5 pr-1.5 pl-3">
      <FileText aria-hidden className="size-4 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {children}
      <IconButton icon={X} label={`Remove ${name}`} onClick={onRemove} />
    </div>
  </div>
);

const ReachCard = ({ form }: { form: UseFormReturn<Values> }) => {
  const [audience_type, custom_recipients] = useWatch({
    control: form.control,
    name: ['audience_type', 'custom_recipients'],
  });
  const reach = useReach({ audience_type, custom_recipients }).length;
  return (
    <Card title="Who Gets It">
      <p className="text-ink-2">Recipients get an email and can read the announcement in the app.</p>
      <p aria-live="polite" className="num mt-2">
        It will reach <b className="font-semibold">{formatPlural(reach, 'recipient')}</b> now. It goes out when you send
        the draft.
      </p>
    </Card>
  );
};
