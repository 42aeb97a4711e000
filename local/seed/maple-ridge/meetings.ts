import { nthId } from '../../../sync/meetings/ids.ts';
import { act, actAt } from '../act.ts';
import type { Community } from '../community.ts';
import { eveningOf } from '../evening.ts';
import { addItems, scheduleMeeting } from '../meetings/scheduling.ts';

/** Thousandths of the common property. */
const SHARES: Record<string, number> = {
  maple1: 92,
  maple2: 92,
  maple3: 84,
  maple4: 92,
  maple5: 84,
  birch1: 61,
  birch2: 61,
  birch3: 61,
  birch4: 61,
  birch5: 88,
  quarry1: 76,
  quarry2: 76,
  quarry3: 72,
};

/** Its place on the agenda of the annual template. */
const NEW_BUSINESS = 8;

/** Maple Ridge votes by shares of 1,000, and plans its first meetings. */
export const addMeetings = async (community: Community): Promise<void> => {
  for (const [home, weight] of Object.entries(SHARES))
    await act(community, 'board', 20, 'setVotingUnit', { id: community.id(`address/${home}`), weight });
  const at = eveningOf(community, -6, '12:00');
  await scheduleMeeting(community, {
    key: 'board/first',
    by: 'board',
    kind: 'board_regular',
    title: 'First board meeting',
    starts_at: eveningOf(community, 9, '18:00'),
    at,
    more: { template: 'board', place: 'At Joan’s, 103 Maple Ridge Drive' },
  });
  const id = await scheduleMeeting(community, {
    key: 'annual/first',
    by: 'board',
    kind: 'member_annual',
    title: 'First annual meeting',
    starts_at: eveningOf(community, 38, '18:00'),
    at,
    more: { template: 'annual', place: 'Cedar Falls Library, Room 2' },
  });
  await addItems(community, 'annual/first', 'board', at, [
    { label: 'budget', title: 'Budget of the first year', more: { minutes: 20, after_id: nthId(id, NEW_BUSINESS) } },
  ]);
  await actAt(community, 'board', at, 'freezeRoll', { meeting_id: id });
};
