import type { Meeting } from '../../schema/tables/meetings.ts';
import type { Tx } from '../tx.ts';
import { rollId } from './books.ts';
import { ownersByDefault, unitLabel, votersOf as userIdsOf } from './roll.ts';

export type UnitVoters = {
  label: string;
  voter_ids: readonly string[];
  /** Why it has no vote; null where it has one. */
  no_vote: 'suspended' | 'non_voting' | null;
};

/** The voters of a unit: as the roll has it once it is frozen, until then by what the board has set, by the holders of its open
 * accounts, by its residents. A device of a resident knows of them only itself. Undefined where there is no such unit. */
export const votersOf = async (tx: Tx, meeting: Meeting, address_id: string): Promise<UnitVoters | undefined> => {
  const [unit, address, settings] = await Promise.all([
    tx.get('rollUnit', rollId(meeting.id, address_id)),
    tx.get('address', address_id),
    tx.get('votingUnit', address_id),
  ]);
  if (unit && unit.removed_at === null)
    return { label: unit.label, voter_ids: unit.voter_ids, no_vote: unit.suspended ? 'suspended' : withVote(unit) };
  if (!address || meeting.roll_frozen_at !== null) return undefined;
  const label = unitLabel(address);
  const no_vote = settings ? withVote(settings) : null;
  const designated = settings?.designated ?? null;
  if (settings?.owners) return { label, voter_ids: userIdsOf(settings.owners, designated), no_vote };
  const [accounts, residents] = await Promise.all([
    tx.list('account', 'address_id', address_id),
    tx.list('user', 'address_id', address_id),
  ]);
  const holders = await Promise.all(accounts.flatMap(({ holder_ids }) => holder_ids.map((id) => tx.get('user', id))));
  const people = new Map([...residents, ...holders].flatMap((user) => (user ? [[user.id, user] as const] : [])));
  const owners = ownersByDefault({ ...address, resident_ids: residents.map(({ id }) => id) }, accounts, (id) =>
    people.get(id),
  );
  return { label, voter_ids: userIdsOf(owners, designated), no_vote };
};

const withVote = ({ non_voting }: { non_voting: boolean }) => (non_voting ? 'non_voting' : null);
