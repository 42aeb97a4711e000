import type { InStatement } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import type * as z from 'zod/mini';
import type { Changes } from '../../schema/activity.ts';
import {
  covers,
  type GrantedScope,
  type Scope,
  TOKEN_CALLS_PER_MINUTE,
  TOKEN_PREFIX,
  TOKENS_PER_HOA,
  type tokenInput,
} from '../../schema/api-tokens.ts';
import { type ApiToken, api_tokens } from '../../schema/tables/api.ts';
import { can } from '../../sync/roles.ts';
import { batch } from '../../sync/server/retry.ts';
import { type Actor, actorOf, Refusal } from '../../sync/tx.ts';
import { requireFeature } from '../billing/stored-plan.ts';
import type { Deps } from '../deps.ts';
import { HttpError, tooManyRequests } from '../http/errors.ts';
import { isActive, queryAll, queryOne } from '../queries/query.ts';
import { recordActivity } from '../transact.ts';
import { countLimits, longestWait } from './limits.ts';
import { hashToken, newToken } from './secrets.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;
export const TOKEN_NOT_FOUND = 'This token no longer exists';

/** A token as people see it, which acts for `owner`. */
export type ListedToken = Omit<ApiToken, 'hoa_id' | 'token_hash' | 'user_id' | 'revoked_at'> & { owner: string };

/** The tokens of the HOA that were not revoked, the newest first, expired ones included. Board members see their own. */
export const listTokens = ({ db }: Deps, actor: Actor): Promise<ListedToken[]> =>
  queryAll(
    db,
    `SELECT t.id, t.name, t.ending, t.scopes, t.created_at, t.expires_at, t.last_used_at, u.name AS owner
      FROM api_tokens t JOIN users u ON u.hoa_id = t.hoa_id AND u.id = t.user_id
      WHERE t.hoa_id = ? AND t.revoked_at IS NULL AND ${OWN} ORDER BY t.created_at DESC, t.id LIMIT ${2 * TOKENS_PER_HOA}`,
    [actor.hoa_id, ...ownArgs(actor)],
    { table: api_tokens },
  );

/** Limits `api_tokens t` to those of the actor, unless they manage everybody's. */
const OWN = '(? OR t.user_id = ?)';
const ownArgs = ({ id, role }: Actor) => [Number(can(role, 'api.manage')), id];

/** Returns the token itself, which nobody can read again. Throws Refusal('conflict') if the HOA has too many. */
export const createToken = async (
  deps: Deps,
  actor: Actor,
  { name, scopes, days }: z.infer<typeof tokenInput>,
): Promise<{ id: string; token: string; expires_at: string }> => {
  const token = `${TOKEN_PREFIX}${newToken()}`;
  const [id, now] = [uuidv7(), deps.now()];
  const created_at = now.toISOString();
  const expires_at = new Date(now.getTime() + days * DAY_MS).toISOString();
  await requireFeature(deps, actor.hoa_id, 'api_access');
  await requireFewTokens(deps, actor, created_at);
  const granted = [...new Set(scopes)];
  const secret = [await hashToken(token), token.slice(-4)];
  const insert = {
    sql: `INSERT INTO api_tokens (id, hoa_id, user_id, name, token_hash, ending, scopes, created_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    args: [id, actor.hoa_id, actor.id, name, ...secret, JSON.stringify(granted), created_at, expires_at],
  };
  const changes: Changes = { scopes: [null, granted.join(', ')], expires_at: [null, expires_at] };
  const about = { entity: 'apiToken', entity_id: id, title: name, changes } as const;
  await recordActivity(
    deps,
    actor.hoa_id,
    { action: 'createApiToken', by: actor, about },
    { statementsBefore: [insert] },
  );
  return { id, token, expires_at };
};

const requireFewTokens = async ({ db }: Deps, { hoa_id }: Actor, at: string): Promise<void> => {
  const count = await queryOne<{ live: number }>(
    db,
    'SELECT count(*) AS live FROM api_tokens WHERE hoa_id = ? AND revoked_at IS NULL AND expires_at > ?',
    [hoa_id, at],
  );
  if (Number(count?.live) >= TOKENS_PER_HOA)
    throw new Refusal('conflict', `Your HOA already has ${TOKENS_PER_HOA} tokens. Please revoke one first.`);
};

/** Throws Refusal('not_found'), also for another's token where the actor does not manage everybody's. */
export const revokeToken = async (deps: Deps, actor: Actor, id: string): Promise<void> => {
  const sql = `SELECT t.name FROM api_tokens t WHERE t.hoa_id = ? AND t.id = ? AND t.revoked_at IS NULL AND ${OWN}`;
  const token = await queryOne<{ name: string }>(deps.db, sql, [actor.hoa_id, id, ...ownArgs(actor)]);
  if (!token) throw new Refusal('not_found', TOKEN_NOT_FOUND);
  const revoke = {
    sql: 'UPDATE api_tokens SET revoked_at = ? WHERE hoa_id = ? AND id = ? AND revoked_at IS NULL',
    args: [deps.now().toISOString(), actor.hoa_id, id],
  };
  const about = { entity: 'apiToken', entity_id: id, title: token.name } as const;
  await recordActivity(
    deps,
    actor.hoa_id,
    { action: 'revokeApiToken', by: actor, about },
    { statementsBefore: [revoke] },
  );
};

/** Statements that end the tokens that a user had at `at`. */
export const revokeTokensStatement = (hoa_id: string, user_id: string, at: string): InStatement => ({
  sql: `UPDATE api_tokens SET revoked_at = ?3 WHERE hoa_id = ?1 AND user_id = ?2 AND created_at <= ?3
    AND revoked_at IS NULL`,
  args: [hoa_id, user_id, at],
});

export const isApiToken = (token: string): boolean => token.startsWith(TOKEN_PREFIX);

type TokenCaller = {
  actor: Actor;
  token_id: string;
  token_name: string;
  scopes: GrantedScope[];
  /** The headers that say how many calls are left. */
  rateLimit: Record<string, string>;
};
type TokenRow = Actor & {
  token_id: string;
  token_name: string;
  scopes: string;
  last_used_at: string | null;
};

/** The user who calls with an API token, as they are now. Throws HttpError 401 and 429. */
export const tokenCaller = async (deps: Deps, token: string): Promise<TokenCaller> => {
  const hash = await hashToken(token);
  const row = await readToken(deps, hash);
  if (!row || !can(row.role, 'tokens.own')) throw new HttpError(401, INVALID_TOKEN, {}, { code: 'token_invalid' });
  const rateLimit = await countCall(deps, row.token_id);
  noteUse(deps, row);
  const scopes = JSON.parse(row.scopes) as GrantedScope[];
  return { actor: actorOf(row), token_id: row.token_id, token_name: row.token_name, scopes, rateLimit };
};

const INVALID_TOKEN = 'This API token is not valid. It may have expired or been revoked.';

/** `needed` is the scope of the route; undefined where no token may call. Throws HttpError 403. */
export const requireScope = (scopes: readonly GrantedScope[], needed: Scope | undefined): void => {
  if (!needed) throw new HttpError(403, NEEDS_PERSON, {}, { code: 'token_not_allowed' });
  if (!covers(scopes, needed))
    throw new HttpError(403, `This API token lacks the scope ${needed}.`, {}, { code: 'token_scope' });
};

const NEEDS_PERSON = 'API tokens can’t do this. A person must be signed in.';

const readToken = ({ db, now }: Deps, hash: string): Promise<TokenRow | undefined> =>
  queryOne(
    db,
    `SELECT t.id AS token_id, t.name AS token_name, t.scopes, t.last_used_at,
        u.id, u.hoa_id, u.role, u.name, u.email, u.address_id, u.account_ids
      FROM api_tokens t JOIN users u ON u.hoa_id = t.hoa_id AND u.id = t.user_id
      WHERE t.token_hash = ? AND t.revoked_at IS NULL AND t.expires_at > ?
        AND ${isActive('u')}`,
    [hash, now().toISOString()],
  );

/** Returns headers of https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/. */
const countCall = async (deps: Deps, id: string): Promise<Record<string, string>> => {
  const limit = { key: `token:${id}`, max: TOKEN_CALLS_PER_MINUTE, seconds: 60 };
  const { counted, over } = await countLimits(deps, [limit]);
  const [{ count = 0, wait = 60 } = {}] = counted;
  const headers = {
    'RateLimit-Policy': `"token";q=${limit.max};w=${limit.seconds}`,
    RateLimit: `"token";r=${Math.max(0, limit.max - count)};t=${wait}`,
  };
  if (over.length > 0) throw tooManyRequests('This API token has made too many calls.', longestWait(over), headers);
  return headers;
};

const noteUse = (deps: Deps, { token_id, last_used_at }: TokenRow): void => {
  const now = deps.now();
  if (last_used_at && now.getTime() - Date.parse(last_used_at) < MINUTE_MS) return;
  const statement = {
    sql: 'UPDATE api_tokens SET last_used_at = ? WHERE id = ?',
    args: [now.toISOString(), token_id],
  };
  deps.waitUntil(batch(deps.db, [statement], 'write'));
};
