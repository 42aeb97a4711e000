import type { Client, InStatement } from '@libsql/client';
import { batch } from './retry.ts';

/** More log entries than the lost database can have had since its backup, and few enough for an exact cookie order. */
const LOG_GAP = 10_000_000;

/** Gives a database a new instance id, which clients notice. Its log continues beyond any client's cookie, because the
 * tabs of a device order their states by it. */
export const IDENTITY: readonly InStatement[] = [
  'UPDATE sync_instance SET instance = lower(hex(randomblob(8)))',
  `UPDATE sqlite_sequence SET seq = seq + ${LOG_GAP} WHERE name = 'sync_log'`,
];

/** Proves that the log of a database had reached a position, by a signature that only the server can make. */
export type LogProofs = {
  prove(instance: string, seq: number): string;
  /** The position that it proves; undefined where it is of another instance, or forged. */
  positionOf(instance: string, proof: string): number | undefined;
};

/** `onPutBack` is called once for each time that it was. */
export type PutBackWatch = { proofs: LogProofs; onPutBack(): void };

/** Gives a database a new identity whose log ends before a position that it is proven to have reached: it was put back to
 * an earlier state by other means than `npm run restore`. True if this call has done so. */
export const renewIfPutBack = async (
  db: Client,
  { proofs, onPutBack }: PutBackWatch,
  { instance, lastSeq }: { instance: string; lastSeq: number },
  proof: string | undefined,
): Promise<boolean> => {
  const proven = (proof && proofs.positionOf(instance, proof)) || 0;
  if (proven <= lastSeq) return false;
  const [renewed] = await batch(
    db,
    [
      {
        // It asks again, because a replica may lag behind.
        sql: `UPDATE sync_instance SET instance = lower(hex(randomblob(8)))
          WHERE instance = ? AND coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'sync_log'), 0) < ?`,
        args: [instance, proven],
      },
      `UPDATE sqlite_sequence SET seq = seq + ${LOG_GAP} WHERE name = 'sync_log' AND changes() > 0`,
    ],
    'write',
  );
  if (!renewed?.rowsAffected) return false;
  onPutBack();
  return true;
};
