import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from '../location.ts';
import { useOnline } from '../store.ts';
import { Alert } from '../ui/alert.tsx';

const SHOWN_MS = 5000;

/** What the screen before had to say, passed by navigation as {success}; shown once, for five seconds. */
export const Banner = () => {
  const passed = useHistoryState<{ success?: string } | null>()?.success;
  const [path, navigate] = useLocation();
  const [said, setSaid] = useState(passed);
  const online = useOnline();
  // Going back to the list, or loading it again, is no news.
  useEffect(() => {
    if (passed) navigate(path, { replace: true });
  }, [passed, path, navigate]);
  if (!said) return null;
  return (
    <Alert tone="success" clearAfter={SHOWN_MS} onClose={() => setSaid(undefined)}>
      {said}
      {!online && <p>You are offline: both go out when you are back online.</p>}
    </Alert>
  );
};
