import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, text } from 'drizzle-orm/sqlite-core';
import {
  type Direction,
  OFFICES,
  type Owner,
  PROXY_KINDS,
  PROXY_STATUSES,
  PROXY_WAYS,
  type Suspension,
} from '../meetings.ts';
import type { StoredFile } from '../uploads.ts';
import { addresses } from './addresses.ts';
import { entityTable, oneOf } from './columns.ts';
import { hoas } from './hoas.ts';
import { meetings } from './meetings.ts';

/** The board's settings of a unit's vote; the id is that of the address. */
export const voting_units = entityTable(
  'votingUnit',
  'voting_units',
  {
    weight: integer().notNull().default(1),
    /** Null: the holders of its open accounts, else its residents. */
    owners: text({ mode: 'json' }).$type<Owner[]>(),
    designated: text({ mode: 'json' }).$type<Owner>(),
    suspended: text({ mode: 'json' }).$type<Suspension>(),
    non_voting: integer({ mode: 'boolean' }).notNull().default(false),
    note: text(),
    /** The users among its owners, so that the row alone decides who may see it. */
    voter_ids: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.id], foreignColumns: [addresses.hoa_id, addresses.id] }).onDelete('cascade'),
    check('voting_units_weight', sql`${t.weight} between 0 and 1000000`),
  ],
);

/** A voter of a meeting: a unit, or a director at a board meeting. The id is `rollId(...)`. */
export const roll_units = entityTable(
  'rollUnit',
  'roll_units',
  {
    meeting_id: text().notNull(),
    address_id: text(),
    user_id: text(),
    /** In the order of the roll. */
    position: integer().notNull(),
    label: text().notNull(),
    weight: integer().notNull(),
    owners: text({ mode: 'json' }).$type<Owner[]>().notNull(),
    designated: text({ mode: 'json' }).$type<Owner>(),
    office: text({ enum: OFFICES }),
    suspended: integer({ mode: 'boolean' }).notNull().default(false),
    non_voting: integer({ mode: 'boolean' }).notNull().default(false),
    voter_ids: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    removed_at: text(),
    /** Each after the call to order, in words for the minutes. */
    changes: text({ mode: 'json' }).$type<{ at: string; by_name: string; words: string; reason: string }[]>(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.meeting_id], foreignColumns: [meetings.hoa_id, meetings.id] }),
    index('roll_units_meeting').on(t.hoa_id, t.meeting_id),
    oneOf('roll_units_office', t.office, OFFICES),
  ],
);

export const proxies = entityTable(
  'proxy',
  'proxies',
  {
    meeting_id: text().notNull(),
    address_id: text().notNull(),
    giver_name: text().notNull(),
    giver_id: text(),
    holder_name: text().notNull(),
    holder_id: text(),
    kind: text({ enum: PROXY_KINDS }).notNull(),
    directions: text({ mode: 'json' }).$type<Direction[]>().notNull().default([]),
    /** A calendar date for paper, an instant in the app. */
    signed_at: text().notNull(),
    way: text({ enum: PROXY_WAYS }).notNull(),
    photo_url: text(),
    photo: text({ mode: 'json' }).$type<StoredFile>(),
    status: text({ enum: PROXY_STATUSES }).notNull().default('active'),
    status_reason: text(),
    revoked_at: text(),
    revoked_by_name: text(),
    recorded_at: text().notNull(),
    recorded_by: text(),
    recorded_by_name: text().notNull(),
    /** The giver and the unit's voters. */
    voter_ids: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.meeting_id], foreignColumns: [meetings.hoa_id, meetings.id] }),
    index('proxies_meeting').on(t.hoa_id, t.meeting_id),
    index('proxies_photo').on(t.photo_url).where(sql`${t.photo_url} is not null`),
    oneOf('proxies_kind', t.kind, PROXY_KINDS),
    oneOf('proxies_way', t.way, PROXY_WAYS),
    oneOf('proxies_status', t.status, PROXY_STATUSES),
  ],
);

export type VotingUnit = typeof voting_units.$inferSelect;
export type RollUnit = typeof roll_units.$inferSelect;
export type MeetingProxy = typeof proxies.$inferSelect;
