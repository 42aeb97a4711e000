import type { Plan } from '../../schema/plans.ts';
import { api } from '../api.ts';
import { completeSignup } from '../session.ts';
import {
  type Account,
  type Completion,
  type HoaInfo,
  type SignupResponse,
  type SignupState,
  signupResponseOf,
} from './state.ts';

/** A plan as the server offers it: `price` is in dollars. */
type WirePlan = Omit<Plan, 'price_cents'> & { price_cents?: number; price?: number };

/** The plans on offer, the smallest first. `email` may be on the list of testers. Throws ApiError. */
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

/** Throws ApiError. */
export const checkAvailable = async (wanted: { email: string } | { hoa_name: string }): Promise<boolean> => {
  const { available } = await api<{ available: boolean }>('/api/signup/check-availability', {
    method: 'POST',
    body: wanted,
  });
  return available;
};

/** Creates the trial, or changes the one that `resumeSecret` belongs to. Throws ApiError, and Error for an answer that lacks parts. */
export const createTrial = async (
  input: Account & { password: string; plan: string },
  resumeSecret: string | null,
): Promise<SignupResponse> => {
  const body = { ...input, ...(resumeSecret && { setup_intent_client_secret: resumeSecret }) };
  return signupResponseOf(await api<Partial<SignupResponse>>('/api/signup/trial', { method: 'POST', body }));
};

/** Tells the server which card the provider has confirmed. Throws ApiError. */
export const confirmPayment = (state: SignupState): Promise<unknown> => {
  const { user_id, hoa_id, payment_method_id, subscription_id, setup_intent_id } = idsOf(state);
  const body = { user_id, hoa_id, payment_method_id, subscription_id, setup_intent_id };
  return api('/api/signup/confirm-payment', { method: 'POST', body });
};

/** Completes the signup, as often as it is called; with `hoa` the HOA takes that name and place. `openSession` opens
 * the app where the answer signs in. Throws ApiError. */
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
