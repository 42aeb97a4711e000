import type { FactData, FactKind } from '../../schema/facts.ts';
import type { Choice, Threshold } from '../../schema/meetings.ts';
import type { MeetingFact, Motion } from '../../schema/tables/meetings.ts';
import type { MeetingProxy, RollUnit } from '../../schema/tables/voters.ts';
import type { MeetingBooks } from '../../sync/meetings/books.ts';
import { oracleAttendance, oracleProxy } from './meeting-oracle-attendance.ts';
import { isSubject, oracleHeads, standing } from './meeting-oracle-facts.ts';
import { required } from './required.ts';

/** The results of a meeting, counted a second time from the words of the specification, without a line of sync/meetings. It is slow and
 * looks at everything anew. */

const CHOICES: readonly Choice[] = ['for', 'against', 'abstain'];
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** ROLL-06, ROLL-07: who has no vote, and who leaves the total. */
const isVoteless = ({ meeting }: MeetingBooks, unit: RollUnit) =>
  unit.removed_at !== null || unit.non_voting || (unit.suspended && required(meeting.rules).suspension.enabled);
const isInTotal = ({ meeting }: MeetingBooks, unit: RollUnit) => {
  if (unit.removed_at !== null || unit.non_voting) return false;
  return !(
    unit.suspended &&
    required(meeting.rules).suspension.enabled &&
    !required(meeting.rules).suspension.counts_in_total
  );
};

/** ROLL-06, ROLL-07: who is suspended may be there, who never votes is nobody. */
export const oracleIsPresent = (books: MeetingBooks, unit: RollUnit): boolean =>
  unit.removed_at === null && !unit.non_voting && oracleAttendance(books, unit).way !== null;

const isBoard = ({ meeting }: MeetingBooks) => meeting.kind.startsWith('board');
const inBasis = (basis: 'units' | 'weight', units: readonly RollUnit[]) =>
  basis === 'units' ? units.length : sumOf(units.map(({ weight }) => weight));

/** RECUSE-01, RECUSE-02: at a board meeting, who declared an interest in an item. */
const isRecused = (books: MeetingBooks, item_id: string | null, unit: RollUnit): boolean =>
  isBoard(books) &&
  oracleHeads(books.facts, 'recused').some(({ subject, data }) => subject === unit.id && data.item_id === item_id);

/** QUORUM-01, QUORUM-02, QUORUM-03, QUORUM-06, QUORUM-08: at the end, or at an instant. */
export const oracleQuorum = (books: MeetingBooks, at?: string) => {
  const { rules, adjourned_from, adjourned_from_at, starts_at } = books.meeting;
  const days = adjourned_from_at ? (Date.parse(starts_at) - Date.parse(adjourned_from_at)) / 86_400_000 : 0;
  const isLower = adjourned_from !== null && days >= required(rules).adjourned_quorum.days;
  const rule = isLower
    ? { basis: required(rules).quorum.basis, measure: 'at_least', percent: required(rules).adjourned_quorum.percent }
    : required(rules).quorum;
  const total = inBasis(
    rule.basis,
    books.roll.filter((unit) => isInTotal(books, unit)),
  );
  const item = oracleHeads(books.facts, 'item_started').at(-1)?.subject ?? null;
  const here = books.roll.filter(
    (unit) =>
      isInTotal(books, unit) &&
      oracleAttendance(books, unit, at).way !== null &&
      (required(rules).recused_count_for_quorum || item === null || !isRecused(books, item, unit)),
  );
  const isMet = (present: number) =>
    present > 0 && (rule.measure === 'more_than_half' ? present * 2 > total : present * 100 >= rule.percent * total);
  const present = inBasis(rule.basis, here);
  const heaviest = Math.max(0, ...here.map((unit) => inBasis(rule.basis, [unit])));
  const light = isMet(present) ? (isMet(present - heaviest) ? 'green' : 'amber') : 'red';
  return { present, total, met: isMet(present), light, units: here.length, weight: inBasis('weight', here) };
};

/** MOTION-03: a voice vote may have become a count. */
const methodOf = ({ facts }: MeetingBooks, motion: Motion) =>
  oracleHeads(facts, 'motion_state').findLast(({ subject, data }) => subject === motion.id && data.method)?.data
    .method ?? motion.method;

/** PROXY-09: true if the words are no longer those that the proxies knew. */
const isReworded = ({ facts, items }: MeetingBooks, motion: Motion): boolean => {
  const texts = standing(facts, 'motion_text').filter(isSubject(motion.id));
  const heads = oracleHeads(facts, 'motion_text').filter(isSubject(motion.id));
  const known = items.find(({ id }) => id === motion.item_id)?.proposal || texts[0]?.text;
  return heads.some(({ text }) => text !== known);
};

/** VOTE-03, VOTE-04, MEET-24: the marks of a unit that count. */
const marksOf = (books: MeetingBooks, motion: Motion, unit: RollUnit): Choice[] =>
  oracleHeads(books.facts, 'vote')
    .filter(({ subject, data }) => subject === unit.id && data.motion_id === motion.id)
    .filter(({ at, data }) => data.proxy_id === undefined || isGoodByProxy(books, motion, unit, data, at))
    .map(({ data }) => data.choice);

const isGoodByProxy = (
  books: MeetingBooks,
  motion: Motion,
  unit: RollUnit,
  { proxy_id, choice }: FactData['vote'],
  at: string,
): boolean => {
  const proxy = books.proxies.find(({ id }) => id === proxy_id);
  if (!proxy) return true;
  if (oracleProxy(books, proxy, at) !== 'active' || proxy.kind === 'quorum') return false;
  const directed = directionOf(motion, proxy);
  if (directed && (isReworded(books, motion) || directed !== choice)) return false;
  return !oracleAttendance(books, unit, at).hasOwn;
};

const directionOf = ({ item_id }: Motion, { kind, directions }: MeetingProxy) =>
  kind === 'directed' ? directions.find((one) => one.item_id === item_id)?.choice : undefined;

/** VOTE-01 to VOTE-06, RECUSE-02, MOTION-04: the open count of a motion. */
export const oracleTally = (books: MeetingBooks, motion: Motion) => {
  const method = methodOf(books, motion);
  const voters = books.roll.flatMap((unit) => {
    if (isVoteless(books, unit) || isRecused(books, motion.item_id, unit)) return [];
    const { way, byProxy } = oracleAttendance(books, unit);
    const proxy = books.proxies.find(({ id }) => id === byProxy);
    const marks = marksOf(books, motion, unit);
    if (marks.length === 0 && (way === null || proxy?.kind === 'quorum')) return [];
    const directed =
      method === 'roll_call' && proxy && !isReworded(books, motion) ? directionOf(motion, proxy) : undefined;
    const said = [...new Set(marks.length > 0 ? marks : directed ? [directed] : [])];
    return [{ unit, said }];
  });
  const of = (choice: Choice) => voters.filter(({ said }) => said.length === 1 && said[0] === choice);
  const labels = method === 'count' ? labelsOf(books, motion) : null;
  const totals = Object.fromEntries(
    CHOICES.map((choice) => {
      const units = of(choice).map(({ unit }) => unit);
      const shown = labels && sumOf(labels.single.map((data) => data[choice]));
      return [
        choice,
        shown === null ? { units: units.length, weight: inBasis('weight', units) } : { units: shown, weight: shown },
      ];
    }),
  ) as Record<Choice, { units: number; weight: number }>;
  const ids = (list: typeof voters) => list.map(({ unit }) => unit.id).sort();
  return {
    totals,
    contested: ids(voters.filter(({ said }) => said.length > 1)),
    unmarked: ids(voters.filter(({ said }) => said.length === 0)),
    doubled: labels?.doubled ?? [],
    adopts:
      method === 'consent' ||
      isAdopted(
        books,
        motion.threshold,
        totals,
        voters.map(({ unit }) => unit),
      ),
  };
};

/** VOTE-05: a label that was counted twice waits. */
const labelsOf = ({ facts }: MeetingBooks, motion: Motion) => {
  const counts = oracleHeads(facts, 'count').filter(isSubject(motion.id));
  const labels = Map.groupBy(counts, ({ data }) => data.label.toLowerCase());
  const single = [...labels.values()].filter((list) => list.length === 1).map(([one]) => required(one).data);
  const doubled = [...labels].filter(([, list]) => list.length > 1).map(([label]) => label);
  return { single, doubled: doubled.sort() };
};

/** MOTION-04, ROLL-02: without division; a tie fails. */
const isAdopted = (
  books: MeetingBooks,
  { kind, basis, percent }: Threshold,
  totals: Record<Choice, { units: number; weight: number }>,
  voters: readonly RollUnit[],
): boolean => {
  const [yes, no] = [totals.for[basis], totals.against[basis]];
  const roll = inBasis(
    basis,
    books.roll.filter((unit) => isInTotal(books, unit)),
  );
  if (kind === 'majority') return yes > no;
  if (kind === 'two_thirds') return yes > 0 && yes >= no * 2;
  if (kind === 'present') return yes * 2 > inBasis(basis, voters);
  return percent === undefined ? yes * 2 > roll : yes > 0 && yes * 100 >= percent * roll;
};

/** MOTION-06, MOTION-08, Table 7: where a motion stands. */
export const oracleStatus = ({ facts }: MeetingBooks, { id }: Motion) => {
  const of = <Kind extends FactKind>(kind: Kind) => oracleHeads(facts, kind).filter(isSubject(id));
  const results = of('result').map(({ data: { outcome, totals, to } }) =>
    JSON.stringify([outcome, to, CHOICES.map((one) => totals[one])]),
  );
  if (results.length > 0) return new Set(results).size === 1 ? 'closed' : 'contested';
  if (of('motion_state').at(-1)?.data.state === 'voting') return 'voting';
  return of('motion_seconded').length > 0 ? 'seconded' : 'made';
};

/** A motion is executive where it was made, worded or decided in an executive session. */
export const oracleIsExecutive = (books: MeetingBooks, motion: Motion): boolean => {
  const { facts } = books;
  const own = [...standing(facts, 'motion_text'), ...standing(facts, 'result')].filter(isSubject(motion.id));
  const starts = oracleHeads(facts, 'item_started').filter(isSubject(motion.item_id));
  const { executive } = oracleSession(books);
  const isWithin = ({ at }: { at: string }) => executive.some(([from, to]) => at >= from && (to === null || at < to));
  return [motion, ...own].some(isWithin) || (starts.length > 0 && starts.every(isWithin));
};

/** Table 1, Table 3: the earliest opening and the latest closing count. */
export const oracleSession = ({ facts }: MeetingBooks) => {
  const opened_at = oracleHeads(facts, 'called_to_order')[0]?.at ?? null;
  const adjourned_at = oracleHeads(facts, 'adjourned').at(-1)?.at ?? null;
  const executive = stretches(facts, 'executive_started', 'executive_ended', adjourned_at);
  const recesses = stretches(facts, 'recess', 'resumed', adjourned_at);
  const isOpen = (list: (string | null)[][]) => list.at(-1)?.[1] === null;
  const status = isOpen(recesses) ? 'recess' : isOpen(executive) ? 'executive' : 'in_session';
  return {
    status: adjourned_at ? 'adjourned' : opened_at ? status : 'not_started',
    ...{ opened_at, adjourned_at, executive, recesses },
    item_id: oracleHeads(facts, 'item_started').at(-1)?.subject ?? null,
  };
};

/** A beginning that no stretch covers begins one, which the last end before the next beginning ends. */
const stretches = (facts: readonly MeetingFact[], start: FactKind, end: FactKind, adjourned_at: string | null) => {
  const ends = oracleHeads(facts, end);
  const found: [from: string, to: string | null][] = [];
  const isAfter = (one: { at: string; id: string }, other: { at: string; id: string }) =>
    one.at > other.at || (one.at === other.at && one.id > other.id);
  const begun: { at: string; id: string }[] = [];
  for (const one of oracleHeads(facts, start)) {
    const last = begun.at(-1);
    if (!last || ends.some((ended) => isAfter(ended, last) && isAfter(one, ended))) begun.push(one);
  }
  for (const [n, one] of begun.entries()) {
    const next = begun[n + 1];
    const to = ends.filter((ended) => isAfter(ended, one) && (!next || isAfter(next, ended))).at(-1)?.at;
    const last = adjourned_at !== null && adjourned_at > one.at ? adjourned_at : one.at;
    found.push([one.at, to ?? (adjourned_at === null ? null : last)]);
  }
  return found;
};
