import type { InStatement } from '@libsql/client';
import type { USER_TOKEN_PURPOSES } from '../../schema/auth.ts';
import type { User } from '../../schema/tables/users.ts';
import { guard } from '../../sync/server/queue.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Config, Deps } from '../deps.ts';
import { queryOne } from '../queries/query.ts';
import { hashToken } from './secrets.ts';

export type Purpose = (typeof USER_TOKEN_PURPOSES)[number];

const HOUR_MS = 60 * 60 * 1000;
const LIFETIME_MS: Record<Purpose, number> = { activation: 7 * 24 * HOUR_MS, reset: 2 * HOUR_MS };

export const isExpired = ({ now }: Pick<Deps, 'now'>, purpose: Purpose, at: string): boolean =>
  Date.parse(at) + LIFETIME_MS[purpose] <= now().getTime();

/** Derived from the secret, the user and the time of the request, so that a repeated mail carries the same link and the
 * token is not stored. */
export const linkToken = async (
  deps: { config: Pick<Config, 'jwtSecret'> },
  purpose: Purpose,
  user_id: string,
  at: string,
): Promise<string> => {
  const secret = await crypto.subtle.digest('SHA-256', bytes(`mailed links, ${deps.config.jwtSecret}`));
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, bytes(`${purpose}/${user_id}/${at}`));
  return Buffer.from(signature).toString('base64url');
};

const bytes = (text: string) => new TextEncoder().encode(text);

type Link = { user_id: string; hoa_id: string; token: string };

export const storeLinks = async (
  deps: Pick<Deps, 'db' | 'now'>,
  { purpose, at }: { purpose: Purpose; at: string },
  links: readonly Link[],
): Promise<void> => {
  if (links.length === 0) return;
  const hashes = await Promise.all(links.map(({ token }) => hashToken(token)));
  const now = deps.now();
  const expires_at = new Date(now.getTime() + LIFETIME_MS[purpose]).toISOString();
  const rows = JSON.stringify(links.map(({ user_id, hoa_id }, index) => [user_id, hashes[index], hoa_id]));
  await batch(
    deps.db,
    [
      {
        sql: `UPDATE user_tokens SET used_at = ? WHERE (hoa_id, user_id) IN (SELECT value ->> 2, value ->> 0 FROM json_each(?))
          AND purpose = ? AND used_at IS NULL AND created_at < ?`,
        args: [now.toISOString(), rows, purpose, at],
      },
      {
        sql: `INSERT OR IGNORE INTO user_tokens (token_hash, hoa_id, user_id, purpose, created_at, expires_at)
          SELECT value ->> 1, value ->> 2, value ->> 0, ?, ?, ? FROM json_each(?)`,
        args: [purpose, at, expires_at, rows],
      },
      prune(now),
    ],
    'write',
  );
};

export type LinkedUser = Pick<User, 'id' | 'hoa_id' | 'name' | 'email' | 'role' | 'status'> & {
  token_hash: string;
  hoa_name: string;
};

export const findLink = async (deps: Deps, purpose: Purpose, token: string): Promise<LinkedUser | undefined> => {
  const sql = `SELECT u.id, u.hoa_id, u.name, u.email, u.role, u.status, t.token_hash, h.name AS hoa_name
    FROM user_tokens t JOIN users u ON u.hoa_id = t.hoa_id AND u.id = t.user_id JOIN hoas h ON h.id = u.hoa_id
    WHERE t.token_hash = ? AND t.purpose = ? AND t.used_at IS NULL AND t.expires_at > ?
      AND u.deleted_at IS NULL AND u.status = ?`;
  const args = [await hashToken(token), purpose, deps.now().toISOString(), REQUIRED_STATUS[purpose]];
  return queryOne<LinkedUser>(deps.db, sql, args);
};

const REQUIRED_STATUS: Record<Purpose, User['status']> = { activation: 'invited', reset: 'active' };

/** Consumes all links of this kind that the user has. The first statement fails the batch if the link is no longer
 * valid. */
export const consumeLink = (deps: Deps, purpose: Purpose, { id, hoa_id, token_hash }: LinkedUser): InStatement[] => {
  const now = deps.now().toISOString();
  return [
    guard(
      `count(*) = 1 FROM user_tokens t
        JOIN users u ON u.hoa_id = t.hoa_id AND u.id = t.user_id WHERE t.token_hash = ? AND t.used_at IS NULL
          AND t.expires_at > ? AND u.deleted_at IS NULL AND u.status = ?`,
      [token_hash, now, REQUIRED_STATUS[purpose]],
    ),
    {
      sql: 'UPDATE user_tokens SET used_at = ? WHERE hoa_id = ? AND user_id = ? AND purpose = ? AND used_at IS NULL',
      args: [now, hoa_id, id, purpose],
    },
  ];
};

const prune = (now: Date): InStatement => ({
  sql: `DELETE FROM user_tokens WHERE expires_at < ? AND rowid IN (SELECT rowid FROM user_tokens ORDER BY rowid LIMIT 8)`,
  args: [new Date(now.getTime() - LIFETIME_MS.activation).toISOString()],
});
