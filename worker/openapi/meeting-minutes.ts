import * as z from 'zod';
import { ACTION_ITEM_STATUSES } from '../../schema/meetings.ts';
import { minutesStatusInput, minutesTextInput } from '../../schema/minutes-inputs.ts';
import { actionItemsQuery, minutesQuery } from '../http/list-queries.ts';
import { meetingFact, motion } from './meeting-facts.ts';
import type { Operation } from './operation.ts';
import { day, executiveSession, html, id, instant, pageOf, record } from './parts.ts';

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

const board = { tag: 'Meetings', access: 'board' } as const;
const fields = (input: { shape: object }) => z.looseObject({}).describe(Object.keys(input.shape).join(', '));

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

export const minutesOperations: Readonly<Record<string, Operation>> = {
  'GET /api/meetings/:id/minutes': {
    ...board,
    summary: 'Get the minutes of a meeting',
    notes:
      'Composed from what happened; once they are approved `text` is what was approved. `form=public` is what residents read once it is published, `form=executive` the executive session alone.',
    query: minutesQuery,
    answers: { 200: minutes },
  },
  'GET /api/meetings/:id/motions': {
    ...board,
    summary: 'List the motions of a meeting',
    notes: 'Each with its wording, totals and result, as the screens show them.',
    answers: { 200: z.array(motionState) },
  },
  'POST /api/meetings/:id/publish': {
    ...board,
    summary: 'Publish the minutes',
    notes: 'Files them as a document that residents read; until they are approved it is marked DRAFT.',
    answers: { 202: minutesState },
  },
  'POST /api/meetings/:id/minutes': {
    ...board,
    summary: 'Write a section of the minutes, or move them on',
    notes:
      'A text is a version of its section until another replaces it. With `status` the minutes go to review or are approved.',
    body: z.union([fields(minutesTextInput), fields(minutesStatusInput)]),
    answers: { 200: minutesState, 201: minutesText, 204: null },
  },
  'POST /api/motions/:id/decision': {
    ...board,
    summary: 'Apply the decision of a motion to its record',
    notes:
      'Once for each result, and only while the record is as `seen` says; otherwise the motion says what happened.',
    body: 'applyDecision',
    answers: { 200: motion },
  },
  'GET /api/action-items': {
    ...board,
    access: 'person',
    summary: 'List action items',
    notes: 'Residents get their own.',
    query: actionItemsQuery,
    values: { status: ACTION_ITEM_STATUSES },
    answers: { 200: pageOf(actionItem) },
  },
  'POST /api/action-items': {
    ...board,
    summary: 'Make an action item',
    body: 'createActionItem',
    answers: { 201: actionItem, 204: null },
  },
  'PUT /api/action-items/:id': {
    ...board,
    access: 'person',
    summary: 'Change an action item',
    notes: 'Whoever owns it may say that it is done.',
    body: 'updateActionItem',
    answers: { 200: actionItem },
  },
};
