import type { FactKind } from '../../../schema/facts.ts';
import type { MeetingFact } from '../../../schema/tables/meetings.ts';
import type { FactIndex, FactOf, Facts, Indexed, Votes } from '../books.ts';

type Timed = { at: string; id: string };

/** The order of facts everywhere. */
export const byTime = (a: Timed, b: Timed): number =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

/** Facts that belong to no books of a meeting. */
export const indexed = (facts: Facts): Indexed => ({ index: indexOf(facts) });

/** Where `facts` has all facts of an earlier index and a few more, only these are indexed. */
export const indexOf = (facts: Facts, before?: FactIndex): FactIndex => (before && grown(facts, before)) ?? made(facts);

const made = (facts: Facts): FactIndex => {
  const { replaced, voided } = replacements(facts);
  const kinds = new Map<FactKind, MeetingFact[]>();
  for (const fact of facts) {
    if (fact.kind === 'voided' || replaced.has(fact.id)) continue;
    const found = kinds.get(fact.kind);
    if (found) found.push(fact);
    else kinds.set(fact.kind, [fact]);
  }
  return { all: facts, replaced, voided, kinds, sorted: new Set(), lists: new Map() };
};

const replacements = (facts: Facts): { replaced: Set<string>; voided: Set<string> } => {
  const results = new Map<string, MeetingFact>();
  for (const fact of facts) if (fact.kind === 'result') results.set(fact.id, fact);
  const [replaced, voided] = [new Set<string>(), new Set<string>()];
  for (const fact of facts) {
    const names = fact.kind === 'voided' && fact.subject !== null ? [...fact.replaces, fact.subject] : fact.replaces;
    for (const id of names) {
      const result = results.get(id);
      if (id === fact.id || (result && !corrects(fact, result))) continue;
      replaced.add(id);
      if (fact.kind === 'voided') voided.add(id);
    }
  }
  return { replaced, voided };
};

/** An announced result changes by a correction with its reason alone. */
const corrects = (fact: MeetingFact, result: MeetingFact): boolean =>
  fact.kind === 'voided' ||
  (fact.kind === 'result' && fact.subject === result.subject && !!(fact as FactOf<'result'>).data.reason);

/** More than one press makes. */
const MANY = 1000;
/** Nearly all that a large meeting records, and simple to add. */
const SIMPLE: readonly FactKind[] = ['arrived', 'left', 'vote'];

const grown = (facts: Facts, before: FactIndex): FactIndex | undefined => {
  if (facts === before.all) return before;
  const added = addedTo(before.all, facts);
  return added?.every((fact) => isSimple(before, fact)) ? withFacts(before, facts, added) : undefined;
};

/** The facts beside all of `before`, in their order; undefined where it lacks some, or has many more. */
const addedTo = (before: Facts, facts: Facts): MeetingFact[] | undefined => {
  const count = facts.length - before.length;
  if (count < 0 || count > MANY) return undefined;
  const added: MeetingFact[] = [];
  let at = 0;
  for (const fact of facts) {
    if (fact === before[at]) at += 1;
    else if (added.push(fact) > count) return undefined;
  }
  return added;
};

const isSimple = ({ replaced }: FactIndex, { kind, replaces, id }: MeetingFact): boolean =>
  SIMPLE.includes(kind) && replaces.length === 0 && !replaced.has(id);

const withFacts = (before: FactIndex, all: Facts, added: Facts): FactIndex => {
  const kinds = new Map(before.kinds);
  for (const [kind, facts] of Map.groupBy(added, (fact) => fact.kind))
    kinds.set(kind, inserted(kinds.get(kind) ?? [], facts, before.sorted.has(kind)));
  const { ids: _, ...same } = before;
  return {
    ...same,
    all,
    kinds,
    sorted: new Set(before.sorted),
    lists: withoutMotionsOf(before.lists, added),
    ...(before.heads && { heads: inserted(before.heads, added) }),
    ...(before.attendance && { attendance: withAttendance(before.attendance, added) }),
    ...(before.votes && { votes: withVotes(before.votes, added) }),
  };
};

const isVote = (fact: MeetingFact): boolean => fact.kind === 'vote';
const votesAmong = (facts: Facts) => facts.filter(isVote) as unknown as readonly FactOf<'vote'>[];

const withoutMotionsOf = (lists: FactIndex['lists'], added: Facts): FactIndex['lists'] => {
  const kept = new Map(lists);
  for (const { data } of votesAmong(added)) kept.delete(data.motion_id);
  return kept;
};

const withAttendance = (before: ReadonlyMap<string, Facts>, added: Facts): ReadonlyMap<string, Facts> => {
  const units = new Map(before);
  for (const fact of added)
    if (!isVote(fact)) units.set(fact.subject ?? '', inserted(units.get(fact.subject ?? '') ?? [], [fact]));
  return units;
};

const withVotes = (before: ReadonlyMap<string, Votes>, added: Facts): ReadonlyMap<string, Votes> => {
  const motions = new Map(before);
  for (const [motion, votes] of Map.groupBy(votesAmong(added), ({ data }) => data.motion_id)) {
    const units = new Map(motions.get(motion));
    for (const vote of votes) units.set(vote.subject ?? '', inserted(units.get(vote.subject ?? '') ?? [], [vote]));
    motions.set(motion, units);
  }
  return motions;
};

/** A new list, by time and id where the given one is. */
const inserted = <Fact extends Timed>(list: readonly Fact[], added: readonly Fact[], isSorted = true): Fact[] => {
  const all = [...list];
  for (const fact of added) all.splice(isSorted ? placeOf(all, fact) : all.length, 0, fact);
  return all;
};

const placeOf = (list: readonly Timed[], fact: Timed): number => {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byTime(list[middle]!, fact) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
};
