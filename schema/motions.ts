import * as z from 'zod/mini';
import { id, isoDate, line } from './inputs.ts';
import { executiveSession, fileSource } from './meeting-facts.ts';
import { METHODS } from './meetings.ts';

const ACTIONS_LIMIT = 50;
const CONSENT_LIMIT = 200;
const SUMMARY_LIMIT = 2000;
const MOVER_REQUIRED = 'Please enter who moved it.';

const thresholdInput = z.object({
  kind: z.enum(['majority', 'two_thirds', 'present', 'roll']),
  basis: z.enum(['weight', 'units']),
  percent: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
});

/** The actions of adopting or failing a motion on a record. */
const recordActions = z
  .array(
    z.object({
      entity: z.enum(['request', 'violation', 'invoice', 'meeting']),
      id,
      status: z.string().check(z.minLength(1), z.maxLength(40)),
    }),
  )
  .check(z.maxLength(ACTIONS_LIMIT));

const changeable = {
  mover: line(MOVER_REQUIRED),
  mover_id: z.nullable(id),
  threshold: thresholdInput,
  method: z.enum(METHODS),
  executive: z.boolean(),
  public_summary: z.nullable(z.string().check(z.trim(), z.maxLength(SUMMARY_LIMIT, 'Cannot exceed 2,000 characters'))),
  on_adopt: z.nullable(recordActions),
  on_fail: z.nullable(recordActions),
  /** Other items that it adopts: those of the consent agenda. */
  item_ids: z.nullable(z.array(id).check(z.maxLength(CONSENT_LIMIT))),
};

/** `at` is the device's clock, put right; the words of the motion are a fact of motion_text. */
export const motionInput = z.object({
  id,
  meeting_id: id,
  item_id: id,
  number: line('Please number the motion.', 80),
  mover: changeable.mover,
  mover_id: z._default(changeable.mover_id, null),
  threshold: thresholdInput,
  method: changeable.method,
  executive: z._default(z.boolean(), false),
  public_summary: z._default(changeable.public_summary, null),
  on_adopt: z._default(changeable.on_adopt, null),
  on_fail: z._default(changeable.on_fail, null),
  item_ids: z._default(changeable.item_ids, null),
  at: isoDate,
  desk: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  executive_session_id: executiveSession,
  file: z.optional(fileSource),
});
export type MotionInput = z.input<typeof motionInput>;

export const motionUpdate = z.object({
  id,
  mover: z.optional(changeable.mover),
  mover_id: z.optional(changeable.mover_id),
  threshold: z.optional(thresholdInput),
  method: z.optional(changeable.method),
  executive: z.optional(z.boolean()),
  public_summary: z.optional(changeable.public_summary),
  on_adopt: z.optional(changeable.on_adopt),
  on_fail: z.optional(changeable.on_fail),
  item_ids: z.optional(changeable.item_ids),
});
