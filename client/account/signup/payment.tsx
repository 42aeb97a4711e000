import { LoaderCircle, RotateCcw } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatPrice } from '../../ui/format.ts';
import { RetryAlert } from '../../ui/retry-alert.tsx';
import { CardForm } from './card-form.tsx';
import { CheckEmail } from './check-email.tsx';
import { Finishing } from './finishing.tsx';
import { BackButton, StepFailure, StepScreen } from './parts.tsx';
import { dispatch, forgetPasswords, useSignup } from './signup-store.ts';
import type { SignupState } from './state.ts';
import { useStripe } from './stripe.ts';
import { backToAccount, cardConfirmed, startOver } from './transitions.ts';

const PaymentStep = () => {
  const state = useSignup();
  const [busy, setBusy] = useState(false);
  const [isUnverified, setUnverified] = useState(false);
  const askForCode = useCallback(() => setUnverified(true), []);
  const ways = <Ways disabled={busy} />;
  if (isUnverified) return <CheckEmail onVerified={() => setUnverified(false)} actions={ways} />;
  return (
    <StepScreen step="payment_setup" title="Secure Payment Setup" subtitle={<Subscriber {...state} />}>
      <StepFailure failure={state.errors.payment} />
      {state.payment.payment_method_id ? (
        <Finishing onBusy={setBusy} onUnverified={askForCode} />
      ) : (
        state.signup && <CardPart state={state} onBusy={setBusy} />
      )}
      {ways}
    </StepScreen>
  );
};
export default PaymentStep;

/** Back, or all over again. */
const Ways = ({ disabled }: { disabled: boolean }) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <BackButton disabled={disabled} onClick={() => dispatch(backToAccount)}>
      Back to Account
    </BackButton>
    <StartOver disabled={disabled} />
  </div>
);

const Subscriber = ({ account, plan }: SignupState) => (
  <span className="[overflow-wrap:anywhere]">
    <b className="font-semibold text-ink">{account.name}</b>
    {plan && (
      <>
        {' · '}
        <b className="font-semibold text-ink">{plan.display_name}</b>, free for 30 days, then{' '}
        {formatPrice(plan.price_cents)} per month
      </>
    )}
  </span>
);

const CardPart = ({ state, onBusy }: { state: SignupState; onBusy: (busy: boolean) => void }) => {
  const client_secret = state.signup!.setup_intent_client_secret;
  const { opened, failure, retry } = useStripe(client_secret);
  const [ready, setReady] = useState(false);
  const confirmed = opened?.confirmed;
  useEffect(() => {
    if (confirmed) dispatch(cardConfirmed(confirmed));
  }, [confirmed]);
  if (failure)
    return (
      <RetryAlert title={failure.message} onRetry={retry}>
        {failure.reason}
      </RetryAlert>
    );
  return (
    <>
      <Card>
        {!ready && <CardLoading />}
        {opened && !confirmed && (
          <CardForm
            stripe={opened.stripe}
            client_secret={client_secret}
            account={state.account}
            ready={ready}
            onReady={() => setReady(true)}
            onBusy={onBusy}
          />
        )}
      </Card>
      {opened?.isTest && <TestCards />}
    </>
  );
};

const StartOver = ({ disabled }: { disabled: boolean }) => {
  const [asking, setAsking] = useState(false);
  const begin = () => {
    forgetPasswords();
    dispatch(startOver);
  };
  return (
    <>
      <Button
        icon={RotateCcw}
        className="border-red-line! text-red!"
        disabled={disabled}
        onClick={() => setAsking(true)}
      >
        Start Over
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Start Over?"
        confirm="Start Over"
        onConfirm={begin}
      >
        Your plan and everything you typed will be cleared, and you will start from the beginning. Nothing has been
        charged.
      </ConfirmDialog>
    </>
  );
};

const CardLoading = () => (
  <p role="status" className="flex min-h-52 items-center justify-center gap-2.5 text-ink-2">
    <LoaderCircle aria-hidden className="size-4 animate-turn" />
    Loading secure card form…
  </p>
);

const CARDS = [
  ['4242 4242 4242 4242', 'Success'],
  ['4000 0025 0000 3155', '3-D Secure'],
  ['4000 0000 0000 0002', 'Decline'],
  ['4000 0000 0000 9995', 'Insufficient funds'],
] as const;

const TestCards = () => (
  <Card title="Test Mode">
    <p className="text-ink-2">No real card is charged. These numbers work, with any future date and any CVC:</p>
    <dl className="mt-2.5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {CARDS.map(([number, outcome]) => (
        <div key={number} className="contents">
          <dt className="num font-medium">{number}</dt>
          <dd className="text-ink-2">{outcome}</dd>
        </div>
      ))}
    </dl>
  </Card>
);
