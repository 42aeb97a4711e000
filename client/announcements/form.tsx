import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Attachment } from '../../schema/announcements.ts';
import { Card } from '../ui/card.tsx';
import { DraftNote } from '../ui/draft.tsx';
import { formatPlural } from '../ui/format.ts';
import { useDraftedForm } from './form-draft.ts';
import { Whom, Words } from './form-fields.tsx';
import { AnnouncementFile } from './form-file.tsx';
import { FormFoot } from './form-foot.tsx';
import { useSave, type Way } from './form-save.ts';
import type { Values } from './form-values.ts';
import { useReach } from './recipients.ts';

type Props = {
  /** The announcement's id, made by whoever shows the form. */
  id: string;
  draftKey: string;
  base: Values;
  verb: string;
  busyVerb: string;
  cancelHref: string;
  /** Said where a failure has no words of its own. */
  failed: string;
  /** Writes the values, which differ from `base` or not. Throws Refusal. */
  onSave: (values: Values) => Promise<void>;
  onSaved: () => void;
};

/** The form behind both screens. Works without a connection; only a file needs one, now or later. */
export const AnnouncementForm = ({ id, draftKey, base, failed, onSave, onSaved, ...foot }: Props) => {
  const [file, setFile] = useState<File | null>(null);
  const { form, kept, discard, end } = useDraftedForm(draftKey, base);
  const { save, ...saving } = useSave(id, failed);
  const submit = (way: Way) =>
    form.handleSubmit(async (values) => {
      const write = (uploaded: Attachment | undefined) =>
        onSave({ ...values, ...(uploaded && { attachment: uploaded }) });
      if (!(await save(write, file, way))) return;
      end();
      onSaved();
    })();
  return (
    <div className="grid grid-cols-1 items-start gap-5.5 lg:grid-cols-[minmax(0,1fr)_18.75rem]">
      <Card>
        <form
          noValidate
          className="grid grid-cols-[minmax(0,1fr)] gap-4.5 py-1"
          onSubmit={(event) => {
            event.preventDefault();
            void submit('upload');
          }}
        >
          <Words form={form} />
          <AnnouncementFile
            announcement_id={id}
            stored={form.watch('attachment')}
            onRemove={() => form.setValue('attachment', null, { shouldDirty: true })}
            file={file}
            onFile={setFile}
          />
          <Whom form={form} />
          <FormFoot {...foot} {...saving} busy={form.formState.isSubmitting} onSave={submit}>
            <DraftNote
              kept={kept}
              onDiscard={() => {
                setFile(null);
                discard();
              }}
            />
          </FormFoot>
        </form>
      </Card>
      <Info form={form} />
    </div>
  );
};

/** What will become of it, and whom it would reach now. */
const Info = ({ form }: { form: UseFormReturn<Values> }) => {
  const [audience_type, custom_recipients] = useWatch({
    control: form.control,
    name: ['audience_type', 'custom_recipients'],
  });
  const reach = useReach({ audience_type, custom_recipients }).length;
  return (
    <Card title="Who gets it">
      <p className="text-ink-2">Recipients receive an email notification and can view the announcement in the app.</p>
      <p aria-live="polite" className="num mt-2">
        It would reach <b className="font-semibold">{formatPlural(reach, 'recipient')}</b> now. It goes out when you
        send the draft.
      </p>
    </Card>
  );
};
