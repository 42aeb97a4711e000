import { bodyOf, type Count, type Outcome, type QuorumRule } from '../../schema/meetings.ts';
import type { Meeting } from '../../schema/tables/meetings.ts';
import type { RollUnit } from '../../schema/tables/voters.ts';
import type { MeetingBooks, Presence, QuorumLight } from './books.ts';
import { partiesOf } from './motions/recusal.ts';

type Books = Pick<MeetingBooks, 'meeting' | 'roll' | 'items' | 'index' | 'cases' | 'session'>;

const BOARD: QuorumRule = { basis: 'units', measure: 'more_than_half', percent: 50 };
const MEMBERS: QuorumRule = { basis: 'weight', measure: 'at_least', percent: 30 };
const DAY_MS = 86_400_000;

export const NO_QUORUM =
  'There is no quorum. The only motions allowed are to recess, to adjourn, or to set a time to adjourn.';

/** The rule that counts at a meeting: a lower one, where it follows one without quorum and enough days have passed. */
export const quorumRuleOf = ({ kind, rules, adjourned_from, adjourned_from_at, starts_at }: Meeting): QuorumRule => {
  const rule = rules?.quorum ?? (bodyOf(kind) === 'board' ? BOARD : MEMBERS);
  if (!rules || adjourned_from === null || adjourned_from_at === null) return rule;
  const { percent, days } = rules.adjourned_quorum;
  const isLate = Date.parse(starts_at) - Date.parse(adjourned_from_at) >= days * DAY_MS;
  return isLate ? { basis: rule.basis, measure: 'at_least', percent } : rule;
};

/** True if a unit belongs to the total of the roll. */
export const isInTotal = ({ rules }: Pick<Meeting, 'rules'>, unit: RollUnit): boolean =>
  unit.removed_at === null &&
  !unit.non_voting &&
  !(unit.suspended && rules?.suspension.enabled && !rules.suspension.counts_in_total);

/** The whole roll. */
export const totalOf = ({ meeting, roll }: Pick<Books, 'meeting' | 'roll'>): Count => {
  const total = { units: 0, weight: 0 };
  for (const unit of roll) if (isInTotal(meeting, unit)) add(total, unit);
  return total;
};

/** Seats of the board that no director on the roll takes. */
export const vacantSeats = ({ rules }: Pick<Meeting, 'rules'>, roll: readonly RollUnit[]): number =>
  Math.max(0, (rules?.seats ?? 0) - roll.filter(({ removed_at }) => removed_at === null).length);

/** The total that a quorum is a part of: the roll, and the vacant seats of the board where the rules count them. */
export const quorumTotal = (books: Pick<Books, 'meeting' | 'roll'>): Count => {
  const { units, weight } = totalOf(books);
  const vacant = books.meeting.rules?.quorum_of_seats ? vacantSeats(books.meeting, books.roll) : 0;
  return { units: units + vacant, weight: weight + vacant };
};

/** The light by what is known here. `recused` are the roll ids of who has no vote, such as `recusedNow` or `partiesOf`
 * give; by default those recused from the current item. They count unless the rules say otherwise. */
export const quorumOf = (
  books: Books,
  presence: Presence,
  recused: { has(id: string): boolean } = recusedNow(books),
): QuorumLight => {
  const { meeting } = books;
  const rule = quorumRuleOf(meeting);
  const without = meeting.rules?.recused_count_for_quorum === false;
  const here = { units: 0, weight: 0 };
  const voting = { units: 0, weight: 0 };
  let heaviest = 0;
  for (const { unit, no_vote } of presence.present) {
    if (!isInTotal(meeting, unit) || (without && recused.has(unit.id))) continue;
    add(here, unit);
    if (no_vote === null && !recused.has(unit.id)) add(voting, unit);
    heaviest = Math.max(heaviest, rule.basis === 'units' ? 1 : unit.weight);
  }
  return lightOf(rule, here, voting, totalOf(books), quorumTotal(books)[rule.basis], heaviest);
};

export const NOBODY: ReadonlyMap<string, string> = new Map();

/** The directors who have no vote on the current item, by roll id, with the reason; nobody before the first. */
const recusedNow = (books: Books): ReadonlyMap<string, string> => {
  if (bodyOf(books.meeting.kind) !== 'board') return NOBODY;
  const item = books.items.find(({ id }) => id === books.session.item_id);
  return item ? partiesOf(books, item) : NOBODY;
};

const lightOf = (
  rule: QuorumRule,
  here: Count,
  voting: Count,
  all: Count,
  total: number,
  heaviest: number,
): QuorumLight => {
  const [present, voters, votes] = [here[rule.basis], all[rule.basis], voting[rule.basis]];
  const needed = neededFor(rule, total);
  const met = present >= needed;
  const just_enough = met && present - heaviest < needed;
  const missing = Math.max(0, needed - present);
  return {
    light: met ? (just_enough ? 'amber' : 'green') : 'red',
    ...{ met, just_enough, present, total, needed, missing, ...here },
    units_total: all.units,
    weight_total: all.weight,
    percent: shareOf(present, total),
    reachable: {
      majority: votes * 2 > voters,
      two_thirds: voters > 0 && votes * 3 >= voters * 2,
      share_percent: shareOf(votes, voters),
    },
    words: met
      ? just_enough
        ? 'Just enough'
        : `Quorum: ${present} of ${total}, ${needed} needed`
      : `No quorum: ${missing} more needed`,
  };
};

export const neededFor = ({ measure, percent }: QuorumRule, total: number): number =>
  measure === 'more_than_half' ? Math.floor(total / 2) + 1 : atLeast(percent, total);

/** The fewest of `total` that are `percent` of it; at least one. */
export const atLeast = (percent: number, total: number): number => Math.max(1, Math.ceil((percent * total) / 100));

/** In percent with one decimal, rounded down. */
const shareOf = (part: number, total: number): number => (total === 0 ? 0 : Math.floor((part * 1000) / total) / 10);

const add = (count: Count, { weight }: RollUnit): void => {
  count.units += 1;
  count.weight += weight;
};

/** True if recording an outcome asks for a reason because there is no quorum. */
export const needsReason = ({ met }: Pick<QuorumLight, 'met'>, outcome: Outcome): boolean =>
  !met && (outcome === 'adopted' || outcome === 'failed');
