import { Download } from 'lucide-react';
import { useState } from 'react';
import type { StoredFile, UploadFeature } from '../../schema/uploads.ts';
import { downloadFile } from '../files.ts';
import { useOnline } from '../store.ts';
import { Badge, Waiting } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/card.tsx';
import { formatSize } from '../ui/format.ts';
import { useWaitingFile } from './waiting.tsx';

type AttachmentState = { stored: StoredFile } | { waiting: string };

/** The attachment of a record or message; null where there is none. */
export const useAttachment = ({
  id,
  photo_url,
  photo,
}: {
  id: string;
  photo_url: string | null;
  photo: StoredFile | null;
}): AttachmentState | null => {
  const waiting = useWaitingFile(id);
  if (waiting) return { waiting: waiting.name };
  return photo_url ? { stored: photo ?? unnamed(photo_url) } : null;
};

/** The attachment under the text of its record, labelled; nothing where there is none. */
export const TextAttachment = ({
  feature,
  of,
}: {
  feature: UploadFeature;
  of: Parameters<typeof useAttachment>[0];
}) => {
  const file = useAttachment(of);
  return (
    file && (
      <div className="num mt-3.5 border-line border-t pt-3">
        <Facts entries={[['Attachment', <Attachment key="file" feature={feature} file={file} />]]} />
      </div>
    )
  );
};

const unnamed = (key: string): StoredFile => ({ key, name: key.split('/').pop() ?? key, size: 0, type: '' });

export const Attachment = ({ feature, file }: { feature: UploadFeature; file: AttachmentState }) =>
  'waiting' in file ? (
    <>
      {file.waiting} <Waiting>photo waiting on this device</Waiting>
    </>
  ) : (
    <Stored feature={feature} file={file.stored} />
  );

const Stored = ({ feature, file }: { feature: UploadFeature; file: StoredFile }) => {
  const { busy, error, download } = useDownload(feature, file.key);
  return (
    <span className="grid justify-items-start gap-1.5">
      <span>
        {file.name} {file.size > 0 && <span className="num whitespace-nowrap text-ink-3">{formatSize(file.size)}</span>}
      </span>
      {file.pending ? (
        <PendingFile />
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

/** Stands in place of a download until the file's bytes have been checked. */
export const PendingFile = () => (
  <span className="grid justify-items-start gap-1">
    <Badge>Being checked</Badge>
    <span className="text-ink-3 text-sm">It can be downloaded once that is done.</span>
  </span>
);

const OFFLINE = 'You are offline. The file can be downloaded when you are back online.';

/** Downloads a stored file through a short-lived link. It needs a connection; `error` is '' where all is well. */
export const useDownload = (feature: UploadFeature, key: string) => {
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
