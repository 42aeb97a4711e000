import type { Client } from '@libsql/client';
import { addActivity } from './seed/activity.ts';
import { addAnnouncements } from './seed/announcements.ts';
import { addBilling } from './seed/billing.ts';
import { type Community, openCommunity } from './seed/community.ts';
import { addDocuments } from './seed/documents.ts';
import { addDues } from './seed/dues.ts';
import { enlarge } from './seed/enlarge.ts';
import type { HoaData } from './seed/hoa-data.ts';
import { openLedger } from './seed/ledger.ts';
import { mapleRidge } from './seed/maple-ridge/hoa.ts';
import { addMeetings as addMapleMeetings } from './seed/maple-ridge/meetings.ts';
import { addLargeMeeting } from './seed/meetings/large.ts';
import { addRequests } from './seed/requests.ts';
import { newRowBuffer, type RowBuffer } from './seed/rows.ts';
import { addViolations } from './seed/violations.ts';
import { willowCreek } from './seed/willow-creek/hoa.ts';
import { addLedgerStory } from './seed/willow-creek/ledger.ts';
import { addMeetings } from './seed/willow-creek/meetings.ts';
import { writeRows } from './seed/write-rows.ts';

export const SEED_SIZES = ['demo', 'large', 'decade'] as const;
export type SeedSize = (typeof SEED_SIZES)[number];
const YEARS = { large: 3, decade: 10 };

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

/** Both demo HOAs before their ledgers are opened. */
export const demoRows = (
  size: SeedSize,
  now: Date,
): { rows: RowBuffer; hoa_ids: string[]; willow: Community; maple: Community } => {
  const rows = newRowBuffer();
  const willow = write(rows, size === 'demo' ? willowCreek : enlarge(willowCreek, YEARS[size]), now);
  const maple = write(rows, mapleRidge, now);
  return { rows, hoa_ids: [willow.hoa_id, maple.hoa_id], willow, maple };
};

const write = (rows: RowBuffer, data: HoaData, now: Date): Community => {
  const community = openCommunity(rows, data, now);
  addBilling(community);
  addAnnouncements(community);
  addRequests(community);
  addDocuments(community);
  addViolations(community);
  addDues(community);
  addActivity(community);
  return community;
};
