import { CircleCheck, LoaderCircle } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError } from '../../device/http.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { complete, confirmPayment } from './calls.ts';
import { isAboutCode } from './check-email.tsx';
import { failureOf } from './parts.tsx';
import { clearSignup, currentSignup, dispatch, forgetPasswords, setFailure } from './signup-store.ts';
import { cardLost, cardSecured, completed } from './transitions.ts';

type FinishingProps = { onBusy: (busy: boolean) => void; onUnverified: () => void };

/** Confirms the card with the server and completes the signup, or learns that the email is to be confirmed first. After
 * a failure it retries on reload or on a button. */
export const Finishing = (props: FinishingProps) => {
  const { busy, run } = useFinish(props);
  return (
    <Card>
      <div className="grid gap-4 py-1">
        <p className="flex items-center gap-2.5">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-pine-text" strokeWidth={1.8} />
          Your card is confirmed.
        </p>
        {busy ? (
          <p role="status" className="flex items-center gap-2.5 text-ink-2">
            <LoaderCircle aria-hidden className="size-4 animate-turn" />
            Setting up your HOA…
          </p>
        ) : (
          <Button variant="primary" size="large" onClick={run}>
            Try Again
          </Button>
        )}
      </div>
    </Card>
  );
};

const useFinish = ({ onBusy, onUnverified }: FinishingProps) => {
  const [busy, setBusy] = useState(true);
  const [, navigate] = useLocation();
  const run = useCallback(async () => {
    setBusy(true);
    onBusy(true);
    setFailure('payment');
    const isIn = await finish().catch((error: unknown) => {
      if (isAboutCode(error)) onUnverified();
      else handleFailure(error);
    });
    setBusy(false);
    onBusy(false);
    if (isIn === false) navigate(paths.signupComplete());
  }, [navigate, onBusy, onUnverified]);
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void run();
  }, [run]);
  return { busy, run };
};

const finish = async (): Promise<boolean> => {
  if (!currentSignup().payment.secured) {
    await confirmPayment(currentSignup());
    dispatch(cardSecured);
  }
  const { completion, openSession } = await complete(currentSignup());
  if (openSession) {
    openSession();
    clearSignup();
    return true;
  }
  dispatch(completed(completion));
  forgetPasswords();
  return false;
};

const FAILED = 'Payment setup failed. Please try again.';

const handleFailure = (error: unknown): void => {
  setFailure('payment', failureOf(error, FAILED));
  // The server found no confirmed card.
  if (error instanceof ApiError && error.status === 400) dispatch(cardLost);
};
