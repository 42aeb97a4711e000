import type * as z from 'zod/mini';
import type { completionInput } from '../../schema/signup.ts';
import { Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { requireFreeHoaName } from './availability.ts';
import { finishSignup } from './finish.ts';
import { ensureCardConfirmed, findSignup } from './payment-method.ts';
import { isWithinWindow, type SignupRecord } from './signups.ts';
import { requireVerified } from './verification.ts';

/** Safe to repeat; each call writes the given HOA details. `maySignIn` is true for 24 hours, while the superadmin is
 * active. */
export const completeSignup = async (
  deps: Deps,
  { payment_method_id, plan, hoa, ...ids }: z.infer<typeof completionInput>,
): Promise<{ signup: SignupRecord; maySignIn: boolean }> => {
  const signup = await findSignup(deps, ids);
  if (plan !== signup.plan) throw new Refusal('invalid', 'This is not the plan that was signed up for.');
  await ensureCardConfirmed(deps, signup, payment_method_id);
  requireVerified(signup);
  const inTime = isWithinWindow(signup, deps.now());
  if (hoa && !inTime) throw new Refusal('forbidden', 'Please sign in to continue.');
  if (hoa) await requireFreeHoaName(deps, hoa.name, signup.hoa_id);
  return { signup, maySignIn: (await finishSignup(deps, signup, hoa)) && inTime };
};
