import { useEffect, useState } from 'react';
import { flush } from '../../device/open-store.ts';
import { PendingNotice } from '../../ui/progress.tsx';

const POLL_MS = 3000;
const MAX_POLLS = 20;

/** A payment that the server does not know yet: it pulls every few seconds for a minute. `then` is what comes without the page. */
export const Processing = ({ then }: { then: string }) => {
  const [polls, setPolls] = useState(0);
  useEffect(() => {
    void flush(0);
    if (polls >= MAX_POLLS) return;
    const timer = setTimeout(() => setPolls(polls + 1), POLL_MS);
    return () => clearTimeout(timer);
  }, [polls]);
  return (
    <PendingNotice title="Your payment is being processed.">
      {polls >= MAX_POLLS
        ? `This is taking longer than usual. ${then}`
        : 'This page will update as soon as it is confirmed.'}
    </PendingNotice>
  );
};
