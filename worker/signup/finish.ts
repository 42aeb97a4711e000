import type * as z from 'zod/mini';
import { hoaNameKey } from '../../schema/hoas.ts';
import type { hoaInfo } from '../../schema/signup.ts';
import { isChanged } from '../../sync/edits.ts';
import type { Tx } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { transactAsSystem } from '../transact.ts';
import type { SignupRecord } from './signups.ts';

type HoaInfo = z.infer<typeof hoaInfo>;

export const finishSignup = async (deps: Deps, signup: SignupRecord, hoa?: HoaInfo): Promise<boolean> => {
  let isActive = false;
  const now = deps.now().toISOString();
  const run = async (tx: Tx) => {
    isActive = await activateSuperadmin(tx, signup.user_id);
    if (hoa) await updateHoa(tx, signup.hoa_id, hoa);
  };
  const sql = `UPDATE signups SET status = 'complete', completed_at = ?, rev = rev + 1
    WHERE id = ? AND status = 'secured'`;
  const statementsBefore = [{ sql, args: [now, signup.id] }];
  const { user_id: id, name } = signup;
  const by = deps.origin && ({ id, name, role: 'superadmin' } as const);
  await transactAsSystem(deps, signup.hoa_id, run, { action: 'completeSignup', by, statementsBefore });
  return isActive;
};

/** Only the first time: a superadmin who was deactivated later stays inactive. */
const activateSuperadmin = async (tx: Tx, id: string): Promise<boolean> => {
  const user = await tx.get('user', id);
  if (!user || user.deleted_at) return false;
  const isNew = user.status === 'invited' && user.last_login === null;
  if (isNew) await tx.put('user', { ...user, status: 'active', last_login: tx.now });
  return isNew || user.status === 'active';
};

const updateHoa = async (tx: Tx, id: string, info: HoaInfo): Promise<void> => {
  const hoa = await tx.get('hoa', id);
  const next = hoa && { ...hoa, ...info, name_key: hoaNameKey(info.name) };
  if (next && isChanged(next, hoa, ['name', 'city', 'zip', 'time_zone'])) await tx.put('hoa', next);
};
