import { addActivity } from './activity.ts';
import { addAnnouncements } from './announcements.ts';
import { addBilling } from './billing.ts';
import { type Community, openCommunity } from './community.ts';
import { addDocuments } from './documents.ts';
import { addDues } from './dues.ts';
import { enlarge } from './enlarge.ts';
import type { HoaData } from './hoa-data.ts';
import { mapleRidge } from './maple-ridge/hoa.ts';
import { addRequests } from './requests.ts';
import { newRowBuffer, type RowBuffer } from './rows.ts';
import { addViolations } from './violations.ts';
import { willowCreek } from './willow-creek/hoa.ts';

export const SEED_SIZES = ['demo', 'large', 'decade'] as const;
export type SeedSize = (typeof SEED_SIZES)[number];
const YEARS = { large: 3, decade: 10 };

/** Both demo HOAs before their ledgers are opened. */
export const demoRows = (
  size: SeedSize,
  now: Date,
): { rows: RowBuffer; hoa_ids: string[]; willow: Community; maple: Community } => {
  const rows = newRowBuffer();
  const willow = write(rows, size === 'demo' ? willowCreek : enlarge(willowCreek, YEARS[size], now), now);
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
