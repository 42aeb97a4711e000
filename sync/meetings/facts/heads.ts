import type { FactKind } from '../../../schema/facts.ts';
import type { MeetingFact } from '../../../schema/tables/meetings.ts';
import type { FactOf, Facts, Indexed, Votes } from '../books.ts';
import { byTime } from './fact-index.ts';

/** The facts that nothing replaces, by time and id; what only takes others back is left out. */
export const headsOf = ({ index }: Indexed): Facts => {
  index.heads ??= [...index.kinds.values()].flat().sort(byTime);
  return index.heads;
};

/** The heads of one kind, by time and id. */
export const ofKind = <Kind extends FactKind>({ index }: Indexed, kind: Kind): readonly FactOf<Kind>[] => {
  const found = index.kinds.get(kind) ?? NONE;
  if (!index.sorted.has(kind)) {
    index.sorted.add(kind);
    found.sort(byTime);
  }
  return found as unknown as FactOf<Kind>[];
};

const NONE: MeetingFact[] = [];

/** The heads of arrived and left of each roll unit, by time and id. */
export const attendanceIn = ({ index }: Indexed): ReadonlyMap<string, Facts> => {
  index.attendance ??= grouped(
    [...(index.kinds.get('arrived') ?? []), ...(index.kinds.get('left') ?? [])],
    ({ subject }) => subject ?? '',
  );
  return index.attendance;
};

/** The heads of the votes on a motion by roll unit, those of a unit by time and id. */
export const votesByUnit = ({ index }: Indexed, motion_id: string): Votes => {
  index.votes ??= votesByMotion((index.kinds.get('vote') ?? NONE) as unknown as FactOf<'vote'>[]);
  return index.votes.get(motion_id) ?? NO_VOTES;
};

/** The heads of the votes on a motion, by time and id. */
export const votesIn = (books: Indexed, motion_id: string): readonly FactOf<'vote'>[] => {
  const { lists } = books.index;
  const known = lists.get(motion_id);
  if (known) return known;
  const votes = [...votesByUnit(books, motion_id).values()].flat().sort(byTime);
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
export const historyOf = <Kind extends FactKind>({ index }: Indexed, kind: Kind, subject: string): FactOf<Kind>[] => {
  index.history ??= grouped(
    index.all.filter((fact) => HISTORY.includes(fact.kind) && !index.voided.has(fact.id)),
    (fact) => `${fact.kind} ${fact.subject}`,
  );
  return (index.history.get(`${kind} ${subject}`) ?? NONE) as unknown as FactOf<Kind>[];
};

/** Kinds of which the replaced ones stay readable. */
const HISTORY: readonly FactKind[] = ['motion_text', 'result'];

export const factById = ({ index }: Indexed, id: string): MeetingFact | undefined => {
  index.ids ??= new Map(index.all.map((fact) => [fact.id, fact]));
  return index.ids.get(id);
};

export const isHead = (books: Indexed, id: string): boolean =>
  factById(books, id) !== undefined && !books.index.replaced.has(id);

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
