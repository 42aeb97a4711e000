import { useState } from 'react';
import { downloadFile } from '../files.ts';
import { useOnline } from '../store.ts';

const OFFLINE = 'You are offline. The file can be downloaded when you are back online.';

/** Downloads an announcement's file, and says what stood in the way. */
export const useDownload = (s3_key: string) => {
  const online = useOnline();
  const [state, setState] = useState({ busy: false, error: '' });
  const download = async () => {
    if (!online) return setState({ busy: false, error: OFFLINE });
    setState({ busy: true, error: '' });
    const error = await downloadFile('announcements', s3_key).then(
      () => '',
      (failure: Error & { status?: number }) => (failure.status ? failure.message : 'Failed to download file'),
    );
    setState({ busy: false, error });
  };
  return { ...state, download };
};
