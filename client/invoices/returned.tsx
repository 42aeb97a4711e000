import { LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useSearchParams } from '../location.ts';
import { flush } from '../store.ts';
import { Alert } from '../ui/alert.tsx';

type Checkout = 'success' | 'canceled';
const LOOK_EVERY_MS = 3000;
const LOOKS = 20;

/** How the user came back from the checkout, if that is how they came; it is told once and leaves the address. */
export const useReturned = () => {
  const named = useSearchParams().get('checkout');
  const [returned, setReturned] = useState<Checkout | null>(null);
  const [path, navigate] = useLocation();
  useEffect(() => {
    if (named === null) return;
    setReturned(named === 'success' || named === 'canceled' ? named : null);
    navigate(path, { replace: true });
  }, [named, path, navigate]);
  return { returned, dismiss: () => setReturned(null) };
};

/** Payment is done and the provider's word is awaited: asks for news until it comes. */
export const Processing = () => {
  const late = useNews();
  return (
    <div role="status" className="flex items-start gap-2.5 rounded-md bg-pine-soft px-3.5 py-2.5 text-pine-text">
      <LoaderCircle aria-hidden className="mt-0.5 size-4 shrink-0 animate-turn" />
      <p>
        <span className="font-semibold">Your payment is being processed.</span>{' '}
        {late
          ? 'It takes longer than usual. You can leave this page; the invoice turns paid by itself.'
          : 'This page shows it as soon as it is confirmed.'}
      </p>
    </div>
  );
};

/** Pulls every few seconds, a minute long; true when that has passed. */
const useNews = () => {
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    void flush(0);
    if (looks >= LOOKS) return;
    const timer = setTimeout(() => setLooks(looks + 1), LOOK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [looks]);
  return looks >= LOOKS;
};

/** Nothing was charged: no cause for alarm. */
export const Unpaid = ({ onClose }: { onClose: () => void }) => (
  <Alert tone="info" onClose={onClose}>
    The payment was not completed and nothing was charged. You can pay whenever you are ready.
  </Alert>
);
