import { useState } from 'react';
import { FILE_TYPES, type UploadFeature } from '../../schema/uploads.ts';
import { checkFile } from '../files.ts';
import { Field } from '../ui/field.tsx';
import { FileDrop } from '../ui/file-drop.tsx';

const ACCEPTED = Object.keys(FILE_TYPES)
  .map((extension) => `.${extension}`)
  .join(',');

/** The one file that a record may carry; what may not be taken is told in the area's words. */
export const AttachmentField = ({
  feature,
  file,
  onFile,
}: {
  feature: UploadFeature;
  file: File | null;
  onFile: (file: File | null) => void;
}) => {
  const [refusal, setRefusal] = useState<string>();
  const take = (taken: File | null) => {
    setRefusal(undefined);
    onFile(taken);
  };
  return (
    <Field label="Attachment" error={refusal}>
      <FileDrop
        file={file}
        onFile={take}
        check={(dropped) => checkFile(dropped, feature)}
        onRefuse={setRefusal}
        accept={ACCEPTED}
        hint="PDF, DOC, DOCX or an image, up to 10 MB"
      />
    </Field>
  );
};
