import type { MeetingFact } from '../../../schema/tables/meetings.ts';

type Known = Pick<MeetingFact, 'desk' | 'recorded_at'>;

/** The other desks of a meeting, with when their last entry reached the server, by name. */
export const desksBeside = (facts: readonly Known[], own: string): { desk: string; at: string }[] => {
  const seen = new Map<string, string>();
  for (const { desk, recorded_at } of facts)
    if (desk !== own && recorded_at > (seen.get(desk) ?? '')) seen.set(desk, recorded_at);
  return [...seen].sort(([a], [b]) => (a < b ? -1 : 1)).map(([desk, at]) => ({ desk, at }));
};

/** What a device without a connection cannot know; null where it has heard of no other desk. */
export const deviceOnlyNote = (
  facts: readonly Known[],
  own: string,
  time: (instant: string) => string,
): string | null => {
  const desks = desksBeside(facts, own).map(({ desk, at }) => `${desk} last seen ${time(at)}`);
  return desks.length > 0 ? `This device only. ${desks.join(', ')}.` : null;
};
