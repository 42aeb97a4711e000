import { FileText, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Attachment } from '../../../schema/announcements.ts';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import { discardUpload } from '../../files/pending-uploads.ts';
import { FormActions, PlainForm } from '../../forms/actions.tsx';
import { AttachmentField, SaveOutcome } from '../../forms/attachment.tsx';
import { type ConflictEdit, FieldConflict } from '../../forms/conflict.tsx';
import { RichTextField, SelectField, TextField } from '../../forms/fields.tsx';
import { TwoColumns } from '../../screens/two-columns.tsx';
import { useWaitingFile } from '../../screens/waiting.tsx';
import { Waiting } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DraftNote } from '../../ui/draft.tsx';
import { formatSize } from '../../ui/format.ts';
import { AudienceFields, ReachCard } from './audience.tsx';
import { useAnnouncementForm, type Values } from './form-model.ts';
import { useSaving } from './form-saving.ts';
import { CATEGORY_OPTIONS } from './model.ts';
import { SendActions } from './send-actions.tsx';

type Form = UseFormReturn<Values>;

type Props = Parameters<typeof useSaving>[1] & {
  draftKey: string;
  values: Values;
  announcement?: Announcement;
  submit: string;
  submitting: string;
  cancelHref: string;
};

const LABELS = { later: 'Save now, upload when back online', without: 'Save without the file' };

/** The form behind both screens: whom it is for, what it says, and what becomes of it. Works without a connection; only a
 * file needs one, now or later. */
export const AnnouncementForm = ({
  announcement,
  draftKey,
  values,
  submit,
  submitting,
  cancelHref,
  ...props
}: Props) => {
  const { id } = props;
  const edit = useAnnouncementForm(draftKey, values, announcement);
  const { form, kept } = edit;
  const { file, setFile, discard, saveAs, choose, ...saving } = useSaving(edit, props);
  const fields = { form, row: announcement, edit };
  return (
    <TwoColumns side={<ReachCard form={form} />}>
      <Card>
        <PlainForm onSubmit={() => saveAs(null)}>
          <AudienceFields {...fields} />
          <TextFields {...fields} />
          <AnnouncementFile
            announcement_id={id}
            stored={form.watch('attachment')}
            onRemove={() => form.setValue('attachment', null, { shouldDirty: true })}
            file={file}
            onFile={setFile}
          />
          <SaveOutcome {...saving} labels={LABELS} onChoose={choose} />
          <FormActions
            stacks
            note={<DraftNote kept={kept} onDiscard={discard} />}
            back={{ label: 'Cancel', href: cancelHref }}
            submit={saving.progress !== null ? 'Uploading…' : saving.busy ? submitting : submit}
            busy={saving.busy}
            others={<SendActions id={id} form={form} busy={saving.busy} saveAs={saveAs} />}
          />
        </PlainForm>
      </Card>
    </TwoColumns>
  );
};

type FieldsProps = { form: Form; row: Announcement | undefined; edit: ConflictEdit };

const TextFields = ({ form, row, edit }: FieldsProps) => (
  <>
    <TextField form={form} name="title" label="Title" required placeholder="Water off on Thursday, 9 AM to noon" />
    <FieldConflict row={row} fields={TITLE} edit={edit} />
    <RichTextField form={form} name="message" label="Message" required placeholder="What should everyone know?" />
    <FieldConflict row={row} fields={MESSAGE} edit={edit} />
    <SelectField form={form} name="category" label="Category" options={CATEGORY_OPTIONS} />
  </>
);
const TITLE = ['title'];
const MESSAGE = ['message'];

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
