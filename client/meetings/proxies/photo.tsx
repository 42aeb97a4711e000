import { useState } from 'react';
import type { MeetingProxy } from '../../../schema/tables/voters.ts';
import { useUser } from '../../device/session.ts';
import { useOnline } from '../../device/store.ts';
import { resumeUploads } from '../../files/pending-uploads.ts';
import { useChosenFiles } from '../../forms/attachment.tsx';
import { keepFiles } from '../../forms/save-with-file.ts';
import { StoredFiles } from '../../screens/stored-files.tsx';
import { useWaitingFiles } from '../../screens/waiting.tsx';
import { Field } from '../../ui/field.tsx';
import { FilesDrop } from '../../ui/files-drop.tsx';

type ChosenPhoto = { file: File | null; setFile: (file: File | null) => void };

/** The photo of a paper proxy. `record` keeps it on this device, writes the proxy and lets it follow, so that the record never
 * waits for it; without a photo it writes alone. Throws Refusal, and keeps none then. */
export const useProxyPhoto = () => {
  const [file, setFile] = useState<File | null>(null);
  const { id: user_id } = useUser();
  const record = async (id: string, write: () => Promise<void>) => {
    const upload = { user_id, feature: 'meetings', mutation: 'attachProxyPhoto', args: { id } } as const;
    await keepFiles(file ? [{ ...upload, file }] : [], write);
    setFile(null);
    if (file) void resumeUploads();
  };
  return { file, setFile, record };
};

/** The photo of a proxy, or that it waits on this device; nothing without one. */
export const ProxyPhoto = ({ proxy }: { proxy: MeetingProxy }) => {
  const isWaiting = useWaitingFiles(proxy.id).length > 0;
  if (!proxy.photo && !isWaiting) return null;
  return (
    <div className="mt-2">
      <StoredFiles feature="meetings" files={proxy.photo ? [proxy.photo] : []} record_id={proxy.id} />
    </div>
  );
};

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
        hint={isOnline ? 'JPG, PNG or PDF, up to 10 MB' : 'The photo will be sent when you are back online.'}
        chooses="one"
      />
    </Field>
  );
};
