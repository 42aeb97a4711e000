import type { Changes } from '../../schema/activity.ts';
import type { User } from '../../schema/tables/users.ts';
import { type Actor, Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { queryAll } from '../queries/query.ts';
import { ownAct, recordActivity } from '../transact.ts';
import { forgetDevice, forgetDevices } from './known-devices.ts';
import { closeSockets, revokeFamily, revokeUserStatement } from './revoke.ts';

export type SignIn = { id: string; device: string | null; signed_in_at: string; renewed_at: string };

export const listSignIns = async (deps: Deps, { hoa_id, id }: Pick<User, 'hoa_id' | 'id'>): Promise<SignIn[]> => {
  const sql = `SELECT family_id AS id, device, coalesce(signed_in_at, created_at) AS signed_in_at, created_at AS renewed_at
    FROM refresh_tokens WHERE hoa_id = ? AND user_id = ? AND spent_at IS NULL AND revoked_at IS NULL AND expires_at > ?
    ORDER BY created_at DESC, family_id`;
  return queryAll<SignIn>(deps.db, sql, [hoa_id, id, deps.now().toISOString()]);
};

export const endSignIn = async (deps: Deps, actor: Actor, family_id: string): Promise<void> => {
  const signIn = (await listSignIns(deps, actor)).find(({ id }) => id === family_id);
  if (!signIn) throw new Refusal('not_found', 'That device is not signed in');
  const activity = ownAct('endSession', actor, { device: [signIn.device, null] });
  const family = { hoa_id: actor.hoa_id, user_id: actor.id, family_id };
  await revokeFamily(deps, family, activity, [forgetDevice(actor, family_id)]);
};

/** All but `family_id`; the devices are strangers to the account again. */
export const endOtherSignIns = async (deps: Deps, actor: Actor, family_id: string): Promise<void> => {
  const { hoa_id, id } = actor;
  const statementsBefore = [forgetDevices(actor, family_id), revokeUserStatement(deps, hoa_id, id, family_id)];
  const activity = ownAct('endSession', actor, { device: ['All other devices', null] });
  await recordActivity(deps, hoa_id, activity, { statementsBefore });
  closeSockets(deps, hoa_id, { user_id: id, except: family_id });
};

/** The place of a sign-in, as the trail of activity says it. */
export const networkOf = (caller: string): Changes => (caller === 'local' ? {} : { network: [null, caller] });

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
  return [name(BROWSERS), name(OPERATING_SYSTEMS)].filter(Boolean).join(' on ') || programName(userAgent);
};

/** 'curl 8.5.0' of 'curl/8.5.0'. */
const programName = (userAgent: string): string | null => {
  const [, program, version] = /^([\w. -]{1,40})(?:\/([\w.-]{1,20}))?/.exec(userAgent.trim()) ?? [];
  return [program, version].filter(Boolean).join(' ') || null;
};
