import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, text } from 'drizzle-orm/sqlite-core';
import { FACT_KINDS, type FactData, type FactKind } from '../facts.ts';
import {
  type DecisionOutcome,
  ITEM_KINDS,
  type LinkedRecord,
  MEETING_KINDS,
  MEETING_STATUSES,
  METHODS,
  type MeetingRuleSettings,
  MINUTES_STATUSES,
  type Paper,
  type RecordAction,
  type RulesOfMeeting,
  type Threshold,
} from '../meetings.ts';
import { entityTable, isDay, oneOf } from './columns.ts';
import { hoas } from './hoas.ts';

/** One row of an HOA, with the HOA's id. */
export const meeting_rules = entityTable(
  'meetingRules',
  'meeting_rules',
  {
    settings: text({ mode: 'json' }).$type<Partial<MeetingRuleSettings>>().notNull(),
    changed_at: text().notNull(),
    changed_by_name: text().notNull(),
  },
  (t) => [foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] })],
);

export const meetings = entityTable(
  'meeting',
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
    /** The purpose of a special meeting. */
    purpose: text(),
    chair_id: text(),
    secretary_id: text(),
    desk_ids: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Those of `desk_ids` who were staff when they were named: they record beside the board, also after they have left
     * it. */
    recorder_ids: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    proxy_officers: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Copied when it is scheduled. */
    rules: text({ mode: 'json' }).$type<RulesOfMeeting>(),
    /** All of it is an executive session: residents never see it. */
    executive_only: integer({ mode: 'boolean' }).notNull().default(false),
    has_election: integer({ mode: 'boolean' }).notNull().default(false),
    /** The sentence about the executive session that residents read. */
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

export const agenda_items = entityTable(
  'agendaItem',
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

/** A fact of a meeting. Append-only. */
export const meeting_facts = entityTable(
  'meetingFact',
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
export const motions = entityTable(
  'motion',
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
    /** The sentence about an executive motion that residents read. */
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

export type MeetingRules = typeof meeting_rules.$inferSelect;
export type Meeting = typeof meetings.$inferSelect;
export type AgendaItem = typeof agenda_items.$inferSelect;
export type MeetingFact = typeof meeting_facts.$inferSelect;
export type Motion = typeof motions.$inferSelect;
