import { useEffect, useRef, useState } from 'react';
import { isOnline } from '../http.ts';
import { flush, useSync } from '../store.ts';

const LOOK_MS = 1200;

/** Asks the server for what is new, now. Gives whether it could be asked. */
export const useRefresh = () => {
  const sync = useSync();
  const latest = useRef(sync);
  useEffect(() => {
    latest.current = sync;
  }, [sync]);
  const [busy, setBusy] = useState(false);
  const refresh = async (): Promise<boolean> => {
    if (!isOnline()) return false;
    setBusy(true);
    await Promise.all([flush(LOOK_MS), new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
    setBusy(false);
    return latest.current.online && !latest.current.failed;
  };
  return { busy, refresh };
};
