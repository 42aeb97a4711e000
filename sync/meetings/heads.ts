import type { FactKind } from '../../schema/meetings.ts';
import type { MeetingFact } from '../../schema/tables/meetings.ts';
import type { FactOf } from './books.ts';
import { byTime, type Facts, indexOf, type Votes } from './fact-index.ts';

export { byTime };

/** The facts that nothing replaces, by time and id; what only takes others back is left out. */
export const headsOf = (facts: Facts): Facts => {
  const index = indexOf(facts);
  index.heads ??= [...index.kinds.values()].flat().sort(byTime);
  return index.heads;
};

/** The heads of one kind, by time and id. `facts` may also be heads already. */
export const ofKind = <Kind extends FactKind>(facts: Facts, kind: Kind): readonly FactOf<Kind>[] => {
  const index = indexOf(facts);
  const found = index.kinds.get(kind) ?? NONE;
  if (!index.sorted.has(kind)) {
    index.sorted.add(kind);
    found.sort(byTime);
  }
  return found as unknown as FactOf<Kind>[];
};

const NONE: MeetingFact[] = [];

/** The heads of arrived and left of each roll unit, by time and id. */
export const attendanceIn = (facts: Facts): ReadonlyMap<string, Facts> => {
  const index = indexOf(facts);
  index.attendance ??= grouped(
    [...(index.kinds.get('arrived') ?? []), ...(index.kinds.get('left') ?? [])],
    ({ subject }) => subject ?? '',
  );
  return index.attendance;
};

/** The heads of the votes on a motion by roll unit, those of a unit by time and id. */
export const votesByUnit = (facts: Facts, motion_id: string): Votes => {
  const index = indexOf(facts);
  index.votes ??= votesByMotion((index.kinds.get('vote') ?? NONE) as unknown as FactOf<'vote'>[]);
  return index.votes.get(motion_id) ?? NO_VOTES;
};

/** The heads of the votes on a motion, by time and id. */
export const votesIn = (facts: Facts, motion_id: string): readonly FactOf<'vote'>[] => {
  const { lists } = indexOf(facts);
  const known = lists.get(motion_id);
  if (known) return known;
  const votes = [...votesByUnit(facts, motion_id).values()].flat().sort(byTime);
  lists.set(motion_id, votes);
  return votes;
};

const NO_VOTES: Votes = new Map();

const votesByMotion = (votes: readonly FactOf<'vote'>[]): ReadonlyMap<string, Votes> => {
  const motions = new Map<string, Map<string, FactOf<'vote'>[]>>();
  for (const vote of votes) {
    let units = motions.get(vote.data.motion_id);
    if (!units) {
      units = new Map();
      motions.set(vote.data.motion_id, units);
    }
    const given = units.get(vote.subject ?? '');
    if (!given) units.set(vote.subject ?? '', [vote]);
    else if (given.push(vote)) given.sort(byTime);
  }
  return motions;
};

/** All facts of a kind about a subject, by time and id, replaced ones too, but none that was taken back. */
export const historyOf = <Kind extends FactKind>(facts: Facts, kind: Kind, subject: string): FactOf<Kind>[] => {
  const index = indexOf(facts);
  index.history ??= grouped(
    facts.filter((fact) => HISTORY.includes(fact.kind) && !index.voided.has(fact.id)),
    (fact) => `${fact.kind} ${fact.subject}`,
  );
  return (index.history.get(`${kind} ${subject}`) ?? NONE) as unknown as FactOf<Kind>[];
};

/** Kinds of which the replaced ones stay readable. */
const HISTORY: readonly FactKind[] = ['motion_text', 'result'];

export const factById = (facts: Facts, id: string): MeetingFact | undefined => {
  const index = indexOf(facts);
  index.ids ??= new Map(facts.map((fact) => [fact.id, fact]));
  return index.ids.get(id);
};

export const isHead = (facts: Facts, id: string): boolean =>
  factById(facts, id) !== undefined && !indexOf(facts).replaced.has(id);

const grouped = (facts: Facts, keyOf: (fact: MeetingFact) => string): ReadonlyMap<string, Facts> => {
  const groups = new Map<string, MeetingFact[]>();
  for (const fact of facts) {
    const key = keyOf(fact);
    const group = groups.get(key);
    if (group) group.push(fact);
    else groups.set(key, [fact]);
  }
  for (const group of groups.values()) if (group.length > 1) group.sort(byTime);
  return groups;
};
