import { Download } from 'lucide-react';
import { useState } from 'react';
import type { StoredFile, UploadFeature } from '../../schema/uploads.ts';
import { downloadFile } from '../files.ts';
import { useOnline } from '../store.ts';
import { Waiting } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { formatSize } from '../ui/format.ts';
import { FileCheck } from './file-check.tsx';
import { useWaitingFile } from './waiting.ts';

type Attached = { id: string; photo_url: string | null; photo: StoredFile | null };

/** The attachment of a record or message, stored or still on this device; null where there is none. */
export const useAttachment = (feature: UploadFeature, { id, photo_url, photo }: Attached) => {
  const waiting = useWaitingFile(id);
  if (waiting) return <WaitingFile name={waiting} />;
  return photo_url ? <Stored feature={feature} file={photo ?? unnamed(photo_url)} /> : null;
};

const unnamed = (key: string): StoredFile => ({ key, name: key.split('/').pop() ?? key, size: 0, type: '' });

const WaitingFile = ({ name }: { name: string }) => (
  <>
    {name} <Waiting>photo waiting on this device</Waiting>
  </>
);

const Stored = ({ feature, file }: { feature: UploadFeature; file: StoredFile }) => {
  const { busy, error, download } = useDownload(feature, file.key);
  return (
    <span className="grid justify-items-start gap-1.5">
      <span>
        {file.name} {file.size > 0 && <span className="num whitespace-nowrap text-ink-3">{formatSize(file.size)}</span>}
      </span>
      {file.pending ? (
        <FileCheck />
      ) : (
        <Button size="small" icon={Download} busy={busy} onClick={download}>
          Download
        </Button>
      )}
      {error && (
        <span role="alert" className="text-red text-sm">
          {error}
        </span>
      )}
    </span>
  );
};

const OFFLINE = 'You are offline. The file can be downloaded when you are back online.';

const useDownload = (feature: UploadFeature, key: string) => {
  const online = useOnline();
  const [state, setState] = useState({ busy: false, error: '' });
  const download = async () => {
    if (!online) return setState({ busy: false, error: OFFLINE });
    setState({ busy: true, error: '' });
    const error = await downloadFile(feature, key).then(
      () => '',
      (failure: Error & { status?: number }) => (failure.status ? failure.message : 'Failed to download file'),
    );
    setState({ busy: false, error });
  };
  return { ...state, download };
};
