import type { Client, InStatement, ResultSet, Row, TransactionMode } from '@libsql/client';
import { batch } from '../../sync/server/retry.ts';
import { StaleActor } from '../../sync/server/transact.ts';
import { type Actor, actorOf } from '../../sync/tx.ts';
import type { Claims, Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { isActive } from '../queries/query.ts';
import { noteUse } from './refresh.ts';

export const notSignedIn = () => new HttpError(401, 'Please sign in to continue');

/** The user as the access token knew them. */
export const actorIn = ({ sub: id, hoa: hoa_id, actor }: Claims): Actor | undefined =>
  actor && { id, hoa_id, ...actor };

/** Throws HttpError 401 if the sign-in has ended or the user is no longer active. */
export const readCaller = async (deps: Deps, claims: Claims): Promise<Actor> => {
  const [result] = await batch(deps.db, [callerStatement(claims)], 'read');
  return callerOf(deps, claims, result);
};

/** A database whose first read also reads the caller, in the same batch and so without a round trip of its own. That
 * read throws StaleActor if the user is not `actor` any more, and HttpError 401 as `readCaller` does. Everything but a
 * read waits for the caller to be confirmed. `confirm` does so where nothing was read. */
export const confirmingReads = (deps: Deps, claims: Claims, actor: Actor): { db: Client; confirm(): Promise<void> } => {
  let confirmed: Promise<void> | undefined;
  const check = (result: ResultSet | undefined) => {
    const current = callerOf(deps, claims, result);
    if (!isSame(current, actor)) throw new StaleActor(current);
  };
  const send = async (statements: InStatement[]): Promise<ResultSet[]> => {
    const sent = batch(deps.db, [callerStatement(claims), ...statements], 'read');
    confirmed = sent.then(([result]) => check(result));
    const [[, ...results]] = await Promise.all([sent, confirmed]);
    return results;
  };
  const confirm = async () => void (await (confirmed ?? send([])));
  const confirmingBatch = async (statements: InStatement[], mode?: TransactionMode): Promise<ResultSet[]> => {
    if (mode === 'read' && !confirmed) return send(statements);
    await confirm();
    return deps.db.batch(statements, mode);
  };
  return { db: withBatch(deps.db, confirmingBatch), confirm };
};

export const callerStatement = ({ sub, hoa, sid, refresh }: Claims): InStatement => ({
  sql: `SELECT id, hoa_id, role, name, email, address_id, account_ids,
      EXISTS (SELECT 1 FROM refresh_tokens WHERE token_hash = ? AND used_at IS NULL) AS is_first_use FROM users u
    WHERE id = ? AND hoa_id = ? AND ${isActive()} AND EXISTS (
      SELECT 1 FROM refresh_tokens t WHERE t.family_id = ? AND t.user_id = u.id AND t.revoked_at IS NULL)`,
  args: [refresh, sub, hoa, sid],
});

/** Throws HttpError 401. */
export const callerOf = (deps: Deps, { refresh }: Claims, result: ResultSet | undefined): Actor => {
  const row = result?.rows[0] as (Row & Actor) | undefined;
  if (!row) throw notSignedIn();
  if (row.is_first_use) deps.waitUntil(noteUse(deps, refresh));
  return actorOf(row);
};

const isSame = (a: Actor, b: Actor): boolean => JSON.stringify(actorOf(a)) === JSON.stringify(actorOf(b));

const withBatch = (db: Client, batched: Client['batch']): Client =>
  new Proxy(db, {
    get: (target, name) => {
      const member = name === 'batch' ? batched : Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
