import type { FactData, FactKind } from '../../schema/facts.ts';
import type { MeetingFact } from '../../schema/tables/meetings.ts';

type Of<Kind extends FactKind> = Omit<MeetingFact, 'kind' | 'data'> & { kind: Kind; data: FactData[Kind] };

export const isSubject = (id: string) => (fact: { subject: string | null }) => fact.subject === id;

/** MEET-05, MOTION-08: what another fact names in `replaces` is no head, whatever became of that one; a result gives way to a further
 * result of its motion with a reason, or to being taken back. */
const isReplaced = (facts: readonly MeetingFact[], fact: MeetingFact): boolean =>
  facts.some((other) => {
    if (other.id === fact.id) return false;
    const names = other.replaces.includes(fact.id) || (other.kind === 'voided' && other.subject === fact.id);
    if (!names || fact.kind !== 'result' || other.kind === 'voided') return names;
    const { reason } = other.data as FactData['result'];
    return other.kind === 'result' && other.subject === fact.subject && Boolean(reason);
  });

/** MEET-07: by time, then id. */
const inOrder = <Fact extends { at: string; id: string }>(facts: Fact[]): Fact[] =>
  facts.sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1));

export const oracleHeads = <Kind extends FactKind>(facts: readonly MeetingFact[], kind: Kind): Of<Kind>[] =>
  inOrder(facts.filter((fact) => fact.kind === kind && !isReplaced(facts, fact))) as unknown as Of<Kind>[];

/** Those that were not taken back, replaced ones too. */
export const standing = <Kind extends FactKind>(facts: readonly MeetingFact[], kind: Kind): Of<Kind>[] => {
  const voided = new Set(facts.flatMap((fact) => (fact.kind === 'voided' ? [fact.subject, ...fact.replaces] : [])));
  return inOrder(facts.filter((fact) => fact.kind === kind && !voided.has(fact.id))) as unknown as Of<Kind>[];
};
