import type { Plan } from '../../../schema/plans.ts';
import { api } from '../../device/api.ts';
import { ownZone } from '../../forms/zones.ts';
import { completeSignup } from '../auth/sign-in.ts';
import {
  type Account,
  type Completion,
  type HoaInfo,
  type SignupResponse,
  type SignupState,
  signupResponseOf,
} from './state.ts';

/** `price` is in dollars. */
type WirePlan = Omit<Plan, 'price_cents'> & { price_cents?: number; price?: number };

/** Smallest first. An `email` on the testers' list gets more plans. Throws ApiError. */
export const fetchPlans = async (email: string): Promise<Plan[]> => {
  const query = email ? `?email=${encodeURIComponent(email)}` : '';
  const plans = await api<Record<string, WirePlan>>(`/api/signup/plans${query}`);
  return Object.values(plans)
    .map(planOf)
    .sort((a, b) => a.price_cents - b.price_cents);
};

const planOf = ({ price, price_cents, ...plan }: WirePlan): Plan => ({
  ...plan,
  price_cents: price_cents ?? Math.round((price ?? 0) * 100),
});

export const checkAvailable = async (query: { email: string } | { hoa_name: string }): Promise<boolean> => {
  const { available } = await api<{ available: boolean }>('/api/signup/check-availability', {
    method: 'POST',
    body: query,
  });
  return available;
};

/** Creates a trial, or updates the one of `resumeSecret`. Throws ApiError, or Error for an incomplete answer. */
export const createTrial = async (
  input: Account & { password: string; plan: string },
  resumeSecret: string | null,
): Promise<SignupResponse> => {
  const time_zone = ownZone();
  const body = {
    ...input,
    ...(time_zone && { time_zone }),
    ...(resumeSecret && { setup_intent_client_secret: resumeSecret }),
  };
  return signupResponseOf(await api<Partial<SignupResponse>>('/api/signup/trial', { method: 'POST', body }));
};

export const confirmPayment = (state: SignupState): Promise<unknown> => {
  const { user_id, hoa_id, payment_method_id, subscription_id, setup_intent_id } = idsOf(state);
  const body = { user_id, hoa_id, payment_method_id, subscription_id, setup_intent_id };
  return api('/api/signup/confirm-payment', { method: 'POST', body });
};

/** Throws ApiError; for a code that is not accepted with an issue at `code`. */
export const verifyEmail = (state: SignupState, code: string): Promise<unknown> => {
  const { user_id, hoa_id } = idsOf(state);
  return api('/api/signup/verify-email', { method: 'POST', body: { user_id, hoa_id, code } });
};

/** Throws ApiError, 429 after a few. */
export const resendCode = (state: SignupState): Promise<unknown> => {
  const { user_id, hoa_id } = idsOf(state);
  return api('/api/signup/resend-code', { method: 'POST', body: { user_id, hoa_id } });
};

/** May be called repeatedly; `hoa` sets the HOA's name and address. `openSession` is set if the answer signs in. Throws
 * ApiError. */
export const complete = (
  state: SignupState,
  hoa?: HoaInfo,
): Promise<{ completion: Completion; openSession: (() => void) | undefined }> =>
  completeSignup<Completion>({ ...idsOf(state), plan: state.plan?.name, ...(hoa && { hoa }) });

const idsOf = ({ signup, payment }: SignupState) => ({
  user_id: signup?.user.id,
  hoa_id: signup?.hoa.id,
  subscription_id: signup?.subscription_id,
  setup_intent_id: payment.setup_intent_id,
  payment_method_id: payment.payment_method_id,
});
