import type { Choice } from '../../../schema/meetings.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import { type FactOf, type MeetingBooks, rollId } from '../books.ts';
import { factById } from '../facts/heads.ts';
import { directionFor } from '../proxies/proxy-rules.ts';

/** A unit's vote behind a result: by a mark, or as its proxy directed. */
export type CountedVote = { id: string; unit: RollUnit; choice: Choice; proxy_id: string | null };

/** The votes that a result names, in its order; counts of a show of hands are none. */
export const countedVotes = (
  { meeting, roll, index, proxies }: Pick<MeetingBooks, 'meeting' | 'roll' | 'index' | 'proxies'>,
  { item_id }: Pick<Motion, 'item_id'>,
  { data: { counted } }: Pick<FactOf<'result'>, 'data'>,
): CountedVote[] => {
  const units = new Map(roll.map((unit) => [unit.id, unit]));
  const directed = new Map(proxies.filter(({ kind }) => kind === 'directed').map((proxy) => [proxy.id, proxy]));
  return counted.flatMap((id): CountedVote[] => {
    const fact = factById({ index }, id);
    const proxy = directed.get(id);
    const unit = units.get((proxy ? rollId(meeting.id, proxy.address_id) : fact?.subject) ?? '');
    if (!unit) return [];
    const choice = proxy && directionFor(proxy, item_id);
    if (proxy) return choice ? [{ id, unit, choice, proxy_id: id }] : [];
    if (fact?.kind !== 'vote') return [];
    const { data } = fact as unknown as FactOf<'vote'>;
    return [{ id, unit, choice: data.choice, proxy_id: data.proxy_id ?? null }];
  });
};
