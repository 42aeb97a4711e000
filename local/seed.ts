import type { Client } from '@libsql/client';
import { demoRows, type SeedSize } from './seed/demo.ts';
import { openLedger } from './seed/ledger.ts';
import { addMeetings as addMapleMeetings } from './seed/maple-ridge/meetings.ts';
import { addLargeMeeting } from './seed/meetings/large.ts';
import { addLedgerStory } from './seed/willow-creek/ledger.ts';
import { addMeetings } from './seed/willow-creek/meetings.ts';
import { writeRows } from './seed/write-rows.ts';

type Files = { put(key: string, bytes: Uint8Array, contentType: string): Promise<void> };

/**
 * Fills an empty, migrated database with both demo HOAs, dated around `now`; 'large' makes Willow Creek 400 units with
 * three years of history, 'decade' with ten. Ids are the same in each run, so an interrupted run may be repeated.
 */
export const seed = async ({
  db,
  files,
  now,
  size,
}: {
  db: Client;
  files: Files;
  now: Date;
  size: SeedSize;
}): Promise<void> => {
  const { rows, hoa_ids, willow, maple } = demoRows(size, now);
  for (const hoa_id of hoa_ids) await openLedger(rows, hoa_id, now);
  await addLedgerStory(willow);
  await addMeetings(willow);
  if (size !== 'demo') await addLargeMeeting(willow);
  await addMapleMeetings(maple);
  for (const { key, bytes, type } of rows.files) await files.put(key, bytes, type);
  await writeRows(db, rows);
};
