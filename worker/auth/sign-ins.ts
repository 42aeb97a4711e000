import type { User } from '../../schema/tables/users.ts';
import { batch } from '../../sync/server/retry.ts';
import { Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { queryAll } from '../queries/query.ts';
import { forgetDevice, forgetDevices } from './known-devices.ts';
import { revokeFamily, revokeUser } from './revoke.ts';

export type SignIn = { id: string; device: string | null; signed_in_at: string; renewed_at: string };

export const listSignIns = async (deps: Deps, { hoa_id, id }: Pick<User, 'hoa_id' | 'id'>): Promise<SignIn[]> => {
  const sql = `SELECT family_id AS id, device, coalesce(signed_in_at, created_at) AS signed_in_at, created_at AS renewed_at
    FROM refresh_tokens WHERE hoa_id = ? AND user_id = ? AND spent_at IS NULL AND revoked_at IS NULL AND expires_at > ?
    ORDER BY created_at DESC, family_id`;
  return queryAll<SignIn>(deps.db, sql, [hoa_id, id, deps.now().toISOString()]);
};

export const endSignIn = async (deps: Deps, user: Pick<User, 'hoa_id' | 'id'>, family_id: string): Promise<void> => {
  const isOwn = (await listSignIns(deps, user)).some(({ id }) => id === family_id);
  if (!isOwn) throw new Refusal('not_found', 'That device is not signed in');
  await batch(deps.db, [forgetDevice(user, family_id)], 'write');
  await revokeFamily(deps, { hoa_id: user.hoa_id, user_id: user.id, family_id });
};

/** All but `family_id`; the devices are strangers to the account again. */
export const endOtherSignIns = async (
  deps: Deps,
  user: Pick<User, 'hoa_id' | 'id'>,
  family_id: string,
): Promise<void> => {
  await batch(deps.db, [forgetDevices(user, family_id)], 'write');
  await revokeUser(deps, user.hoa_id, user.id, family_id);
};

/** The order matters: Edge's User-Agent also contains Chrome, and all contain Safari. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const OPERATING_SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bWindows\b/, 'Windows'],
  [/\bLinux\b/, 'Linux'],
];

export const deviceName = (userAgent = ''): string | null => {
  const name = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [name(BROWSERS), name(OPERATING_SYSTEMS)].filter(Boolean).join(' on ') || null;
};
