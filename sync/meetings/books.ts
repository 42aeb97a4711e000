import type { FactData, FactKind } from '../../schema/facts.ts';
import type { Choice, Count, LinkedRecord, Method, Totals, Way } from '../../schema/meetings.ts';
import type { AgendaItem, Meeting, MeetingFact, Motion } from '../../schema/tables/meetings.ts';
import type { MinutesText } from '../../schema/tables/minutes.ts';
import type { MeetingProxy, RollUnit } from '../../schema/tables/voters.ts';

/** All rows of a meeting that decide what happened in it. */
export type MeetingRows = {
  /** The HOA's. */
  time_zone: string;
  meeting: Meeting;
  items: readonly AgendaItem[];
  roll: readonly RollUnit[];
  facts: readonly MeetingFact[];
  motions: readonly Motion[];
  texts: readonly MinutesText[];
  proxies: readonly MeetingProxy[];
  /** The default is nobody's: declared interests alone count then. */
  cases?: CaseUsers | undefined;
};

/** Ids of the users whose case a record is: who made it or was warned, and who lives at or holds its address. */
export type CaseUsers = (record: LinkedRecord) => readonly string[];

/** The rows of a meeting, and what follows from them, each computed when it is first asked for (`meetingBooks`). */
export type MeetingBooks = Required<MeetingRows> &
  Indexed & {
    /** Withdrawn units too. */
    readonly rollInOrder: readonly RollUnit[];
    /** In the order in which they were made. */
    readonly motionsInOrder: readonly Motion[];
    /** All proxies by roll id. */
    readonly proxiesByUnit: ReadonlyMap<string, readonly MeetingProxy[]>;
    readonly session: Session;
    /** As of now, like the quorum and the tallies. */
    readonly presence: Presence;
    readonly quorum: QuorumLight;
    stateOf(motion: Motion): MotionState;
    tallyOf(motion: Motion): Tally;
  };

export type Facts = readonly MeetingFact[];
export type Votes = ReadonlyMap<string, readonly FactOf<'vote'>[]>;

/** The facts of a meeting by kind, unit, motion and id (`facts/heads.ts`). The parts that may be absent are made when
 * first asked for. */
export type FactIndex = {
  all: Facts;
  replaced: ReadonlySet<string>;
  voided: ReadonlySet<string>;
  /** Heads, by time and id where `sorted` has the kind. */
  kinds: Map<FactKind, MeetingFact[]>;
  sorted: Set<FactKind>;
  /** Votes by motion. */
  lists: Map<string, readonly FactOf<'vote'>[]>;
  heads?: Facts;
  /** Heads of arrived and left by roll unit, those of a unit by time and id. */
  attendance?: ReadonlyMap<string, Facts>;
  votes?: ReadonlyMap<string, Votes>;
  history?: ReadonlyMap<string, Facts>;
  ids?: ReadonlyMap<string, MeetingFact>;
  executive?: readonly ExecutiveSession[];
};
export type Indexed = { readonly index: FactIndex };

/** A fact of one kind. */
export type FactOf<Kind extends FactKind> = Omit<MeetingFact, 'kind' | 'data'> & { kind: Kind; data: FactData[Kind] };

export const rollId = (meeting_id: string, of: string): string => `${meeting_id}:${of}`;

/** Instants; `to` is null while it lasts. */
export type Interval = { from: string; to: string | null };
/** `ids` are those of the facts that began it, on whichever device. */
export type ExecutiveSession = Interval & { ids: string[] };
export type Recorder = { by: string | null; by_name: string; desk: string; device: string; at: string };
export type Session = {
  status: SessionStatus;
  opened_at: string | null;
  adjourned_at: string | null;
  /** Facts that another device recorded as well: shown as "also recorded at", without effect. */
  also: readonly MeetingFact[];
  executive: readonly Interval[];
  recesses: readonly Interval[];
  /** The current item; null before the first. */
  item_id: string | null;
  /** When each item was first begun. */
  starts: ReadonlyMap<string, string>;
  /** Milliseconds spent on each item, recesses left out. */
  used: ReadonlyMap<string, number>;
  /** The device that holds the record. */
  recorder: Recorder | null;
};
export type SessionStatus = 'not_started' | 'in_session' | 'recess' | 'executive' | 'adjourned';

/** How a unit is present, and who speaks for it. */
export type Attendee = {
  fact_id: string;
  name: string;
  way: Way;
  since: string;
  desk: string;
  proxy_id: string | null;
};
export type UnitPresence = {
  unit: RollUnit;
  /** Null: absent. */
  way: Way | null;
  /** Present without a break since; null while absent. */
  since: string | null;
  left_at: string | null;
  people: readonly Attendee[];
  /** Desks that have checked it in, in order of time. */
  desks: readonly string[];
  /** The proxy that it votes by, while nobody of its own is there. */
  proxy_id: string | null;
  /** Why it has no vote; null where it has one. */
  no_vote: string | null;
  /** "Not used, owner present", "Not counted: no vote"; null mostly. */
  note: string | null;
};
export type Presence = {
  units: ReadonlyMap<string, UnitPresence>;
  /** In the order of the roll. */
  present: readonly UnitPresence[];
  guests: readonly string[];
};

export type QuorumLight = {
  light: 'red' | 'amber' | 'green';
  met: boolean;
  just_enough: boolean;
  /** In the basis of the rule: weight or units. */
  present: number;
  total: number;
  needed: number;
  missing: number;
  units: Count['units'];
  weight: Count['weight'];
  units_total: number;
  weight_total: number;
  percent: number;
  /** The most that those present can still reach. */
  reachable: { majority: boolean; two_thirds: boolean; share_percent: number };
  /** "Quorum: 83 of 400, 120 needed" */
  words: string;
};

export type Tally = {
  totals: Totals;
  /** Units whose marks differ. */
  contested: readonly RollUnit[];
  unmarked: readonly RollUnit[];
  /** Its voters, present or marked. */
  eligible: readonly RollUnit[];
  /** The choice that counts, by roll id. */
  choices: ReadonlyMap<string, Choice>;
  /** Ids of the votes behind `totals`: facts, and proxies that filled their unit in as directed. */
  counted: readonly string[];
  not_counted: readonly { fact: FactOf<'vote'>; reason: string }[];
  /** Labels counted twice, of the count method. */
  doubled: readonly string[];
  /** Asked of the count method alone: more votes than those present have, in the threshold's basis. */
  beyond: { votes: number; present: number } | null;
  /** In the threshold's basis: what adoption needs, and of how much. */
  needed: number;
  of: number;
  adopts: boolean;
};

/** `weight` is that of the marks it is about; 0 where it is about none. */
export type Warning = { words: string; weight: number };
export type MotionStatus = 'made' | 'seconded' | 'voting' | 'closed' | 'contested';
export type MotionState = {
  status: MotionStatus;
  /** Each wording, by time. */
  wordings: readonly FactOf<'motion_text'>[];
  /** The latest; null before the first. */
  wording: FactOf<'motion_text'> | null;
  wording_contested: boolean;
  /** Those that differ, while contested. */
  wordings_contested: readonly FactOf<'motion_text'>[];
  seconded_by: string | null;
  seconds: readonly FactOf<'motion_seconded'>[];
  method: Method;
  /** The one that nothing replaces; null while two differ. */
  result: FactOf<'result'> | null;
  /** Those that nothing replaces. */
  results: readonly FactOf<'result'>[];
  /** Those that a correction replaced, by time. */
  corrected: readonly FactOf<'result'>[];
  /** Marks that came after the result, without effect: see ARRIVED_LATE. */
  late: readonly FactOf<'vote'>[];
  warnings: readonly Warning[];
  /** True if what the warnings are about could turn the outcome. */
  check: boolean;
  /** "Quorum confirmed after merging", "Two results were recorded" */
  notes: readonly string[];
};
