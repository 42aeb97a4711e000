import { CardElement, Elements } from '@stripe/react-stripe-js';
import type {
  SetupIntent,
  Stripe,
  StripeCardElement,
  StripeCardElementChangeEvent,
  StripeError,
} from '@stripe/stripe-js';
import { clsx } from 'clsx';
import { CircleAlert, Lock } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { PlainForm } from '../../forms/actions.tsx';
import { type Failure, unansweredReason } from '../../forms/failure.tsx';
import { Button } from '../../ui/button.tsx';
import { dispatch, setFailure } from './signup-store.ts';
import type { Account } from './state.ts';
import { methodId } from './stripe.ts';
import { cardConfirmed } from './transitions.ts';

type Props = {
  stripe: Stripe;
  client_secret: string;
  account: Account;
  ready: boolean;
  onReady: () => void;
  onBusy: (busy: boolean) => void;
};

/** Card data is typed into Stripe's frame and never reaches our code. Hidden until it is ready. */
export const CardForm = (props: Props) => (
  <Elements stripe={props.stripe}>
    <Form {...props} />
  </Elements>
);

const INCOMPLETE = 'Please complete all card details';

const useCard = ({ stripe, client_secret, account, onBusy }: Props) => {
  const card = useRef<StripeCardElement>(null);
  const [typed, setTyped] = useState<StripeCardElementChangeEvent>();
  const [busy, setBusy] = useState(false);
  const work = (busy: boolean) => {
    setBusy(busy);
    onBusy(busy);
  };
  const submit = async () => {
    if (busy || !card.current) return;
    if (!typed?.complete) {
      setFailure('payment', { message: INCOMPLETE });
      return card.current.focus();
    }
    setFailure('payment');
    work(true);
    const { confirmed, failure } = await confirmCard(stripe, client_secret, card.current, account);
    work(false);
    if (confirmed) dispatch(cardConfirmed(confirmed));
    else setFailure('payment', failure);
  };
  return { card, typed, setTyped, busy, submit };
};

const Form = (props: Props) => {
  const { ready, onReady } = props;
  const { card, typed, setTyped, busy, submit } = useCard(props);
  const options = useCardOptions();
  return (
    <PlainForm onSubmit={submit} className={clsx('grid gap-4', ready ? 'py-1' : 'invisible h-0 overflow-hidden')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold the provider's frame on every browser */}
      <div role="group" aria-label="Card details" className="grid gap-1.5">
        <div className={CARD_BOX}>
          <CardElement
            options={options}
            onReady={(element) => {
              card.current = element;
              onReady();
            }}
            onChange={setTyped}
          />
        </div>
        <p aria-live="polite" className="flex items-start gap-1.5 text-red text-sm empty:hidden">
          {typed?.error && (
            <>
              <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
              {typed.error.message}
            </>
          )}
        </p>
      </div>
      <Button type="submit" variant="primary" size="large" icon={Lock} busy={busy} disabled={!ready}>
        {busy ? 'Confirming Your Card…' : 'Start Free Trial'}
      </Button>
      <p className="text-center text-ink-3 text-sm">
        Your card goes straight to our payment provider. Nothing is charged until the trial ends.
      </p>
    </PlainForm>
  );
};

/** Stripe's element is a frame of one line; an element that renders inputs into the page gets our input styles. */
const CARD_BOX =
  'rounded-md border border-line-strong bg-card px-3 py-2.5 has-[input]:border-transparent has-[input]:p-0 [&_input]:rounded-md! [&_input]:border-line-strong! [&_input]:bg-card! [&_input:hover]:border-edge! [&_input:focus]:border-pine! [&_input[aria-invalid]]:border-red! max-md:[&_input]:text-lg! [&_label]:text-base!';

/** Stripe's frame does not see our style sheet, so it gets the computed colors. */
const useCardOptions = () =>
  useMemo(() => {
    const { color, fontFamily } = getComputedStyle(document.body);
    const size = matchMedia('(max-width: 48rem)').matches ? '16px' : '14px';
    return { style: { base: { color, iconColor: color, fontFamily, fontSize: size, lineHeight: '24px' } } };
  }, []);

const FAILED = 'Failed to process payment method. Please try again.';
const USED_UP = 'Too many attempts with this card form. Go back to your account and continue from there.';

/** Runs 3-D Secure if the bank asks for it. Resolves to the payment method or Stripe's error message. */
const confirmCard = async (
  stripe: Stripe,
  client_secret: string,
  card: StripeCardElement,
  { name, email }: Account,
): Promise<{ confirmed?: string | undefined; failure?: Failure }> => {
  const payment_method = { card, billing_details: { name, email } };
  const { setupIntent, error } = await stripe
    .confirmCardSetup(client_secret, { payment_method })
    .catch((): Awaited<ReturnType<Stripe['confirmCardSetup']>> => ({ error: { type: 'api_error' } }));
  // An earlier answer was lost: the card is already confirmed.
  const intent: SetupIntent | undefined = setupIntent ?? error?.setup_intent;
  const confirmed = intent?.status === 'succeeded' ? methodId(intent.payment_method) : undefined;
  return confirmed ? { confirmed } : { failure: failureOf(error, intent) };
};

const failureOf = (error: StripeError | undefined, intent: SetupIntent | undefined): Failure => {
  if (intent?.status === 'canceled') return { message: USED_UP };
  const message = error?.message ?? FAILED;
  return error?.type === 'api_connection_error' ? { message, reason: unansweredReason() } : { message };
};
