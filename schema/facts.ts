import type { Choice, Method, Outcome, Totals, Way } from './meetings.ts';

export const FACT_KINDS = [
  'called_to_order',
  'adjourned',
  'recess',
  'resumed',
  'executive_started',
  'executive_ended',
  'item_started',
  'recorder_taken',
  'arrived',
  'left',
  'guest',
  'motion_text',
  'motion_seconded',
  'motion_state',
  'vote',
  'count',
  'result',
  'recused',
  'point_of_order',
  'paper_notice',
  'minutes_correction',
  'voided',
  'desk_opened',
  'desk_closed',
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** `subject` of a fact is named beside its kind. */
export type FactData = {
  called_to_order: Record<string, never>;
  adjourned: { to?: string | undefined };
  recess: Record<string, never>;
  resumed: Record<string, never>;
  executive_started: Record<string, never>;
  executive_ended: Record<string, never>;
  /** subject: agenda item */
  item_started: Record<string, never>;
  /** `device` is the id that the device keeps for itself. */
  recorder_taken: { device: string };
  /** subject: roll unit. `item_id` where a recused director comes back. */
  arrived: { way: Way; person?: string | undefined; proxy_id?: string | undefined; item_id?: string | undefined };
  /** subject: roll unit; without person and proxy everybody of the unit. `item_id` where a recused director leaves. */
  left: { person?: string | undefined; proxy_id?: string | undefined; item_id?: string | undefined };
  guest: { name: string };
  /** subject: motion; the words stand in the fact's `text`. An amendment names who moved it and why. */
  motion_text: { mover?: string | undefined; reason?: string | undefined };
  /** subject: motion */
  motion_seconded: { name: string; user_id?: string | undefined };
  /** subject: motion. Voting is open, by this method, or the motion is back on the floor. */
  motion_state: { state: 'voting' | 'made'; method?: Method | undefined };
  /** subject: roll unit */
  vote: { motion_id: string; choice: Choice; proxy_id?: string | undefined };
  /** subject: motion */
  count: { label: string } & Record<Choice, number>;
  /** subject: motion. `reason` of a correction, `no_quorum_reason` of a result without quorum. */
  result: {
    outcome: Outcome;
    method: Method;
    totals: Totals;
    /** The number needed for adoption, in the threshold's basis, of `of`. */
    needed: number;
    of: number;
    presence: { present: number; total: number; needed: number; met: boolean; units: number; weight: number };
    counted: string[];
    /** The wording that was decided on, a fact of motion_text. */
    text_id: string | null;
    to?: string | undefined;
    reason?: string | undefined;
    no_quorum_reason?: string | undefined;
  };
  /** subject: roll unit */
  recused: { item_id: string; nature: string; stays: boolean };
  /** subject: agenda item; the words stand in `text`. */
  point_of_order: { kind: 'point' | 'appeal' | 'ruling'; name: string };
  /** `units` are of the roll, or ids of addresses before it is frozen; `on` is a calendar date. */
  paper_notice: { way: 'mailed' | 'handed' | 'posted'; on: string; name: string; units: string[] };
  /** the words stand in `text`. */
  minutes_correction: { on: string };
  /** subject: the fact, also named in `replaces` */
  voided: { reason: string };
  /** `device` as in `recorder_taken`; the desk is that of the fact. */
  desk_opened: { device: string };
  /** Recorded by the desk itself or by another: all that it recorded is there, or nobody waits for it. */
  desk_closed: { desk: string; device?: string | undefined };
};
