import { useCallback, useRef, useState } from 'react';
import { ApiError, api } from '../api.ts';
import { isOnline } from '../http.ts';

/** What the alert says, and the reason where one is known. */
export type PortalFailure = { message: string; reason: string | undefined };

const FAILED = 'Failed to open billing portal. Please try again.';
const OFFLINE = 'You are offline: the billing portal needs a connection.';

/** Leads to the provider's billing portal. `opening` from the start, as that is what it is opened for; `failure` says why
 * it did not come to that. */
export const usePortal = () => {
  const [opening, setOpening] = useState(true);
  const [failure, setFailure] = useState<PortalFailure | null>(null);
  const pressed = useRef(false);
  const open = useCallback(async () => {
    if (pressed.current) return;
    pressed.current = true;
    setOpening(true);
    setFailure(null);
    try {
      const { portal_url } = await api<{ portal_url: string }>('/api/subscriptions/create-billing-portal', {
        method: 'POST',
      });
      // In its place: going back from the portal leads past this page, which would only lead there again.
      location.replace(portal_url);
    } catch (error) {
      pressed.current = false;
      setOpening(false);
      setFailure({ message: FAILED, reason: reasonOf(error) });
    }
  }, []);
  return { open, opening, failure };
};

const reasonOf = (error: unknown): string | undefined =>
  isOnline() ? (error instanceof ApiError ? error.said : undefined) : OFFLINE;
