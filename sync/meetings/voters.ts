import type { Meeting } from '../../schema/tables/meetings.ts';
import type { Tx } from '../tx.ts';
import { rollId } from './books.ts';

export type UnitVoters = {
  label: string;
  voter_ids: readonly string[];
  /** Why it has no vote; null where it has one. */
  no_vote: 'suspended' | 'non_voting' | null;
};

/** Who may vote for a unit: as the roll has it once it is frozen, until then by what the board has set, by the holders of its open
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
  const label = address.unit_number ? `${address.street}, Unit ${address.unit_number}` : address.street;
  if (settings?.owners) return { label, voter_ids: settings.voter_ids, no_vote: withVote(settings) };
  const [accounts, residents] = await Promise.all([
    tx.list('account', 'address_id', address_id),
    tx.list('user', 'address_id', address_id),
  ]);
  const tenants = new Set(address.is_rented ? residents.map(({ id }) => id) : []);
  const holders = accounts.filter(({ status }) => status === 'open').flatMap(({ holder_ids }) => holder_ids);
  const owners = new Set(
    (holders.length > 0 ? holders : residents.map(({ id }) => id)).filter((id) => !tenants.has(id)),
  );
  return { label, voter_ids: [...owners], no_vote: settings ? withVote(settings) : null };
};

const withVote = ({ non_voting }: { non_voting: boolean }) => (non_voting ? 'non_voting' : null);
