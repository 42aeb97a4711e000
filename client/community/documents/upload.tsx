import { type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react';
import { DOCUMENT_CATEGORIES, DOCUMENT_NOTES_LIMIT } from '../../../schema/documents.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { FileField } from '../../forms/attachment.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceGroup, Radio } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DraftNote } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';
import { isMissing, REQUIRED, type UploadForm, useUploadForm } from './upload-form.ts';
import { useUpload } from './upload-send.ts';

const CLOSE_MS = 1500;

/** The board's upload dialog. During the upload, Cancel and Escape stop it and keep the form. */
const UploadDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { form, upload, fields, busy, done, submit, close } = useUploadDialog(open, onClose);
  const id = useId();
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Upload Document"
      footer={
        <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-3">
          <Outcome form={form} upload={upload} />
          <UploadActions id={id} upload={upload} onCancel={close} />
        </div>
      }
    >
      <PlainForm id={id} ref={fields} onSubmit={submit}>
        {!done && <UploadFields form={form} busy={busy} />}
        {!(busy || done) && <DraftNote kept={form.kept} onDiscard={form.reset} />}
      </PlainForm>
    </Dialog>
  );
};

export default UploadDialog;

const phaseOf = ({ state }: Upload) => ({ busy: state.phase === 'sending', done: state.phase === 'done' });

const useUploadDialog = (open: boolean, onClose: () => void) => {
  const form = useUploadForm();
  const upload = useUpload();
  const fields = useRef<HTMLFormElement>(null);
  const { busy, done } = phaseOf(upload);
  const submit = async () => {
    if (done) return close();
    upload.reset();
    if (!form.check() || !form.file) return focusError(fields);
    if (await upload.send(form.values, form.file)) form.reset();
  };
  const close = () => {
    if (busy) return upload.cancel();
    upload.reset();
    onClose();
  };
  useDelayedClose(open && done, close);
  return { form, upload, fields, busy, done, submit, close };
};

type Upload = ReturnType<typeof useUpload>;

const UploadActions = ({ id, upload, onCancel }: { id: string; upload: Upload; onCancel: () => void }) => {
  const { busy, done } = phaseOf(upload);
  const { state } = upload;
  return (
    <div className="flex justify-end gap-2 max-md:flex-col-reverse">
      {!done && (
        <Button onClick={onCancel} disabled={state.phase === 'sending' && state.saving}>
          {busy ? 'Cancel Upload' : 'Cancel'}
        </Button>
      )}
      <Button type="submit" form={id} variant="primary" busy={busy}>
        {done ? 'Done' : busy ? 'Uploading…' : 'Upload Document'}
      </Button>
    </div>
  );
};

const Outcome = ({ form, upload: { state, reset } }: { form: UploadForm; upload: Upload }) => {
  if (state.phase === 'done') return <Alert tone="success">Document uploaded successfully!</Alert>;
  if (state.phase === 'sending') return <Progress name={form.file?.name ?? ''} {...state} />;
  if (state.failure)
    return (
      <Alert tone="error" title={state.failure.message} onClose={reset}>
        {state.failure.reason}
      </Alert>
    );
  if (isMissing(form.errors)) return <Alert tone="error">{REQUIRED}</Alert>;
  return state.canceled ? <Alert tone="info">Upload canceled. Nothing was saved.</Alert> : null;
};

const Progress = ({ name, progress, saving }: { name: string; progress: number; saving?: boolean }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
    <p className="num flex justify-between gap-3 text-ink-2 text-sm">
      <span className="min-w-0 truncate">{saving ? 'Checking the file' : `Uploading ${name}`}</span>
      <span>{Math.floor(progress * 100)}%</span>
    </p>
    <ProgressBar label="Uploading the document" value={progress} max={1} />
  </div>
);

const useDelayedClose = (done: boolean, close: () => void) => {
  const onTimeout = useEffectEvent(close);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => onTimeout(), CLOSE_MS);
    return () => clearTimeout(timer);
  }, [done]);
};

/** Focuses the first invalid field once its error is shown; for a file, the button that chooses it. */
const focusError = (form: RefObject<HTMLFormElement | null>) =>
  requestAnimationFrame(() => {
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const button =
      invalid instanceof HTMLInputElement && invalid.type === 'file' && invalid.parentElement?.querySelector('button');
    (button || invalid)?.focus();
  });

const CATEGORIES = DOCUMENT_CATEGORIES.map((value) => ({ value, label: value }));
const UploadFields = ({ form, busy }: { form: UploadForm; busy: boolean }) => (
  <fieldset disabled={busy} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4.5">
    <FileField
      feature="documents"
      label="File"
      required
      file={form.file}
      onFile={form.chooseFile}
      onRefuse={form.refuse}
      error={form.errors.file}
      disabled={busy}
    />
    <Field label="Title" required error={form.errors.title}>
      <Input value={form.values.title} onChange={({ target }) => form.change({ title: target.value })} />
    </Field>
    <Field label="Category" required error={form.errors.category}>
      <Select
        value={form.values.category}
        onChange={(category) => form.change({ category })}
        options={CATEGORIES}
        disabled={busy}
      />
    </Field>
    <AccessChoice form={form} />
    <NotesField form={form} />
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
        hint="Residents can’t see it, and it is never saved on their devices."
        checked={!values.is_public}
        onChange={() => change({ is_public: false })}
      />
    </div>
  </ChoiceGroup>
);

const NotesField = ({ form: { values, errors, change } }: { form: UploadForm }) => {
  const { length } = values.notes;
  const over = length > DOCUMENT_NOTES_LIMIT;
  return (
    <Field
      label="Notes"
      error={over ? `Notes cannot exceed ${DOCUMENT_NOTES_LIMIT} characters` : errors.notes}
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
