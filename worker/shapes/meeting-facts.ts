import * as z from 'zod';
import { FACT_KINDS } from '../../schema/facts.ts';
import { METHODS } from '../../schema/meetings.ts';
import { count, executiveSession, html, id, instant, record } from './parts.ts';

export const meetingFact = record('MeetingFact', {
  _id: id,
  meeting_id: id,
  kind: z.enum(FACT_KINDS),
  subject: z.string().nullable().describe('The unit, motion, item or fact that it is about'),
  data: z.looseObject({}).describe('By kind, as the body of recording facts says'),
  text: html,
  at: instant,
  by: id.nullable(),
  by_name: z.string(),
  desk: z.string().describe('The device that recorded it'),
  replaces: z.array(id).describe('Facts that it takes back or puts right'),
  recorded_at: instant,
  imported_by: z.string().nullable().describe('Who added it from a meeting file'),
  executive_session_id: executiveSession,
});
export type MeetingFactBody = z.infer<typeof meetingFact>;

const action = z.strictObject({ entity: z.string(), id, status: z.string() });

export const motion = record('Motion', {
  _id: id,
  meeting_id: id,
  item_id: id,
  number: z.string(),
  mover: z.string(),
  mover_id: id.nullable(),
  threshold: z.strictObject({
    kind: z.enum(['majority', 'two_thirds', 'present', 'roll']),
    basis: z.enum(['weight', 'units']),
    percent: z.int().optional(),
  }),
  method: z.enum(METHODS),
  executive: z.boolean(),
  public_summary: z.string().nullable(),
  on_adopt: z.array(action).nullable(),
  on_fail: z.array(action).nullable(),
  item_ids: z.array(id).nullable().describe('Other items that it adopts: those of the consent agenda'),
  decisions: z
    .array(
      z.strictObject({
        result_id: id,
        outcome: z.enum(['applied', 'changed', 'gone', 'left']),
        action,
        seen: z.string(),
        now: z.string().nullable(),
        by_name: z.string(),
        at: instant,
      }),
    )
    .nullable()
    .describe('What came of its actions on records'),
  at: instant,
  by: id.nullable(),
  by_name: z.string(),
  desk: z.string(),
  imported_by: z.string().nullable(),
  executive_session_id: executiveSession,
});
export type MotionBody = z.infer<typeof motion>;

export const quorum = z.strictObject({
  present: count.describe('In the basis of the rule: weight, or units'),
  total: count,
  needed: count,
  units: count.describe('Units present'),
  weight: count.describe('Their weight'),
  met: z.boolean(),
  just_enough: z.boolean().describe('It would be lost if the heaviest unit present left'),
  asOf: instant.nullable().describe('When the newest fact reached the server'),
  otherDesks: z
    .array(z.strictObject({ desk: z.string(), last_seen: instant }))
    .describe('Who has recorded, and until when'),
  desksOut: z
    .array(z.strictObject({ desk: z.string(), device: z.string().nullable(), last_seen: instant }))
    .describe('Desks that were opened and not closed since: entries of them may not have reached the server'),
});
export type QuorumBody = z.infer<typeof quorum>;

export const factIds = z.strictObject({ ids: z.array(id) });
