import type { Account, ChosenPlan, Completion, HoaInfo, SignupResponse, SignupState } from './state.ts';
import { INITIAL, intentIdOf, RESUME_PAUSE_MS } from './state.ts';

export type Transition = (state: SignupState) => SignupState;

export const choosePlan =
  ({ name, display_name, price_cents, max_units }: ChosenPlan): Transition =>
  (state) => ({ ...state, plan: { name, display_name, price_cents, max_units }, step: 'account_creation' });

export const backToPlans: Transition = (state) => ({ ...state, step: 'plan_selection' });
export const backToAccount: Transition = (state) => ({ ...state, step: 'account_creation' });

export const setAccount =
  (account: Account): Transition =>
  (state) => ({ ...state, account });

/** Runs before the call, whose answer may be lost. */
export const reserve =
  ({ email, hoa_name }: Account): Transition =>
  (state) => ({ ...state, reserved: { email, hoa_name } });

/** After a refusal the earlier reservation still holds. */
export const setReserved =
  (reserved: SignupState['reserved']): Transition =>
  (state) => ({ ...state, reserved });

export const accountCreated =
  (account: Account, signup: SignupResponse): Transition =>
  (state) => {
    const setup_intent_id = intentIdOf(signup.setup_intent_client_secret);
    const isSame = setup_intent_id === state.payment.setup_intent_id;
    return {
      ...state,
      step: 'payment_setup',
      account,
      signup,
      resume_secret: signup.setup_intent_client_secret,
      payment: isSame ? state.payment : { ...INITIAL.payment, setup_intent_id },
    };
  };

export const cardConfirmed =
  (payment_method_id: string): Transition =>
  (state) => ({ ...state, payment: { ...state.payment, payment_method_id } });

export const cardSecured: Transition = (state) => ({ ...state, payment: { ...state.payment, secured: true } });

export const cardLost: Transition = (state) => ({
  ...state,
  payment: { ...state.payment, payment_method_id: null, secured: false },
});

export const completed =
  ({ user, hoa, subscription }: Completion): Transition =>
  (state) => ({
    ...state,
    step: 'complete',
    completion: {
      ...(user && { user: { name: user.name, email: user.email, role: user.role } }),
      ...(hoa && { hoa: { name: hoa.name } }),
      ...(subscription && { subscription: { trial_end: subscription.trial_end } }),
    },
    hoa: { ...state.hoa, name: state.hoa.name || hoa?.name || state.account.hoa_name },
  });

export const setHoa =
  (hoa: HoaInfo): Transition =>
  (state) => ({ ...state, hoa });

export const setHoaStep =
  (hoa_setup: SignupState['hoa_setup']): Transition =>
  (state) => ({ ...state, hoa_setup, step: hoa_setup === 'complete' ? 'complete' : 'hoa_setup' });

/** Pauses resuming, so that the wizard does not skip forward at once. */
export const backToSignup =
  (now: number): Transition =>
  (state) => ({ ...state, step: 'plan_selection', resume_after: now + RESUME_PAUSE_MS });

/** Keeps the resume secret, so that the next call does not create a second Stripe customer. */
export const startOver: Transition = ({ resume_secret, reserved }) => ({ ...INITIAL, resume_secret, reserved });
