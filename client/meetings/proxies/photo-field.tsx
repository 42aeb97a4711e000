import { useOnline } from '../../device/store.ts';
import { useChosenFiles } from '../../forms/attachment.tsx';
import { Field } from '../../ui/field.tsx';
import { FilesDrop } from '../../ui/files-drop.tsx';
import type { ChosenPhoto } from './photo.tsx';

/** The photo of a paper proxy, before it is recorded. */
export const PhotoField = ({ file, setFile, label = 'Photo of the paper' }: ChosenPhoto & { label?: string }) => {
  const files = file ? [file] : [];
  const onFiles = (chosen: readonly File[]) => setFile(chosen.at(-1) ?? null);
  const { add, preparing, refusal, accept } = useChosenFiles({ feature: 'meetings', files, onFiles });
  const isOnline = useOnline();
  return (
    <Field label={label} error={refusal} className="grid-cols-[minmax(0,1fr)]">
      <FilesDrop
        files={files}
        onAdd={add}
        onRemove={() => setFile(null)}
        accept={accept}
        busy={preparing}
        isFull={file !== null}
        hint={isOnline ? 'JPG, PNG or PDF, up to 10 MB' : 'The photo will follow when you are back online.'}
        chooses="one"
      />
    </Field>
  );
};
