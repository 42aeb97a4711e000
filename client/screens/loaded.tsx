import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { api, messageOf } from '../device/api.ts';
import { useOnline } from '../device/store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { SkeletonRows } from '../ui/list.tsx';

type Loading<Body> = { body: Body | null; failure: string; online: boolean; load: () => Promise<void> };

/** The server's answer at `path`, read again whenever the connection comes back. */
export const useLoaded = <Body,>(path: string, notLoaded: string): Loading<Body> => {
  const online = useOnline();
  const [body, setBody] = useState<Body | null>(null);
  const [failure, setFailure] = useState('');
  const load = useCallback(async () => {
    setFailure('');
    await api<Body>(path).then(setBody, (error) => setFailure(messageOf(error, notLoaded)));
  }, [path, notLoaded]);
  useEffect(() => {
    if (online) void load();
  }, [online, load]);
  return { body, failure, online, load };
};

type Props<Body> = Loading<Body> & {
  /** Stands in place of the content while there is no connection, also of content that was loaded before. */
  offline?: string;
  rows?: number;
  children: (body: Body) => ReactNode;
};

/** The loaded content, or why it is not there. */
export const Loaded = <Body,>({ body, failure, online, load, offline, rows = 2, children }: Props<Body>) => {
  if (!online && offline) return <p className="text-ink-3 text-sm">{offline}</p>;
  if (!online && !body) return <p className="text-ink-3">You are offline. You need a connection for this.</p>;
  if (failure)
    return (
      <div className="grid justify-items-start gap-3">
        <Alert tone="error">{failure}</Alert>
        <Button onClick={() => void load()}>Try Again</Button>
      </div>
    );
  return body ? children(body) : <SkeletonRows rows={rows} />;
};
