import type { FactKind } from '../../schema/meetings.ts';
import type { MeetingFact } from '../../schema/tables/meetings.ts';
import type { FactOf } from './books.ts';

/** Facts that no other replaces, by time and id; those that void others are left out. */
export const headsOf = (facts: readonly MeetingFact[]): MeetingFact[] => {
  const replaced = new Set(facts.flatMap(({ replaces }) => replaces));
  return facts
    .filter(({ id, kind }) => kind !== 'voided' && !replaced.has(id))
    .sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1));
};

export const ofKind = <Kind extends FactKind>(facts: readonly MeetingFact[], kind: Kind): FactOf<Kind>[] =>
  facts.filter((fact) => fact.kind === kind) as FactOf<Kind>[];
