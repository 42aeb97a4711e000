import { useState } from 'react';
import { useOneTimeParam } from '../../device/location.ts';
import { type BegunPayment, noteReturned, readBegun } from './begun.ts';

export type CheckoutReturn = { result: 'success' | 'canceled'; begun: BegunPayment | null };

/** The outcome of the payment page that this device comes back from; null where it does not. */
export const useCheckoutReturn = () => {
  const [returned, setReturned] = useState<CheckoutReturn | null>(null);
  useOneTimeParam('checkout', (result) => {
    if (result === 'success') noteReturned();
    if (result === 'success' || result === 'canceled') setReturned({ result, begun: readBegun() });
  });
  return { returned, dismiss: () => setReturned(null) };
};
