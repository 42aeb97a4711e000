import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Request, StoredFile } from '../../schema/requests.ts';
import { downloadFile } from '../files.ts';
import { useSync } from '../store.ts';
import { Waiting } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { formatSize } from '../ui/format.ts';
import { useWaitingFile } from './waiting.ts';

/** The attachment of a request, stored or still on this device; nothing where there is none. */
export const useAttachment = (request: Request) => {
  const waiting = useWaitingFile(request.id);
  if (waiting) return <WaitingFile name={waiting} />;
  return request.photo_url ? <Stored file={request.photo ?? unnamed(request.photo_url)} /> : null;
};

const unnamed = (key: string): StoredFile => ({ key, name: key.split('/').pop() ?? key, size: 0, type: '' });

const WaitingFile = ({ name }: { name: string }) => (
  <>
    {name} <Waiting>photo waiting on this device</Waiting>
  </>
);

const Stored = ({ file }: { file: StoredFile }) => {
  const { busy, error, download } = useDownload(file.key);
  return (
    <span className="grid justify-items-start gap-1.5">
      <span>
        {file.name} {file.size > 0 && <span className="num whitespace-nowrap text-ink-3">{formatSize(file.size)}</span>}
      </span>
      <Button size="small" icon={Download} busy={busy} onClick={download}>
        Download
      </Button>
      {error && (
        <span role="alert" className="text-red text-sm">
          {error}
        </span>
      )}
    </span>
  );
};

const OFFLINE = 'You are offline. The file can be downloaded when you are back online.';

const useDownload = (key: string) => {
  const { online } = useSync();
  const [state, setState] = useState({ busy: false, error: '' });
  const download = async () => {
    if (!(online && navigator.onLine)) return setState({ busy: false, error: OFFLINE });
    setState({ busy: true, error: '' });
    const error = await downloadFile('requests', key).then(
      () => '',
      (failure: Error & { status?: number }) => (failure.status ? failure.message : 'Failed to download file'),
    );
    setState({ busy: false, error });
  };
  return { ...state, download };
};
