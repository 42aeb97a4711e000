import * as z from 'zod';
import { ACTION_ITEM_STATUSES } from '../../schema/meetings.ts';
import { minutesStatusInput, minutesTextInput } from '../../schema/minutes-inputs.ts';
import { meetingFact, motion } from './meeting-facts.ts';
import { day, executiveSession, html, id, instant, record } from './parts.ts';

export const actionItem = record('ActionItem', {
  _id: id,
  title: z.string(),
  owner_id: id.nullable(),
  owner_name: z.string(),
  due_on: day.nullable(),
  meeting_id: id.nullable(),
  item_id: id.nullable(),
  motion_id: id.nullable(),
  status: z.enum(ACTION_ITEM_STATUSES),
  done_note: z.string().nullable(),
  done_at: instant.nullable(),
  executive: z.boolean(),
  desk: z.string().nullable(),
  imported_by: z.string().nullable(),
  executive_session_id: executiveSession,
  created_by: id.nullable(),
  created_by_name: z.string(),
  createdAt: instant,
});
export type ActionItemBody = z.infer<typeof actionItem>;

export const minutesText = record('MinutesText', {
  _id: id,
  meeting_id: id,
  item_id: id.nullable().describe('Null: the section before the first item'),
  text: html,
  replaces: z.array(id).describe('Texts whose place it takes'),
  at: instant,
  by: id.nullable(),
  by_name: z.string(),
  desk: z.string(),
  imported_by: z.string().nullable(),
  executive_session_id: executiveSession,
});
export type MinutesTextBody = z.infer<typeof minutesText>;

export const minutesState = record('MinutesState', { _id: id, minutes_status: z.string() });
export type MinutesStateBody = z.infer<typeof minutesState>;

const lines = z.array(z.string());
export const minutes = record('Minutes', {
  _id: id,
  form: z.enum(['board', 'public', 'executive']),
  status: z.string(),
  isDraft: z.boolean(),
  approved_on: day.nullable(),
  hoa: z.string(),
  title: z.string(),
  warnings: lines,
  head: lines,
  sections: z.array(
    z.strictObject({
      item_id: id.nullable(),
      title: z.string(),
      executive: z.boolean(),
      withdrawn: z.boolean(),
      begun: z.string().nullable(),
      lines,
      motions: z.array(
        z.strictObject({
          id,
          number: z.string(),
          title: z.string(),
          words: z.string(),
          executive: z.boolean(),
          lines,
          warnings: lines,
        }),
      ),
      actions: lines,
      texts: z.array(minutesText).describe('What was written; more than one waits to be settled'),
      executive_texts: z.array(minutesText).describe('The same of an executive session, of an open item'),
    }),
  ),
  closing: lines,
  corrections: z.array(z.strictObject({ id, on: day, html, by_name: z.string() })),
  text: html.describe('All of it; once it is approved, as it was approved, while the parts follow what is known today'),
  late: z
    .array(meetingFact)
    .describe('Entries that came after the approval and are not in the text; for the board’s form'),
});
export type MinutesBody = z.infer<typeof minutes>;

export const motionState = record('MotionState', {
  motion,
  status: z.enum(['made', 'seconded', 'voting', 'closed', 'contested']),
  words: html.nullable(),
  seconded_by: z.string().nullable(),
  outcome: z.string().nullable(),
  totals: z.looseObject({}).nullable().describe('As they were recorded; while it is open, as they are counted'),
  warnings: lines,
});
export type MotionStateBody = z.infer<typeof motionState>;
export const motionStates = z.array(motionState);

export const minutesBody = z.union([minutesTextInput, minutesStatusInput]);
