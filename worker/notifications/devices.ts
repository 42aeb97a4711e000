import * as z from 'zod/mini';
import type { PushSubscriptionRow } from '../../schema/tables/notifications.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { queryAll } from '../queries/query.ts';
import { problemOfAddress } from '../services/outside.ts';

const bytes = (length: number) =>
  z
    .string()
    .check(
      z.refine((text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === length, 'Invalid key'),
    );
const endpoint = z.url('Invalid address').check(z.maxLength(2048, 'Invalid address'));

/** A PushSubscription as the browser gives it. */
export const deviceInput = z.object({ endpoint, keys: z.object({ p256dh: bytes(65), auth: bytes(16) }) });
export const deviceChoice = z.object({ endpoint });

const DEVICES_PER_USER = 20;

/** A browser has one subscription for all of its users, so the newest sign-in takes it over. Throws HttpError 400 for an
 * address that no push service has. */
export const saveDevice = async (
  deps: Deps,
  { id, hoa_id }: Actor,
  family_id: string,
  { endpoint, keys }: z.infer<typeof deviceInput>,
): Promise<void> => {
  if (problemOfAddress(deps.config, endpoint)) throw new HttpError(400, 'This is not the address of a push service');
  const insert = `INSERT INTO push_subscriptions (id, hoa_id, user_id, family_id, endpoint, p256dh, auth, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (endpoint) DO UPDATE SET hoa_id = excluded.hoa_id,
      user_id = excluded.user_id, family_id = excluded.family_id, p256dh = excluded.p256dh, auth = excluded.auth,
      created_at = excluded.created_at, last_job = NULL`;
  const surplus = `DELETE FROM push_subscriptions WHERE hoa_id = ? AND user_id = ? AND id NOT IN
    (SELECT id FROM push_subscriptions WHERE hoa_id = ? AND user_id = ? ORDER BY created_at DESC LIMIT ${DEVICES_PER_USER})`;
  const now = deps.now().toISOString();
  await batch(
    deps.db,
    [
      { sql: insert, args: [crypto.randomUUID(), hoa_id, id, family_id, endpoint, keys.p256dh, keys.auth, now] },
      { sql: surplus, args: [hoa_id, id, hoa_id, id] },
    ],
    'write',
  );
};

export const forgetDevice = ({ db }: Deps, { id, hoa_id }: Actor, endpoint: string) =>
  queryAll(
    db,
    'DELETE FROM push_subscriptions WHERE endpoint = ? AND hoa_id = ? AND user_id = ?',
    [endpoint, hoa_id, id],
    {
      mode: 'write',
    },
  );

/** Devices of sign-ins that have not ended. */
export const readDevices = ({ db, now }: Deps, { id, hoa_id }: Actor): Promise<PushSubscriptionRow[]> => {
  const sql = `SELECT * FROM push_subscriptions WHERE hoa_id = ? AND user_id = ? AND EXISTS (${liveSignIn('?')})`;
  return queryAll<PushSubscriptionRow>(db, sql, [hoa_id, id, now().toISOString()]);
};

/** SQL for the sign-in of a row of push_subscriptions, if it has not ended by then. */
export const liveSignIn = (now: string): string => `SELECT 1 FROM refresh_tokens t
  WHERE t.family_id = push_subscriptions.family_id AND t.spent_at IS NULL AND t.revoked_at IS NULL AND t.expires_at > ${now}`;
