import { useState } from 'react';
import type { UploadFeature } from '../../schema/uploads.ts';
import { useOnline } from '../device/store.ts';
import { downloadFile } from '../files/file-calls.ts';

const OFFLINE = 'You are offline. You can download the file when you are back online.';

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
