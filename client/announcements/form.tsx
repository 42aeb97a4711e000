import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Announcement, Attachment } from '../../schema/announcements.ts';
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
  values: Values;
  /** The draft that is edited; none for a new one. */
  announcement?: Announcement;
  verb: string;
  busyVerb: string;
  cancelHref: string;
  /** Said where a failure has no words of its own. */
  failed: string;
  /** Writes the values, or the changes alone. Throws Refusal. */
  onSave: (values: Values, changes: ReturnType<Edit['changes']>) => Promise<void>;
  onSaved: () => void;
};

type Edit = ReturnType<typeof useDraftedForm>;

/** The form behind both screens. Works without a connection; only a file needs one, now or later. */
export const AnnouncementForm = ({
  id,
  draftKey,
  values: current,
  announcement,
  failed,
  onSave,
  onSaved,
  ...foot
}: Props) => {
  const [file, setFile] = useState<File | null>(null);
  const edit = useDraftedForm(draftKey, current, announcement);
  const { form, kept, discard, end } = edit;
  const { save, ...saving } = useSave(id, failed);
  const submit = (way: Way) =>
    form.handleSubmit(async (values) => {
      const write = (uploaded: Attachment | undefined) => {
        const written = { ...values, ...(uploaded && { attachment: uploaded }) };
        return onSave(written, edit.changes(written));
      };
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
          <Words form={form} row={announcement} edit={edit} />
          <AnnouncementFile
            announcement_id={id}
            stored={form.watch('attachment')}
            onRemove={() => form.setValue('attachment', null, { shouldDirty: true })}
            file={file}
            onFile={setFile}
          />
          <Whom form={form} row={announcement} edit={edit} />
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
