import { useEffect, useState } from 'react';
import { ApiError, api } from '../api.ts';
import type { Subscription } from './status.ts';

/** 'none' where the HOA never ordered anything. */
export type Known = Subscription | 'loading' | 'failed' | 'none';

/** The HOA's subscription; with `fresh` as the provider has it now. Throws ApiError. */
export const readSubscription = ({ fresh = false } = {}): Promise<Subscription> =>
  api<Subscription>(`/api/subscriptions/status${fresh ? '?fresh=1' : ''}`);

/** The same for a screen: read once, and again by `retry` and when the connection is back. */
export const useSubscription = (read: () => Promise<Subscription> = readSubscription) => {
  const [known, setKnown] = useState<Known>('loading');
  const [attempt, setAttempt] = useState(0);
  const retry = () => setAttempt((count) => count + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again, in the way that it was begun
  useEffect(() => {
    let current = true;
    setKnown('loading');
    const tell = (answer: Known) => current && setKnown(answer);
    void read().then(tell, (error) => tell(isMissing(error) ? 'none' : 'failed'));
    return () => {
      current = false;
    };
  }, [attempt]);
  useEffect(() => {
    if (known !== 'failed') return;
    const again = () => setAttempt((count) => count + 1);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [known]);
  return { known, retry };
};

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;
