import { addresses } from '../../../schema/tables/addresses.ts';
import { actAt } from '../act.ts';
import type { Community } from '../community.ts';
import { Minute } from './record.ts';
import { addItems, scheduleMeeting } from './scheduling.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CHECKED_IN = 120;
const PROXIES = 60;
const KEY = 'annual/large';

/** A special meeting of all units that began an hour ago: 120 are checked in at two desks, 60 have given proxies, and the marks
 * of one differ. */
export const addLargeMeeting = async (community: Community): Promise<void> => {
  const began = community.clock.now.getTime() - HOUR_MS;
  const before = (days: number) => new Date(began - days * DAY_MS).toISOString();
  const starts_at = new Date(began).toISOString();
  const meeting_id = await scheduleMeeting(community, {
    key: KEY,
    by: 'board',
    kind: 'member_special',
    title: 'Meeting of the members',
    starts_at,
    at: before(30),
    more: { purpose: 'The roof of the clubhouse', secretary_id: community.person('dale').id },
  });
  await addItems(community, KEY, 'board', before(30), [
    {
      label: 'roof',
      title: 'The roof of the clubhouse',
      more: { minutes: 30, proposal: '<p>That each unit pay $300.</p>' },
    },
  ]);
  await actAt(community, 'board', before(29), 'freezeRoll', { meeting_id });
  const homes = community.rows
    .rowsOf(addresses)
    .filter((row) => row.hoa_id === community.hoa_id && (row.resident_ids as string[]).length > 0 && !row.is_rented);
  await addProxies(
    community,
    meeting_id,
    homes.slice(-PROXIES).map(({ id }) => String(id)),
    before(3),
  );
  const minute = new Minute(community, { key: KEY, by: 'board', starts_at });
  const present = homes.slice(0, CHECKED_IN).map(({ id }) => `${meeting_id}:${id}`);
  for (const [n, unit] of present.entries())
    minute.fact(
      n / 6 - 20,
      'arrived',
      unit,
      { way: n % 9 === 0 ? 'remote' : 'in_person' },
      { desk: `Desk ${1 + (n % 2)}` },
    );
  minute.fact(1, 'called_to_order', null, {});
  const roof = minute.item('roof');
  minute.fact(2, 'item_started', roof, {});
  const motion = await minute.motion(5, roof, {
    words: 'That each unit pay $300 for the roof of the clubhouse.',
    mover: 'marcus',
    second: 'dale',
    method: 'roll_call',
  });
  for (const [n, unit] of present.entries())
    minute.fact(
      8 + n / 20,
      'vote',
      unit,
      { motion_id: motion.id, choice: n % 4 === 3 ? 'against' : 'for' },
      { desk: `Desk ${1 + (n % 2)}` },
    );
  minute.fact(15, 'vote', present[0]!, { motion_id: motion.id, choice: 'against' }, { desk: 'Desk 2' });
  await minute.save();
};

const addProxies = async (
  community: Community,
  meeting_id: string,
  homes: readonly string[],
  at: string,
): Promise<void> => {
  for (const [n, address_id] of homes.entries())
    await actAt(community, 'dale', at, 'recordProxy', {
      id: community.id(`proxy/${KEY}/${n}`),
      meeting_id,
      address_id,
      giver_name: 'The owner',
      holder_name: n % 3 === 0 ? 'Bea Marsh' : 'Marcus Hale',
      kind: n % 5 === 0 ? 'quorum' : 'general',
      signed_at: at.slice(0, 10),
    });
};
