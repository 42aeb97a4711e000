import { type Actor, actorOf } from '../../sync/tx.ts';
import { countAttempt } from '../auth/limits.ts';
import { hashToken, newToken } from '../auth/secrets.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { isActive, queryOne } from '../queries/query.ts';
import { ownAct, recordActivity } from '../transact.ts';
import { type CalendarOwner, icsOf, readCalendar } from './events.ts';

/** Calendar programs ask every few minutes at most; several of one person share the address. */
const READS_PER_HOUR = 120;
/** Stops guessing; a program that still asks for an address that has ended stays below. */
const MISSES_PER_HOUR = 60;
const HOUR_S = 3600;

/** When the person's address was made; null where there is none. */
export const feedOf = async ({ db }: Deps, { hoa_id, id }: Actor): Promise<string | null> => {
  const sql = 'SELECT created_at FROM calendar_feeds WHERE hoa_id = ? AND user_id = ?';
  return (await queryOne<{ created_at: string }>(db, sql, [hoa_id, id]))?.created_at ?? null;
};

/** Returns the address, which nobody can read again. The one before it ends. */
export const renewFeed = async (deps: Deps, actor: Actor): Promise<string> => {
  const token = newToken();
  const upsert = {
    sql: `INSERT INTO calendar_feeds (user_id, hoa_id, token_hash, created_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, created_at = excluded.created_at`,
    args: [actor.id, actor.hoa_id, await hashToken(token), deps.now().toISOString()],
  };
  await recordActivity(deps, actor.hoa_id, ownAct('makeCalendarAddress', actor), { statementsBefore: [upsert] });
  return `${deps.config.publicUrl}/api/calendar/${token}.ics`;
};

export const endFeed = async (deps: Deps, actor: Actor): Promise<void> => {
  if ((await feedOf(deps, actor)) === null) return;
  const sql = 'DELETE FROM calendar_feeds WHERE hoa_id = ? AND user_id = ?';
  const end = { sql, args: [actor.hoa_id, actor.id] };
  await recordActivity(deps, actor.hoa_id, ownAct('deleteCalendarAddress', actor), { statementsBefore: [end] });
};

/** The calendar behind a token, as its owner may see it now. `caller` is a network address. Throws HttpError 404 and 429. */
export const readFeed = async (deps: Deps, token: string, caller: string): Promise<string> => {
  const hash = await hashToken(token);
  const owner = await queryOne<CalendarOwner>(deps.db, OWNER, [hash]);
  if (!owner) {
    const misses = { key: `calendar-missed:${caller}`, max: MISSES_PER_HOUR, seconds: HOUR_S };
    await countAttempt(deps, [misses]);
    throw new HttpError(404, 'This calendar link no longer works. Get a new one in your profile.');
  }
  await countAttempt(deps, [{ key: `calendar:${owner.id}`, max: READS_PER_HOUR, seconds: HOUR_S }]);
  return icsOf(await readCalendar(deps, { ...owner, ...actorOf(owner) }), owner, deps.config.publicUrl);
};

const OWNER = `SELECT u.id, u.hoa_id, u.role, u.name, u.email, u.address_id, u.account_ids, h.name AS hoa, h.time_zone
  FROM calendar_feeds f JOIN users u ON u.hoa_id = f.hoa_id AND u.id = f.user_id JOIN hoas h ON h.id = f.hoa_id
  WHERE f.token_hash = ? AND ${isActive('u')}`;
