import type { FactData } from '../../../schema/facts.ts';
import { CHOICES, type Choice, type Method, type Outcome, type Totals } from '../../../schema/meetings.ts';
import type { AgendaItem, Motion } from '../../../schema/tables/meetings.ts';
import type { MeetingProxy, RollUnit } from '../../../schema/tables/voters.ts';
import { fold } from '../../list.ts';
import type { FactOf, Indexed, MeetingBooks, Presence, Tally } from '../books.ts';
import { byTime } from '../facts/fact-index.ts';
import { ofKind, votesByUnit } from '../facts/heads.ts';
import { NOT_USED, presenceAt, QUORUM_ONLY, withoutVote } from '../presence.ts';
import { stateOfProxy } from '../proxies/proxies.ts';
import { directionFor } from '../proxies/proxy-rules.ts';
import { quorumOf, totalOf } from '../quorum.ts';
import { partiesOf } from './recusal.ts';
import { beyondPresent, decide } from './thresholds.ts';
import { isReworded, wordingsOf } from './wordings.ts';

type Vote = FactOf<'vote'>;

/** The open count of a motion, by the marks or counts that nothing replaces. */
export const tallyOf = (books: MeetingBooks, motion: Motion, presence: Presence): Tally => {
  const method = methodOf(books, motion);
  const marks = marksOf(books, motion, presence, method);
  const counts = method === 'count' ? countsOf(books, motion) : null;
  const totals = counts?.totals ?? marks.totals;
  const present = { units: marks.eligible.length, weight: weightOf(marks.eligible) };
  return {
    ...marks,
    totals,
    counted: counts?.counted ?? marks.counted,
    doubled: counts?.doubled ?? [],
    beyond: counts && beyondPresent(motion.threshold, totals, present),
    ...decide(motion.threshold, totals, present, totalOf(books)),
    ...(method === 'consent' ? { adopts: true } : {}),
  };
};

/** How a motion is voted on: a voice vote may have become a count. */
export const methodOf = (books: Indexed, motion: Pick<Motion, 'id' | 'method'>): Method =>
  ofKind(books, 'motion_state').findLast(({ subject, data }) => subject === motion.id && data.method)?.data.method ??
  motion.method;

type Marks = Pick<Tally, 'totals' | 'contested' | 'unmarked' | 'eligible' | 'choices' | 'counted' | 'not_counted'>;

const marksOf = (books: MeetingBooks, motion: Motion, presence: Presence, method: Method): Marks => {
  const votes = votesByUnit(books, motion.id);
  const context = contextOf(books, motion);
  const totals = noVotes();
  const choices = new Map<string, Choice>();
  const [contested, unmarked, eligible]: RollUnit[][] = [[], [], []];
  let marked = 0;
  const counted: string[] = [];
  const not_counted: { fact: Vote; reason: string }[] = [];
  for (const unit of books.rollInOrder) {
    const here = presence.units.get(unit.id);
    const given = votes.get(unit.id) ?? NO_MARKS;
    if (given.length > 0) marked += 1;
    const valid: Vote[] = [];
    for (const fact of given) {
      const reason = reasonAgainst(context, unit, fact);
      if (reason === null) valid.push(fact);
      else not_counted.push({ fact, reason });
    }
    const mayVote = here !== undefined && here.way !== null && here.no_vote === null && !unitReason(context, unit);
    if (valid.length === 0 && !mayVote) continue;
    eligible!.push(unit);
    const directed =
      method === 'roll_call' && here?.proxy_id ? directionOf(context.proxies.get(here.proxy_id), context) : null;
    const choice = valid[0]?.data.choice ?? (directed === 'reworded' ? null : directed);
    if (valid.some(({ data }) => data.choice !== choice)) contested!.push(unit);
    else if (choice === null) unmarked!.push(unit);
    else {
      choices.set(unit.id, choice);
      counted.push(valid[0]?.id ?? here!.proxy_id!);
      totals[choice].units += 1;
      totals[choice].weight += unit.weight;
    }
  }
  if (marked < votes.size) not_counted.push(...strayMarks(books, votes));
  return { totals, contested: contested!, unmarked: unmarked!, eligible: eligible!, choices, counted, not_counted };
};

const NO_MARKS: readonly Vote[] = [];
const NOT_ON_ROLL = 'not on the roll';

/** Marks of units that the roll does not have. */
const strayMarks = (books: MeetingBooks, votes: ReadonlyMap<string, readonly Vote[]>) => {
  const roll = new Set(books.roll.map(({ id }) => id));
  const stray = [...votes].flatMap(([id, facts]) => (roll.has(id) ? [] : facts));
  return stray.sort(byTime).map((fact) => ({ fact, reason: NOT_ON_ROLL }));
};

/** The rows that decide whether a mark counts. */
export type VoteContext = {
  books: MeetingBooks;
  motion: Motion;
  parties: ReadonlyMap<string, string>;
  proxies: ReadonlyMap<string, MeetingProxy>;
  reworded: boolean;
};

export const contextOf = (books: MeetingBooks, motion: Motion): VoteContext => ({
  books,
  motion,
  parties: partiesTo(books, motion),
  proxies: new Map(books.proxies.map((proxy) => [proxy.id, proxy])),
  reworded: books.proxies.some(({ kind }) => kind === 'directed') && isReworded(books, motion),
});

/** Units without a vote on a motion, by roll id, with the reason. */
export const partiesTo = (books: MeetingBooks, motion: Motion): ReadonlyMap<string, string> =>
  partiesOf(books, itemOf(books, motion));

const itemOf = ({ items }: MeetingBooks, { item_id }: Motion): Pick<AgendaItem, 'id' | 'record'> =>
  items.find(({ id }) => id === item_id) ?? { id: item_id, record: null };

const unitReason = ({ books, parties }: VoteContext, unit: RollUnit): string | null =>
  withoutVote(books.meeting, unit) ?? (parties.has(unit.id) ? `${unit.label} is recused` : null);

/** Why a mark does not count; null where it does. */
export const reasonAgainst = (context: VoteContext, unit: RollUnit, { at, data }: Vote): string | null => {
  const reason = unitReason(context, unit);
  if (reason !== null || data.proxy_id === undefined) return reason;
  const proxy = context.proxies.get(data.proxy_id);
  if (!proxy) return null;
  const state = stateOfProxy(context.books, proxy, at);
  if (state !== 'active') return `proxy ${state}`;
  if (proxy.kind === 'quorum') return QUORUM_ONLY;
  const directed = directionOf(proxy, context);
  if (directed === 'reworded') return 'the wording has changed since the proxy was given';
  if (directed !== null && directed !== data.choice) return 'the proxy directs otherwise';
  const here = presenceAt(context.books, unit, at);
  return here.people.some(({ way }) => way !== 'proxy') ? NOT_USED : null;
};

/** The direction of a proxy for the motion: its choice, or that its direction fell away. */
export const directionOf = (
  proxy: MeetingProxy | undefined,
  { motion, reworded }: Pick<VoteContext, 'motion' | 'reworded'>,
): Choice | 'reworded' | null => {
  const choice = proxy ? directionFor(proxy, motion.item_id) : null;
  return choice !== null && reworded ? 'reworded' : choice;
};

/** The labels of a show of hands, summed; a label that was counted twice waits until one count replaces both. */
const countsOf = (books: Indexed, { id }: Motion): { totals: Totals; counted: string[]; doubled: string[] } => {
  const labels = new Map<string, FactOf<'count'>[]>();
  for (const fact of ofKind(books, 'count')) {
    if (fact.subject !== id) continue;
    const label = fold(fact.data.label.trim());
    labels.set(label, [...(labels.get(label) ?? []), fact]);
  }
  const totals = noVotes();
  const single = [...labels.values()].filter((counts) => counts.length === 1).map(([fact]) => fact!);
  for (const { data } of single)
    for (const choice of CHOICES) {
      totals[choice].units += data[choice];
      totals[choice].weight += data[choice];
    }
  const doubled = [...labels.values()].filter((counts) => counts.length > 1).map(([fact]) => fact!.data.label);
  return { totals, counted: single.map((fact) => fact.id), doubled };
};

const noVotes = (): Totals => ({
  for: { units: 0, weight: 0 },
  against: { units: 0, weight: 0 },
  abstain: { units: 0, weight: 0 },
});

const weightOf = (units: readonly RollUnit[]): number => units.reduce((sum, { weight }) => sum + weight, 0);

type ResultOptions = {
  /** The default is that of the count. */
  outcome?: Outcome | undefined;
  method?: Method | undefined;
  /** Postponed or referred to. */
  to?: string | undefined;
  /** Required for a correction. */
  reason?: string | undefined;
  no_quorum_reason?: string | undefined;
  /** The wording decided on, where two are contested. */
  text_id?: string | undefined;
};

/** The data of the fact that records what came of a motion. */
export const resultOf = (
  books: MeetingBooks,
  motion: Motion,
  presence: Presence,
  options: ResultOptions = {},
): FactData['result'] => {
  const { totals, needed, of, counted, adopts } = tallyOf(books, motion, presence);
  const { present, total, needed: quorum, met, units, weight } = quorumOf(books, presence, partiesTo(books, motion));
  const { outcome, method, text_id, ...words } = options;
  return {
    outcome: outcome ?? (adopts ? 'adopted' : 'failed'),
    method: method ?? methodOf(books, motion),
    totals,
    needed,
    of,
    presence: { present, total, needed: quorum, met, units, weight },
    counted: [...counted],
    text_id: text_id ?? wordingsOf(books, motion).wording?.id ?? null,
    ...given(words),
  };
};

const given = <T extends object>(words: T): Partial<T> =>
  Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined && value !== '')) as Partial<T>;
