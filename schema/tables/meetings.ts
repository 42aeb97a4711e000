import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, text } from 'drizzle-orm/sqlite-core';
import {
  ACTION_ITEM_STATUSES,
  type DecisionOutcome,
  type Direction,
  FACT_KINDS,
  type FactData,
  type FactKind,
  ITEM_KINDS,
  type LinkedRecord,
  MEETING_KINDS,
  MEETING_STATUSES,
  METHODS,
  type MeetingRuleSettings,
  MINUTES_STATUSES,
  OFFICES,
  type Owner,
  type Paper,
  PROXY_KINDS,
  PROXY_STATUSES,
  PROXY_WAYS,
  type RecordAction,
  type RulesOfMeeting,
  type Suspension,
  type Threshold,
} from '../meetings.ts';
import type { StoredFile } from '../uploads.ts';
import { addresses } from './addresses.ts';
import { isDay, oneOf, tenantTable } from './columns.ts';
import { hoas } from './hoas.ts';

/** One row of an HOA, with the HOA's id. */
export const meeting_rules = tenantTable(
  'meeting_rules',
  {
    settings: text({ mode: 'json' }).$type<Partial<MeetingRuleSettings>>().notNull(),
    changed_at: text().notNull(),
    changed_by_name: text().notNull(),
  },
  (t) => [foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] })],
);

/** What the board set about a unit's vote; the id is that of the address. */
export const voting_units = tenantTable(
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

export const meetings = tenantTable(
  'meetings',
  {
    kind: text({ enum: MEETING_KINDS }).notNull(),
    title: text().notNull(),
    status: text({ enum: MEETING_STATUSES }).notNull().default('draft'),
    starts_at: text().notNull(),
    /** As planned. */
    ends_at: text(),
    place: text(),
    remote_link: text(),
    /** What a special meeting is for. */
    purpose: text(),
    chair_id: text(),
    secretary_id: text(),
    desk_ids: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Those of `desk_ids` who were staff when they were named: they record beside the board, also after they have left it. */
    recorder_ids: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    proxy_officers: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Copied when it is scheduled. */
    rules: text({ mode: 'json' }).$type<RulesOfMeeting>(),
    /** All of it is an executive session: residents never see it. */
    executive_only: integer({ mode: 'boolean' }).notNull().default(false),
    has_election: integer({ mode: 'boolean' }).notNull().default(false),
    /** What residents read of the executive session. */
    exec_summary: text(),
    adjourned_from: text(),
    /** When that meeting was to start: the lower quorum depends on it. */
    adjourned_from_at: text(),
    /** When the first of the meetings that it continues was to start: proxies end by it. */
    first_at: text(),
    record_date: text(),
    roll_frozen_at: text(),
    notice_announcement_id: text(),
    /** The notice was sent, so that residents may see it. */
    noticed: integer({ mode: 'boolean' }).notNull().default(false),
    /** Why the notice was late. */
    notice_reason: text(),
    /** Time or place when the notice was sent, as `${starts_at} ${place} ${remote_link}`. */
    notice_of: text(),
    cancel_announcement_id: text(),
    cancel_reason: text(),
    canceled_at: text(),
    canceled_by_name: text(),
    /** The first call to order that was recorded: from then on the roll changes one unit at a time. */
    called_at: text(),
    /** The latest adjournment that was recorded: who may record depends on it. */
    adjourned_at: text(),
    /** An executive session was begun, so that facts say what of it residents never read. */
    had_executive: integer({ mode: 'boolean' }).notNull().default(false),
    minutes_status: text({ enum: MINUTES_STATUSES }).notNull().default('none'),
    minutes_approved_on: text(),
    minutes_approved_at: text(),
    /** When the newest entry came that the approved text does not have and nobody has looked at. */
    minutes_late_at: text(),
    minutes_document_id: text(),
    exec_minutes_document_id: text(),
    /** RFC 5545: raised by each change of time or place. */
    sequence: integer().notNull().default(0),
    changed_at: text().notNull(),
    created_by: text().notNull(),
    created_by_name: text().notNull(),
    created_at: text().notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    index('meetings_list').on(t.hoa_id, t.starts_at, t.id),
    oneOf('meetings_kind', t.kind, MEETING_KINDS),
    oneOf('meetings_status', t.status, MEETING_STATUSES),
    oneOf('meetings_minutes_status', t.minutes_status, MINUTES_STATUSES),
    isDay('meetings_record_date', t.record_date),
    isDay('meetings_minutes_approved_on', t.minutes_approved_on),
  ],
);

export const agenda_items = tenantTable(
  'agenda_items',
  {
    meeting_id: text().notNull(),
    kind: text({ enum: ITEM_KINDS }).notNull().default('business'),
    /** Rows with the same are ordered by id. */
    position: integer().notNull(),
    title: text().notNull(),
    description: text().notNull().default(''),
    /** Planned. */
    minutes: integer(),
    presenter: text(),
    executive: integer({ mode: 'boolean' }).notNull().default(false),
    consent: integer({ mode: 'boolean' }).notNull().default(false),
    /** The words to be voted on. */
    proposal: text().notNull().default(''),
    record: text({ mode: 'json' }).$type<LinkedRecord>(),
    on_adopt: text({ mode: 'json' }).$type<RecordAction[]>(),
    on_fail: text({ mode: 'json' }).$type<RecordAction[]>(),
    papers: text({ mode: 'json' }).$type<Paper[]>(),
    /** As that of the meeting, where it is not executive-only. */
    noticed: integer({ mode: 'boolean' }).notNull().default(false),
    removed_at: text(),
    created_at: text().notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.meeting_id], foreignColumns: [meetings.hoa_id, meetings.id] }),
    index('agenda_items_meeting').on(t.hoa_id, t.meeting_id),
    oneOf('agenda_items_kind', t.kind, ITEM_KINDS),
  ],
);

/** A voter of a meeting: a unit, or a director at a board meeting. The id is `rollId(...)`. */
export const roll_units = tenantTable(
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

/** What happened in a meeting. Append-only. */
export const meeting_facts = tenantTable(
  'meeting_facts',
  {
    meeting_id: text().notNull(),
    kind: text({ enum: FACT_KINDS }).notNull(),
    subject: text(),
    data: text({ mode: 'json' }).$type<FactData[FactKind]>().notNull(),
    text: text().notNull().default(''),
    at: text().notNull(),
    by: text(),
    by_name: text().notNull(),
    desk: text().notNull(),
    replaces: text({ mode: 'json' }).$type<string[]>().notNull(),
    recorded_at: text().notNull(),
    /** The user who added it from a meeting file; cleared when its own device sends it. */
    imported_by: text(),
    /** The fact that began the executive session in which it was made, as its device knew; null outside of one. */
    executive_session_id: text(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.meeting_id], foreignColumns: [meetings.hoa_id, meetings.id] }),
    index('meeting_facts_meeting').on(t.hoa_id, t.meeting_id),
    // A motion's own facts are read apart from the hundreds of its meeting.
    index('meeting_facts_subject').on(t.hoa_id, t.subject),
    // The minutes of a meeting look for the corrections of all earlier ones.
    index('meeting_facts_corrections')
      .on(t.hoa_id, t.meeting_id)
      .where(sql`${t.kind} IN ('minutes_correction', 'result')`),
    oneOf('meeting_facts_kind', t.kind, FACT_KINDS),
  ],
);

/** A motion; its words, seconding, votes and result are facts. */
export const motions = tenantTable(
  'motions',
  {
    meeting_id: text().notNull(),
    item_id: text().notNull(),
    number: text().notNull(),
    mover: text().notNull(),
    mover_id: text(),
    threshold: text({ mode: 'json' }).$type<Threshold>().notNull(),
    method: text({ enum: METHODS }).notNull(),
    executive: integer({ mode: 'boolean' }).notNull().default(false),
    /** What residents read of an executive motion. */
    public_summary: text(),
    on_adopt: text({ mode: 'json' }).$type<RecordAction[]>(),
    on_fail: text({ mode: 'json' }).$type<RecordAction[]>(),
    /** Other items that it adopts: those of the consent agenda. */
    item_ids: text({ mode: 'json' }).$type<string[]>(),
    decisions: text({ mode: 'json' }).$type<DecisionOutcome[]>(),
    at: text().notNull(),
    by: text(),
    by_name: text().notNull(),
    desk: text().notNull(),
    imported_by: text(),
    executive_session_id: text(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.meeting_id], foreignColumns: [meetings.hoa_id, meetings.id] }),
    index('motions_meeting').on(t.hoa_id, t.meeting_id),
    oneOf('motions_method', t.method, METHODS),
  ],
);

/** A stretch of typing in one section of the minutes. A row that no other replaces is a version of its section. */
export const minutes_texts = tenantTable(
  'minutes_texts',
  {
    meeting_id: text().notNull(),
    /** Null: the section before the first item. */
    item_id: text(),
    text: text().notNull().default(''),
    replaces: text({ mode: 'json' }).$type<string[]>().notNull(),
    at: text().notNull(),
    by: text(),
    by_name: text().notNull(),
    desk: text().notNull(),
    imported_by: text(),
    executive_session_id: text(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.meeting_id], foreignColumns: [meetings.hoa_id, meetings.id] }),
    index('minutes_texts_meeting').on(t.hoa_id, t.meeting_id),
  ],
);

/** The minutes as they were approved, with the meeting's id. */
export const approved_minutes = tenantTable(
  'approved_minutes',
  {
    board_text: text().notNull(),
    public_text: text().notNull(),
    executive_text: text().notNull().default(''),
    approved_on: text().notNull(),
    approved_by_name: text().notNull(),
    /** The motion that approved them. */
    motion_id: text(),
    at: text().notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.id], foreignColumns: [meetings.hoa_id, meetings.id] }),
    isDay('approved_minutes_on', t.approved_on),
  ],
);

export const proxies = tenantTable(
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

export const action_items = tenantTable(
  'action_items',
  {
    title: text().notNull(),
    /** Null where the owner has no account. */
    owner_id: text(),
    owner_name: text().notNull(),
    due_on: text(),
    meeting_id: text(),
    item_id: text(),
    motion_id: text(),
    status: text({ enum: ACTION_ITEM_STATUSES }).notNull().default('open'),
    done_note: text(),
    done_at: text(),
    executive: integer({ mode: 'boolean' }).notNull().default(false),
    desk: text(),
    created_by: text(),
    created_by_name: text().notNull(),
    created_at: text().notNull(),
    imported_by: text(),
    executive_session_id: text(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.meeting_id], foreignColumns: [meetings.hoa_id, meetings.id] }),
    index('action_items_meeting').on(t.hoa_id, t.meeting_id),
    oneOf('action_items_status', t.status, ACTION_ITEM_STATUSES),
    isDay('action_items_due_on', t.due_on),
  ],
);

export type MeetingRules = typeof meeting_rules.$inferSelect;
export type VotingUnit = typeof voting_units.$inferSelect;
export type Meeting = typeof meetings.$inferSelect;
export type AgendaItem = typeof agenda_items.$inferSelect;
export type RollUnit = typeof roll_units.$inferSelect;
export type MeetingFact = typeof meeting_facts.$inferSelect;
export type Motion = typeof motions.$inferSelect;
export type MinutesText = typeof minutes_texts.$inferSelect;
export type ApprovedMinutes = typeof approved_minutes.$inferSelect;
export type MeetingProxy = typeof proxies.$inferSelect;
export type ActionItem = typeof action_items.$inferSelect;
