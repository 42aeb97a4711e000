import { foreignKey, index, integer, text } from 'drizzle-orm/sqlite-core';
import { ACTION_ITEM_STATUSES } from '../meetings.ts';
import { entityTable, isDay, oneOf } from './columns.ts';
import { hoas } from './hoas.ts';
import { meetings } from './meetings.ts';

/** A stretch of typing in one section of the minutes. A row that no other replaces is a version of its section. */
export const minutes_texts = entityTable(
  'minutesText',
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
export const approved_minutes = entityTable(
  'approvedMinutes',
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

export const action_items = entityTable(
  'actionItem',
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

export type MinutesText = typeof minutes_texts.$inferSelect;
export type ApprovedMinutes = typeof approved_minutes.$inferSelect;
export type ActionItem = typeof action_items.$inferSelect;
