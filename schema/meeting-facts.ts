import * as z from 'zod/mini';
import type { FactKind } from './facts.ts';
import { calendarDate, id, isoDate, RICH_LIMIT } from './inputs.ts';
import { CHOICES, METHODS, OUTCOMES, WAYS } from './meetings.ts';

const WORDS = 500;
const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(WORDS));
/** A roll unit is named by its meeting and its address or director. */
const subject = z.string().check(z.minLength(1), z.maxLength(100));
const whole = z.int().check(z.minimum(0), z.maximum(1_000_000_000));
const count = z.object({ units: whole, weight: whole });
const nothing = z.object({});
const UNITS_LIMIT = 2000;

/** The shape of `data` of each kind. */
const factData = {
  called_to_order: nothing,
  adjourned: z.object({ to: z.optional(words) }),
  recess: nothing,
  resumed: nothing,
  executive_started: nothing,
  executive_ended: nothing,
  item_started: nothing,
  recorder_taken: z.object({ device: words }),
  arrived: z.object({
    way: z.enum(WAYS),
    person: z.optional(words),
    proxy_id: z.optional(id),
    item_id: z.optional(id),
  }),
  left: z.object({ person: z.optional(words), proxy_id: z.optional(id), item_id: z.optional(id) }),
  guest: z.object({ name: words }),
  motion_text: z.object({ mover: z.optional(words), reason: z.optional(words) }),
  motion_seconded: z.object({ name: words, user_id: z.optional(id) }),
  motion_state: z.object({ state: z.enum(['voting', 'made']), method: z.optional(z.enum(METHODS)) }),
  vote: z.object({ motion_id: id, choice: z.enum(CHOICES), proxy_id: z.optional(id) }),
  count: z.object({ label: words, for: whole, against: whole, abstain: whole }),
  result: z.object({
    outcome: z.enum(OUTCOMES),
    method: z.enum(METHODS),
    totals: z.object({ for: count, against: count, abstain: count }),
    needed: whole,
    of: whole,
    presence: z.object({
      present: whole,
      total: whole,
      needed: whole,
      met: z.boolean(),
      units: whole,
      weight: whole,
    }),
    counted: z.array(id).check(z.maxLength(UNITS_LIMIT)),
    text_id: z.nullable(id),
    to: z.optional(words),
    reason: z.optional(words),
    no_quorum_reason: z.optional(words),
  }),
  recused: z.object({ item_id: id, nature: words, stays: z.boolean() }),
  point_of_order: z.object({ kind: z.enum(['point', 'appeal', 'ruling']), name: words }),
  paper_notice: z.object({
    way: z.enum(['mailed', 'handed', 'posted']),
    on: calendarDate('Please select a date.'),
    name: words,
    units: z.array(subject).check(z.minLength(1), z.maxLength(UNITS_LIMIT)),
  }),
  minutes_correction: z.object({ on: calendarDate('Please select a date.') }),
  voided: z.object({ reason: words }),
  desk_opened: z.object({ device: words }),
  desk_closed: z.object({ desk: words, device: z.optional(words) }),
} satisfies Record<FactKind, z.ZodMiniType>;

/** The fact that began the executive session that is open on the device. */
export const executiveSession = z._default(z.nullable(id), null);

const fact = <Kind extends FactKind>(kind: Kind) =>
  z.object({
    id,
    kind: z.literal(kind),
    subject: z._default(z.nullable(subject), null),
    data: factData[kind],
    /** Rich text of motions, points of order and corrections; empty in all others. */
    text: z._default(z.string().check(z.maxLength(RICH_LIMIT)), ''),
    /** The device's clock, put right by what it last heard from the server. */
    at: isoDate,
    desk: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    replaces: z._default(z.array(id).check(z.maxLength(UNITS_LIMIT)), []),
    executive_session_id: executiveSession,
  });

export const factInput = z.discriminatedUnion('kind', [
  fact('called_to_order'),
  fact('adjourned'),
  fact('recess'),
  fact('resumed'),
  fact('executive_started'),
  fact('executive_ended'),
  fact('item_started'),
  fact('recorder_taken'),
  fact('arrived'),
  fact('left'),
  fact('guest'),
  fact('motion_text'),
  fact('motion_seconded'),
  fact('motion_state'),
  fact('vote'),
  fact('count'),
  fact('result'),
  fact('recused'),
  fact('point_of_order'),
  fact('paper_notice'),
  fact('minutes_correction'),
  fact('voided'),
  fact('desk_opened'),
  fact('desk_closed'),
]);
export type FactInput = z.input<typeof factInput>;

const FACTS_LIMIT = 500;
const FACTS_MESSAGE = `Between 1 and ${FACTS_LIMIT} facts can be recorded at once.`;

/** The device that a meeting file comes from, and the user who recorded there. */
export const fileSource = z.object({
  desk: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  by: z.nullable(id),
});

export const factsInput = z.object({
  meeting_id: id,
  facts: z
    .array(factInput, { error: FACTS_MESSAGE })
    .check(z.minLength(1, FACTS_MESSAGE), z.maxLength(FACTS_LIMIT, FACTS_MESSAGE)),
  file: z.optional(fileSource),
});
