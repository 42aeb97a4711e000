import { DOCUMENT_CATEGORIES, DOCUMENT_NOTES_LIMIT } from '../../schema/documents.ts';
import { FILE_TYPES } from '../../schema/uploads.ts';
import { checkFile } from '../files.ts';
import { ChoiceGroup, Radio } from '../ui/choice.tsx';
import { Field } from '../ui/field.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { Input, Textarea } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import type { UploadForm } from './upload-form.ts';

const CATEGORIES = DOCUMENT_CATEGORIES.map((value) => ({ value, label: value }));
const ACCEPTED = Object.keys(FILE_TYPES)
  .map((extension) => `.${extension}`)
  .join(',');

/** The fields of the upload dialog, the file first. */
export const UploadFields = ({ form, busy }: { form: UploadForm; busy: boolean }) => (
  <fieldset disabled={busy} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4.5">
    <Field label="File" required error={form.faults.file} className="grid-cols-[minmax(0,1fr)]">
      <FileDrop
        file={form.file}
        onFile={form.take}
        check={(file) => checkFile(file, 'documents')}
        onRefuse={form.refuse}
        accept={ACCEPTED}
        hint="PDF, DOC, DOCX or an image, up to 10 MB"
        disabled={busy}
      />
    </Field>
    <Field label="Title" required error={form.faults.title}>
      <Input value={form.values.title} onChange={({ target }) => form.change({ title: target.value })} />
    </Field>
    <Field label="Category" required error={form.faults.category}>
      <Select
        value={form.values.category}
        onChange={(category) => form.change({ category })}
        options={CATEGORIES}
        disabled={busy}
      />
    </Field>
    <AccessChoice form={form} />
    <Notes form={form} />
  </fieldset>
);

const AccessChoice = ({ form: { values, change } }: { form: UploadForm }) => (
  <ChoiceGroup label="Access">
    <div className="grid gap-x-4 gap-y-2 md:grid-cols-2">
      <Radio
        name="access"
        label="Public"
        hint="All residents can find and download it."
        checked={values.is_public}
        onChange={() => change({ is_public: true })}
      />
      <Radio
        name="access"
        label="Board Only"
        hint="It never reaches a resident’s device."
        checked={!values.is_public}
        onChange={() => change({ is_public: false })}
      />
    </div>
  </ChoiceGroup>
);

const Notes = ({ form: { values, faults, change } }: { form: UploadForm }) => {
  const { length } = values.notes;
  const over = length > DOCUMENT_NOTES_LIMIT;
  return (
    <Field
      label="Notes"
      error={over ? `Notes cannot exceed ${DOCUMENT_NOTES_LIMIT} characters` : faults.notes}
      hint={
        <span className="num">
          {length} / {DOCUMENT_NOTES_LIMIT}
        </span>
      }
    >
      <Textarea className="max-h-36" value={values.notes} onChange={({ target }) => change({ notes: target.value })} />
    </Field>
  );
};
