import type { Motion } from '../../schema/tables/meetings.ts';
import type { MeetingProxy, RollUnit } from '../../schema/tables/voters.ts';
import type {
  CaseUsers,
  FactIndex,
  MeetingBooks,
  MeetingRows,
  MotionState,
  Presence,
  QuorumLight,
  Session,
  Tally,
} from './books.ts';
import { byTime, indexOf } from './facts/fact-index.ts';
import { attendanceIn } from './facts/heads.ts';
import { sessionOf } from './meeting-session.ts';
import { motionStateOf } from './motions/motions.ts';
import { tallyOf } from './motions/tally.ts';
import { computePresence, type KnownPresence } from './presence.ts';
import { proxiesByUnit } from './proxies/proxies.ts';
import { quorumOf } from './quorum.ts';

/** The books of a meeting. What `before` has computed of the same rows, or of the same with fewer facts, is not computed anew. */
export const meetingBooks = (rows: MeetingRows, before?: MeetingBooks): MeetingBooks =>
  new Books(rows, before instanceof Books ? before : undefined);

const NO_CASES: CaseUsers = () => [];

class Books implements MeetingBooks {
  readonly time_zone: MeetingBooks['time_zone'];
  readonly meeting: MeetingBooks['meeting'];
  readonly items: MeetingBooks['items'];
  readonly roll: MeetingBooks['roll'];
  readonly facts: MeetingBooks['facts'];
  readonly motions: MeetingBooks['motions'];
  readonly texts: MeetingBooks['texts'];
  readonly proxies: MeetingBooks['proxies'];
  readonly cases: CaseUsers;
  readonly #index: FactIndex;
  readonly #known: KnownPresence | undefined;
  #rollInOrder?: readonly RollUnit[];
  #motionsInOrder?: readonly Motion[];
  #proxiesByUnit?: ReadonlyMap<string, readonly MeetingProxy[]>;
  #session?: Session;
  #presence?: Presence;
  #quorum?: QuorumLight;
  readonly #states = new Map<string, MotionState>();
  readonly #tallies = new Map<string, Tally>();

  constructor(rows: MeetingRows, before: Books | undefined) {
    this.time_zone = rows.time_zone;
    this.meeting = rows.meeting;
    this.items = rows.items;
    this.roll = rows.roll;
    this.facts = rows.facts;
    this.motions = rows.motions;
    this.texts = rows.texts;
    this.proxies = rows.proxies;
    this.cases = rows.cases ?? NO_CASES;
    this.#index = indexOf(rows.facts, before?.index);
    if (!before || !isOfSameRoll(before, rows)) return;
    this.#known = before.#presence ? { presence: before.#presence, attendance: attendanceIn(before) } : before.#known;
    this.#rollInOrder = before.rollInOrder;
    this.#proxiesByUnit = before.proxiesByUnit;
  }

  // Getters, so that a copy of the books has rows alone and nothing that follows from other ones.
  get index(): FactIndex {
    return this.#index;
  }
  get rollInOrder(): readonly RollUnit[] {
    this.#rollInOrder ??= this.roll.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
    return this.#rollInOrder;
  }
  get motionsInOrder(): readonly Motion[] {
    this.#motionsInOrder ??= this.motions.toSorted(byTime);
    return this.#motionsInOrder;
  }
  get proxiesByUnit(): ReadonlyMap<string, readonly MeetingProxy[]> {
    this.#proxiesByUnit ??= proxiesByUnit(this);
    return this.#proxiesByUnit;
  }
  get session(): Session {
    this.#session ??= sessionOf(this);
    return this.#session;
  }
  get presence(): Presence {
    this.#presence ??= computePresence(this, { before: this.#known });
    return this.#presence;
  }
  get quorum(): QuorumLight {
    this.#quorum ??= quorumOf(this, this.presence);
    return this.#quorum;
  }
  stateOf(motion: Motion): MotionState {
    const state = this.#states.get(motion.id) ?? motionStateOf(this, motion);
    this.#states.set(motion.id, state);
    return state;
  }
  tallyOf(motion: Motion): Tally {
    const tally = this.#tallies.get(motion.id) ?? tallyOf(this, motion, this.presence);
    this.#tallies.set(motion.id, tally);
    return tally;
  }
}

const isOfSameRoll = (before: MeetingRows, { time_zone, meeting, roll, proxies }: MeetingRows): boolean =>
  before.time_zone === time_zone && before.meeting === meeting && before.roll === roll && before.proxies === proxies;
