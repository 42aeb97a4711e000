import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from '../location.ts';
import { Alert } from '../ui/alert.tsx';

/** How long successes stand, in milliseconds. */
export const SHOWN_MS = 5000;

/** What a navigation carries along to be said on the next screen. */
export const withBanner = (banner: string) => ({ state: { banner } });

/** What the last navigation has to say, said once: neither a reload nor the way back repeats it. */
export const Banner = () => {
  const state = useHistoryState<{ banner?: string } | null>();
  const [, navigate] = useLocation();
  const [said, setSaid] = useState(state?.banner);
  const carried = state?.banner;
  useEffect(() => {
    if (carried === undefined) return;
    setSaid(carried);
    navigate(`${location.pathname}${location.search}`, { replace: true });
  }, [carried, navigate]);
  return said ? <Success onClose={() => setSaid(undefined)}>{said}</Success> : null;
};

/** A success that goes after five seconds. */
export const Success = ({ title, onClose, children }: { title?: string; onClose: () => void; children: string }) => (
  <Alert tone="success" onClose={onClose} clearAfter={SHOWN_MS} {...(title && { title })}>
    {children}
  </Alert>
);
