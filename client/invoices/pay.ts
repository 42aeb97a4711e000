import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, messageOf } from '../api.ts';
import { isOnline } from '../http.ts';
import { useOnline } from '../store.ts';

const FAILED = 'Failed to create payment session. Please try again.';
/** Why nothing was even tried: said under the fallback. */
export const NEEDS_CONNECTION = 'You are offline: paying needs a connection.';

/** Takes the user to the checkout of an invoice. `error` says why it did not come to that. */
export const usePay = (invoice_id: string) => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const pressed = useRef(false);
  const online = useOnline();
  const end = (message: string | null) => {
    pressed.current = false;
    setBusy(false);
    setError(message);
  };
  useReturn(() => end(null));
  const pay = async () => {
    if (pressed.current) return;
    if (!isOnline()) return setError(FAILED);
    pressed.current = true;
    setBusy(true);
    setError(null);
    await api<{ checkout_url: string }>(`/api/invoices/${invoice_id}/pay`, { method: 'POST' }).then(
      ({ checkout_url }) => location.assign(checkout_url),
      (failure) => end(messageOf(failure, FAILED)),
    );
  };
  return { pay, busy, error, dismiss: () => setError(null), online: online };
};

/** The way back from the checkout may bring the page as it was left, busy. */
const useReturn = (back: () => void) => {
  const show = useEffectEvent((event: PageTransitionEvent) => event.persisted && back());
  useEffect(() => {
    addEventListener('pageshow', show);
    return () => removeEventListener('pageshow', show);
  }, []);
};
