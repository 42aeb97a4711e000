import type { Choice, Count, FactData, FactKind, Totals, Way } from '../../schema/meetings.ts';
import type {
  AgendaItem,
  Meeting,
  MeetingFact,
  MeetingProxy,
  MinutesText,
  Motion,
  RollUnit,
} from '../../schema/tables/meetings.ts';

/** All rows of a meeting that decide what happened in it. */
export type MeetingBooks = {
  /** Of the HOA. */
  time_zone: string;
  meeting: Meeting;
  items: readonly AgendaItem[];
  roll: readonly RollUnit[];
  facts: readonly MeetingFact[];
  motions: readonly Motion[];
  texts: readonly MinutesText[];
  proxies: readonly MeetingProxy[];
};

/** A fact of one kind. */
export type FactOf<Kind extends FactKind> = Omit<MeetingFact, 'kind' | 'data'> & { kind: Kind; data: FactData[Kind] };

export const rollId = (meeting_id: string, of: string): string => `${meeting_id}:${of}`;

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
  /** What is behind `totals`: facts, and proxies that filled their unit in as directed. */
  counted: readonly string[];
  not_counted: readonly { fact: FactOf<'vote'>; reason: string }[];
  /** Labels counted twice, of the count method. */
  doubled: readonly string[];
  /** Of the count method: more votes than those present have, in the threshold's basis. */
  beyond: { votes: number; present: number } | null;
  /** In the threshold's basis: what adoption needs, and of how much. */
  needed: number;
  of: number;
  adopts: boolean;
};
