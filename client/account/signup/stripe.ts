import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../device/api.ts';
import { type Failure, unansweredReason } from '../../forms/failure.tsx';
import { intentIdOf } from './state.ts';

/** `confirmed` is the payment method that Stripe already has for this signup. */
type LoadedForm = { stripe: Stripe; isTest: boolean; confirmed: string | undefined };

const APPEARS_MS = 500;
const FAILED = 'The card form could not be loaded.';

export const useStripe = (client_secret: string) => {
  const [opened, setOpened] = useState<LoadedForm>();
  const [failure, setFailure] = useState<Failure>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try opens anew
  useEffect(() => {
    let isCurrent = true;
    setFailure(undefined);
    Promise.all([loadForm(client_secret), pause(APPEARS_MS)]).then(
      ([next]) => isCurrent && setOpened(next),
      () => isCurrent && setFailure({ message: FAILED, reason: unansweredReason() }),
    );
    return () => {
      isCurrent = false;
    };
  }, [client_secret, tries]);
  return { opened, failure, retry: useCallback(() => setTries((before) => before + 1), []) };
};

type FormConfig = { publishable_key: string; script_url: string | null };

const loadForm = async (client_secret: string): Promise<LoadedForm> => {
  const { publishable_key, script_url } = await api<FormConfig>('/api/signup/payment-form');
  // loadStripe uses a Stripe.js that the page already has, and otherwise loads Stripe's own.
  if (script_url && !('Stripe' in window)) await loadScript(script_url);
  const stripe = await loadStripe(publishable_key);
  if (!stripe) throw new Error(FAILED);
  return {
    stripe,
    isTest: publishable_key.startsWith('pk_test_'),
    confirmed: await confirmedCard(stripe, client_secret),
  };
};

/** After a lost answer or cleared storage only Stripe knows. If Stripe cannot be reached, the form asks for the card
 * again. */
const confirmedCard = async (stripe: Stripe, client_secret: string): Promise<string | undefined> => {
  const { setupIntent } = await stripe.retrieveSetupIntent(client_secret).catch(() => ({ setupIntent: undefined }));
  if (setupIntent?.id !== intentIdOf(client_secret) || setupIntent.status !== 'succeeded') return undefined;
  return methodId(setupIntent.payment_method);
};

export const methodId = (method: string | { id: string } | null): string | undefined =>
  typeof method === 'string' ? method : method?.id;

const loadScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true });
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(FAILED));
    };
    document.head.appendChild(script);
  });

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
