import type { Announcement, AnnouncementDelivery } from '../../schema/tables/announcements.ts';
import type { Deps } from '../deps.ts';
import { queryAll, queryOne } from '../queries/query.ts';

const MAX_WAIT_MS = 8_000;
const POLL_MS = 100;

type Counts = Pick<Announcement, 'delivered_count' | 'recipient_count' | 'sending_since'>;

/** Returns when the sending has ended, or after eight seconds. The drain that the mutator started sends the mails. */
export const waitUntilSent = async (deps: Pick<Deps, 'db'>, hoa_id: string, id: string): Promise<Counts> => {
  const until = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const counts = await readCounts(deps, hoa_id, id);
    if (counts.sending_since === null || Date.now() > until) return counts;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

const readCounts = async ({ db }: Pick<Deps, 'db'>, hoa_id: string, id: string): Promise<Counts> => {
  const sql = 'SELECT delivered_count, recipient_count, sending_since FROM announcements WHERE hoa_id = ? AND id = ?';
  const gone = { delivered_count: 0, recipient_count: 0, sending_since: null };
  return (await queryOne<Counts>(db, sql, [hoa_id, id])) ?? gone;
};

export type DeliveryState = Pick<AnnouncementDelivery, 'id' | 'status' | 'settled_at'>;

export const readDeliveryStates = async (
  { db }: Pick<Deps, 'db'>,
  hoa_id: string,
  id: string,
): Promise<DeliveryState[]> => {
  const sql = 'SELECT id, status, settled_at FROM announcement_deliveries WHERE hoa_id = ? AND announcement_id = ?';
  return queryAll<DeliveryState>(db, sql, [hoa_id, id]);
};

export const retrySummary = (before: readonly DeliveryState[], after: readonly DeliveryState[]) => {
  const failedAt = new Map(before.filter(({ status }) => status === 'failed').map((one) => [one.id, one.settled_at]));
  const tried = after.filter((one) => failedAt.has(one.id) && one.settled_at !== failedAt.get(one.id));
  const count = (status: DeliveryState['status']) => tried.filter((one) => one.status === status).length;
  return { email_delivered: count('delivered'), email_failed: count('failed') };
};
