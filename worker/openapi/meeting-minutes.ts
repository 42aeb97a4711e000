import * as z from 'zod';
import { ACTION_ITEM_STATUSES } from '../../schema/meetings.ts';
import { minutesStatusInput, minutesTextInput } from '../../schema/minutes-inputs.ts';
import { actionItemsQuery } from '../http/list-queries.ts';
import { motion } from './meeting-facts.ts';
import type { Operation } from './operation.ts';
import { day, html, id, instant, pageOf, record } from './parts.ts';

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
});
export type MinutesTextBody = z.infer<typeof minutesText>;

export const minutesState = record('MinutesState', { _id: id, minutes_status: z.string() });
export type MinutesStateBody = z.infer<typeof minutesState>;

const board = { tag: 'Meetings', access: 'board' } as const;
const fields = (input: { shape: object }) => z.looseObject({}).describe(Object.keys(input.shape).join(', '));

export const minutesOperations: Readonly<Record<string, Operation>> = {
  'POST /api/meetings/:id/minutes': {
    ...board,
    summary: 'Write a section of the minutes, or move them on',
    notes:
      'A text is a version of its section until another replaces it. With `status` the minutes go to review or are approved.',
    body: z.union([fields(minutesTextInput), fields(minutesStatusInput)]),
    answers: { 200: minutesState, 201: minutesText },
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
    answers: { 201: actionItem },
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
