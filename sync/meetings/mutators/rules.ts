import { meetingRulesInput, votingUnitInput } from '../../../schema/meeting-inputs.ts';
import type { VotingUnit } from '../../../schema/tables/meetings.ts';
import { findAddress } from '../../addresses/entity.ts';
import { authorize, mutator, type Tx } from '../../tx.ts';
import { canManage } from '../entity.ts';
import { ownersByDefault, votersOf } from '../roll.ts';
import { assertUsers } from '../writing.ts';

const setMeetingRules = mutator(meetingRulesInput, async (tx, given) => {
  authorize(canManage(tx.actor));
  const { hoa_id } = tx.actor;
  const [stored] = await Promise.all([
    tx.get('meetingRules', hoa_id),
    assertUsers(tx, given.directors?.map(({ user_id }) => user_id) ?? []),
  ]);
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  await tx.put('meetingRules', {
    id: hoa_id,
    settings: { ...stored?.settings, ...named },
    changed_at: tx.now,
    changed_by_name: tx.actor.name,
  });
});

export const setVotingUnit = mutator(votingUnitInput, async (tx, { id, ...given }) => {
  authorize(canManage(tx.actor));
  const [address, stored] = await Promise.all([
    findAddress(tx, id),
    tx.get('votingUnit', id),
    assertUsers(
      tx,
      [...(given.owners ?? []), given.designated].map((owner) => owner?.user_id),
    ),
  ]);
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const unit: VotingUnit = { ...UNSET, ...stored, ...named } as VotingUnit;
  const owners = unit.owners ?? (await readOwners(tx, address));
  await tx.put('votingUnit', { ...unit, id: address.id, voter_ids: votersOf(owners, unit.designated) });
});

const UNSET = { weight: 1, owners: null, designated: null, suspended: null, non_voting: false, note: null };

const readOwners = async (tx: Tx, address: Parameters<typeof ownersByDefault>[0]) => {
  const accounts = await tx.list('account', 'address_id', address.id);
  const ids = [...new Set([...accounts.flatMap(({ holder_ids }) => holder_ids), ...address.resident_ids])];
  const users = await Promise.all(ids.map((id) => tx.get('user', id)));
  return ownersByDefault(address, accounts, (id) => users.find((user) => user?.id === id));
};

export const mutators = { setMeetingRules, setVotingUnit };
