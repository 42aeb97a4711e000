import type { Account, ChosenPlan, Completion, HoaInfo, SignupResponse, SignupState } from './state.ts';
import { INITIAL, intentIdOf, RESUME_PAUSE_MS } from './state.ts';

/** One step of the wizard: the state before in, the state after out. */
export type Move = (state: SignupState) => SignupState;

export const choosePlan =
  ({ name, display_name, price_cents, max_units }: ChosenPlan): Move =>
  (state) => ({ ...state, plan: { name, display_name, price_cents, max_units }, step: 'account_creation' });

export const backToPlans: Move = (state) => ({ ...state, step: 'plan_selection' });
export const backToAccount: Move = (state) => ({ ...state, step: 'account_creation' });

export const typeAccount =
  (account: Account): Move =>
  (state) => ({ ...state, account });

/** Before the call, as its answer may be lost. */
export const askFor =
  ({ email, hoa_name }: Account): Move =>
  (state) => ({ ...state, reserved: { email, hoa_name } });

/** The server said no: whose the email or the name is, nobody here knows. What was `reserved` before is still ours. */
export const refused =
  (reserved: SignupState['reserved']): Move =>
  (state) => ({ ...state, reserved });

export const accountCreated =
  (account: Account, signup: SignupResponse): Move =>
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

/** The provider has the card; the server is yet to hear of it. */
export const cardConfirmed =
  (payment_method_id: string): Move =>
  (state) => ({ ...state, payment: { ...state.payment, payment_method_id } });

export const cardSecured: Move = (state) => ({ ...state, payment: { ...state.payment, secured: true } });

/** The server does not find the card confirmed: it is asked for again. */
export const cardLost: Move = (state) => ({
  ...state,
  payment: { ...state.payment, payment_method_id: null, secured: false },
});

/** Completed, but not signed in. Of a token nothing is kept. */
export const completed =
  ({ user, hoa, subscription }: Completion): Move =>
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

export const typeHoa =
  (hoa: HoaInfo): Move =>
  (state) => ({ ...state, hoa });

export const hoaStep =
  (hoa_setup: SignupState['hoa_setup']): Move =>
  (state) => ({ ...state, hoa_setup, step: hoa_setup === 'complete' ? 'complete' : 'hoa_setup' });

/** From the HOA setup back to the plans, without bouncing forward again. */
export const backToSignup =
  (now: number): Move =>
  (state) => ({ ...state, step: 'plan_selection', resume_after: now + RESUME_PAUSE_MS });

/** Everything from the beginning; only the resume secret stays, so that the next call makes no second customer. */
export const startOver: Move = ({ resume_secret, reserved }) => ({ ...INITIAL, resume_secret, reserved });
