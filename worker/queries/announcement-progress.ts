import type { Delivery, Recipient } from '../../schema/announcements.ts';
import type { Announcement } from '../../schema/tables/announcements.ts';
import type { Hoa } from '../../schema/tables/hoas.ts';
import { toDeliveries } from '../../sync/announcements/recipients.ts';
import { areMailsPaused } from '../../sync/failed-jobs/mail-pause.ts';
import type { Deps } from '../deps.ts';
import { json, queryOne } from './query.ts';

const MAX_WAIT_MS = 8_000;
const POLL_MS = 100;

type Counts = Pick<Announcement, 'delivered_count' | 'recipient_count' | 'sending_since'> &
  Pick<Hoa, 'mails_paused_until'>;

/** Returns when the sending has ended or must wait for another day's emails, or after eight seconds. The drain that the mutator started sends the mails. */
export const waitUntilSent = async (deps: Pick<Deps, 'db' | 'now'>, hoa_id: string, id: string): Promise<Counts> => {
  const until = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const counts = await readCounts(deps, hoa_id, id);
    if (counts.sending_since === null || Date.now() > until || areMailsPaused(counts, deps.now().toISOString()))
      return counts;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

const readCounts = async ({ db }: Pick<Deps, 'db'>, hoa_id: string, id: string): Promise<Counts> => {
  const sql = `SELECT a.delivered_count, a.recipient_count, a.sending_since, h.mails_paused_until
    FROM announcements a JOIN hoas h ON h.id = a.hoa_id WHERE a.hoa_id = ? AND a.id = ?`;
  const gone = { delivered_count: 0, recipient_count: 0, sending_since: null, mails_paused_until: null };
  return (await queryOne<Counts>(db, sql, [hoa_id, id])) ?? gone;
};

export const readDeliveries = async ({ db }: Pick<Deps, 'db'>, hoa_id: string, id: string): Promise<Delivery[]> => {
  const sql = 'SELECT recipients FROM announcement_recipients WHERE hoa_id = ? AND id = ?';
  const row = await queryOne<{ recipients: string }>(db, sql, [hoa_id, id]);
  return row ? toDeliveries(json<Recipient[]>(row.recipients)) : [];
};

export const retrySummary = (before: readonly Delivery[], after: readonly Delivery[]) => {
  const failedAt = new Map(
    before.filter(({ status }) => status === 'failed').map(({ user_id, settled_at }) => [user_id, settled_at]),
  );
  const tried = after.filter(
    ({ user_id, settled_at }) => failedAt.has(user_id) && settled_at !== failedAt.get(user_id),
  );
  const count = (status: Delivery['status']) => tried.filter((one) => one.status === status).length;
  return { email_delivered: count('delivered'), email_failed: count('failed') };
};
