import { hoaNameKey } from '../../../schema/hoas.ts';
import type { Plan } from '../../../schema/plans.ts';
import type { Failure } from '../../forms/failure.tsx';
import { paths } from '../../paths.ts';

export const STEPS = ['plan_selection', 'account_creation', 'payment_setup', 'hoa_setup', 'complete'] as const;
export type Step = (typeof STEPS)[number];
const STEP_NAMES: Record<Step, string> = {
  plan_selection: 'Plan Selection',
  account_creation: 'Account Creation',
  payment_setup: 'Payment Setup',
  hoa_setup: 'HOA Setup',
  complete: 'Complete',
};
const RESUMABLE_MS = 24 * 60 * 60_000;
/** After going back to the plans, so that the wizard does not skip forward at once. */
export const RESUME_PAUSE_MS = 1000;

export type ChosenPlan = Pick<Plan, 'name' | 'display_name' | 'price_cents' | 'max_units'>;
export type Account = { email: string; name: string; hoa_name: string };
export type HoaInfo = { name: string; city: string; zip: string; time_zone: string };
export type SignupResponse = {
  user: { id: string };
  hoa: { id: string };
  subscription_id: string;
  setup_intent_client_secret: string;
};
export type Completion = {
  user?: { name: string; email: string; role: string };
  hoa?: { name: string };
  subscription?: { trial_end: string | null };
};
type Screen = 'plans' | 'account' | 'payment';

/** As stored on the device, without passwords. */
export type SignupState = {
  step: Step;
  plan: ChosenPlan | null;
  account: Account;
  payment: { setup_intent_id: string | null; payment_method_id: string | null; secured: boolean };
  hoa: HoaInfo;
  hoa_setup: 'hoa_info' | 'address_upload' | 'complete';
  signup: SignupResponse | null;
  completion: Completion | null;
  /** Belongs to this device's own signup, so it does not count as taken. */
  reserved: Pick<Account, 'email' | 'hoa_name'> | null;
  /** Stripe's client secret from an earlier answer: a call with it updates the same signup. */
  resume_secret: string | null;
  errors: Partial<Record<Screen | 'hoa', Failure>>;
  timestamp: number;
  /** No resuming before this time (ms). */
  resume_after: number;
};

/** Stored under its earlier name, for devices with older data. */
type StoredSignup = Omit<SignupState, 'resume_secret'> & { proof?: string | null };

const NO_CARD = { setup_intent_id: null, payment_method_id: null, secured: false };

export const INITIAL: SignupState = {
  step: 'plan_selection',
  plan: null,
  account: { email: '', name: '', hoa_name: '' },
  payment: NO_CARD,
  hoa: { name: '', city: '', zip: '', time_zone: '' },
  hoa_setup: 'hoa_info',
  signup: null,
  completion: null,
  reserved: null,
  resume_secret: null,
  errors: {},
  timestamp: 0,
  resume_after: 0,
};

/** Lists the account's fields one by one, so that no password is stored. */
export const serialize = ({ account: { email, name, hoa_name }, resume_secret, ...state }: SignupState): string =>
  JSON.stringify({ ...state, proof: resume_secret, account: { email, name, hoa_name } });

/** The stored state if it is valid and at most 24 hours old, else the initial state. */
export const restore = (text: string | null, now: number): SignupState => {
  try {
    const stored = JSON.parse(text ?? 'null') as StoredSignup | null;
    if (!stored || isExpired(stored, now)) return INITIAL;
    const { account, payment, hoa, proof: resume_secret, ...state } = stored;
    return {
      ...INITIAL,
      ...state,
      resume_secret: resume_secret ?? null,
      account: { ...INITIAL.account, ...account },
      payment: { ...NO_CARD, ...payment },
      hoa: { ...INITIAL.hoa, ...hoa },
      errors: withoutReasons(state.errors ?? {}),
    };
  } catch {
    return INITIAL;
  }
};

export const isExpired = ({ timestamp }: Pick<SignupState, 'timestamp'>, now: number): boolean =>
  !(now - timestamp <= RESUMABLE_MS);

/** Reasons such as "offline" may be out of date after a reload. */
const withoutReasons = (errors: SignupState['errors']): SignupState['errors'] =>
  Object.fromEntries(Object.entries(errors).map(([screen, { message }]) => [screen, { message }]));

export const isDone = ({ plan, signup, payment, completion }: SignupState): Record<Step, boolean> => ({
  plan_selection: plan !== null,
  account_creation: signup !== null,
  payment_setup: payment.secured,
  hoa_setup: completion !== null,
  complete: completion !== null,
});

export const progressOf = (step: Step): { label: string; percent: number } => {
  const number = STEPS.indexOf(step) + 1;
  return {
    label: `Step ${number} of ${STEPS.length}: ${STEP_NAMES[step]}`,
    percent: (number * 100) / STEPS.length,
  };
};

export const screenOf = ({ step, signup }: SignupState): Screen => {
  if (step === 'account_creation') return 'account';
  if (step !== 'payment_setup') return 'plans';
  return signup ? 'payment' : 'account';
};

export const resumePath = (state: SignupState, now: number): string | undefined => {
  if (now < state.resume_after || isExpired(state, now)) return undefined;
  if (!state.payment.secured || !state.completion) return undefined;
  return state.hoa_setup === 'hoa_info' ? paths.signupHoaSetup() : paths.signupComplete();
};

export const isReserved = ({ reserved }: SignupState, field: 'email' | 'hoa_name', value: string): boolean =>
  reserved !== null && hoaNameKey(reserved[field]) === hoaNameKey(value);

const MISSING = 'Invalid signup response: missing payment identification';

export const signupResponseOf = (body: Partial<SignupResponse> | null): SignupResponse => {
  const { user, hoa, subscription_id, setup_intent_client_secret } = body ?? {};
  if (!user?.id || !hoa?.id || !subscription_id || !setup_intent_client_secret) throw new Error(MISSING);
  return { user: { id: user.id }, hoa: { id: hoa.id }, subscription_id, setup_intent_client_secret };
};

export const intentIdOf = (client_secret: string): string => client_secret.split('_secret_')[0]!;
