import { useRef, useState } from 'react';
import { sentenceOf } from '../forms/refusal.ts';
import { Alert } from '../ui/alert.tsx';

/** Saves once, however often it is pressed. `fallback` is said where a failure has no words of its own. */
export const useSave = (fallback: string) => {
  const [failure, setFailure] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  const busy = useRef(false);
  const run = async (write: () => Promise<void>) => {
    if (busy.current || saved) return;
    busy.current = true;
    setFailure(null);
    await write().then(
      () => setSaved(true),
      (error) => setFailure(sentenceOf(error, fallback)),
    );
    busy.current = false;
  };
  return { run, saved, failure, dismiss: () => setFailure(null) };
};

/** What went wrong with the last attempt. */
export const SaveFailed = ({ message, onClose }: { message: string | null; onClose: () => void }) =>
  message && (
    <Alert tone="error" onClose={onClose}>
      {message}
    </Alert>
  );
