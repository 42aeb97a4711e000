import type * as z from 'zod';
import type { completionInput } from '../../schema/signup.ts';
import { Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { finish } from './finish.ts';
import { freeHoaName } from './free.ts';
import { ensureSecured, findSignup } from './payment.ts';
import { isOpen, type Standing } from './rows.ts';

/** Completes a signup whose card is known, once however often it is asked for; each time the HOA takes the name and place
 * that are given. `mayEnter` while the answer may carry a session: for 24 hours, and as long as the superadmin is active.
 * Throws Refusal not_found, invalid, conflict (HOA name), forbidden; HttpError 502. */
export const completeSignup = async (
  deps: Deps,
  { payment_method_id, plan, hoa, ...ids }: z.infer<typeof completionInput>,
): Promise<{ signup: Standing; mayEnter: boolean }> => {
  const signup = await findSignup(deps, ids);
  if (plan !== signup.plan) throw new Refusal('invalid', 'This is not the plan that was signed up for.');
  await ensureSecured(deps, signup, payment_method_id);
  const inTime = isOpen(signup, deps.now());
  if (hoa && !inTime) throw new Refusal('forbidden', 'Please sign in to go on.');
  if (hoa) await freeHoaName(deps, hoa.name, signup.hoa_id);
  return { signup, mayEnter: (await finish(deps, signup, hoa)) && inTime };
};
