import { bodyOf, type Director } from '../../../schema/meetings.ts';
import { rollFreezing, rollUnitAddition, rollUnitUpdate } from '../../../schema/roll-inputs.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import { ADDRESS_NOT_FOUND } from '../../addresses/entity.ts';
import { todayOf } from '../../dues/entity.ts';
import { find, mutator, Refusal, type Tx } from '../../tx.ts';
import { USER_NOT_FOUND } from '../../users/entity.ts';
import { listInWords } from '../../words.ts';
import { rollId } from '../books.ts';
import { LATE_REASON_MISSING, NOT_ON_ROLL, type RollRow, rollOfDirectors, rollOfUnits, votersOf } from '../roll.ts';
import { directorsOf, seatsOf } from '../rules.ts';
import { assertUsers, findOpenMeeting, putRoll, readSettings } from '../writing.ts';

const freezeRoll = mutator(rollFreezing, async (tx, { meeting_id, record_date }) => {
  const meeting = await findOpenMeeting(tx, meeting_id);
  if (meeting.status === 'draft') throw new Refusal('conflict', 'Schedule the meeting before you freeze its roll.');
  if (meeting.called_at && meeting.roll_frozen_at)
    throw new Refusal('conflict', 'The meeting was called to order. Change the roll one unit at a time.');
  if (bodyOf(meeting.kind) === 'board') await freezeDirectors(tx, meeting);
  else await freezeUnits(tx, meeting, record_date ?? meeting.record_date);
});

const freezeDirectors = async (tx: Tx, meeting: Meeting): Promise<void> => {
  const [settings, users] = await Promise.all([readSettings(tx), tx.list('user', 'hoa_id', tx.actor.hoa_id)]);
  const directors = directorsOf(settings, users);
  await putRoll(tx, meeting.id, rollOfDirectors(meeting, directors, users, settings.named_directors));
  const rules = meeting.rules && { ...meeting.rules, directors, ...seatsOf(settings) };
  await tx.put('meeting', { ...meeting, rules, roll_frozen_at: tx.now, changed_at: tx.now });
};

const freezeUnits = async (tx: Tx, meeting: Meeting, record_date: string | null): Promise<void> => {
  const { hoa_id } = tx.actor;
  const [hoa, addresses, users, accounts, votes] = await Promise.all([
    tx.get('hoa', hoa_id),
    tx.list('address', 'hoa_id', hoa_id),
    tx.list('user', 'hoa_id', hoa_id),
    tx.list('account', 'hoa_id', hoa_id),
    tx.list('votingUnit', 'hoa_id', hoa_id),
    tx.list('rollUnit', 'meeting_id', meeting.id),
  ]);
  const day = todayOf(hoa, meeting.starts_at);
  await putRoll(tx, meeting.id, rollOfUnits(meeting, { addresses, users, accounts, votes }, day));
  const frozen = { record_date: record_date ?? todayOf(hoa, tx.now), roll_frozen_at: tx.now, changed_at: tx.now };
  await tx.put('meeting', { ...meeting, ...frozen });
};

const updateRollUnit = mutator(rollUnitUpdate, async (tx, { id, reason, removed, ...given }) => {
  const meeting = await findOpenMeeting(tx, id.slice(0, id.indexOf(':')));
  const [unit] = await Promise.all([
    find(tx, 'rollUnit', id, NOT_ON_ROLL),
    assertUsers(
      tx,
      [...(given.owners ?? []), given.designated].map((owner) => owner?.user_id),
    ),
  ]);
  assertReason(meeting, reason);
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const next: RollUnit = { ...unit, ...named };
  if (removed !== undefined) next.removed_at = removed ? (unit.removed_at ?? tx.now) : null;
  if (unit.address_id) next.voter_ids = votersOf(next.owners, next.designated);
  const words = changeInWords(unit, next);
  if (words === '') return;
  await tx.put('rollUnit', { ...next, changes: changesAfter(tx, meeting, unit, words, reason) });
});

const assertReason = ({ called_at }: Meeting, reason: string | null | undefined) => {
  if (called_at && !reason)
    throw new Refusal('invalid', LATE_REASON_MISSING, [{ path: 'reason', msg: LATE_REASON_MISSING }]);
};

const changesAfter = (
  tx: Tx,
  { called_at }: Meeting,
  { changes }: Pick<RollUnit, 'changes'>,
  words: string,
  reason?: string | null,
) => (called_at ? [...(changes ?? []), { at: tx.now, by_name: tx.actor.name, words, reason: reason ?? '' }] : changes);

/** A unit that is on the roll already stays as it is. */
const addRollUnit = mutator(rollUnitAddition, async (tx, { meeting_id, member_id, name, office, reason }) => {
  const meeting = await findOpenMeeting(tx, meeting_id);
  const [roll, row] = await Promise.all([
    tx.list('rollUnit', 'meeting_id', meeting_id),
    bodyOf(meeting.kind) === 'board'
      ? directorRow(tx, meeting, { user_id: member_id, office }, name)
      : unitRow(tx, meeting, member_id),
  ]);
  if (!meeting.roll_frozen_at) throw new Refusal('conflict', 'Freeze the roll first.');
  assertReason(meeting, reason);
  const known = roll.find(({ id }) => id === rollId(meeting.id, member_id));
  if (known && !known.removed_at) return;
  const position = known?.position ?? Math.max(-1, ...roll.map((unit) => unit.position)) + 1;
  const words = `${row.label}: added to the roll`;
  const changes = changesAfter(tx, meeting, { changes: known?.changes ?? null }, words, reason);
  await tx.put('rollUnit', { ...row, position, changes });
});

const directorRow = async (tx: Tx, meeting: Meeting, director: Director, name?: string): Promise<RollRow> => {
  if (name) return rollOfDirectors(meeting, [], [], [{ id: director.user_id, name, office: director.office }])[0]!;
  const user = await find(tx, 'user', director.user_id, USER_NOT_FOUND);
  if (user.deleted_at) throw new Refusal('not_found', USER_NOT_FOUND);
  return rollOfDirectors(meeting, [director], [user])[0]!;
};

/** The unit with its weight and owners of today. */
const unitRow = async (tx: Tx, meeting: Meeting, address_id: string): Promise<RollRow> => {
  const [address, vote, accounts, residents, hoa] = await Promise.all([
    find(tx, 'address', address_id, ADDRESS_NOT_FOUND),
    tx.get('votingUnit', address_id),
    tx.list('account', 'address_id', address_id),
    tx.list('user', 'address_id', address_id),
    tx.get('hoa', tx.actor.hoa_id),
  ]);
  const holders = await Promise.all(accounts.flatMap(({ holder_ids }) => holder_ids.map((id) => tx.get('user', id))));
  const users = [...residents, ...holders.filter((user) => user !== undefined)];
  const addresses = [{ ...address, resident_ids: residents.map(({ id }) => id) }];
  const holdings = { addresses, users, accounts, votes: vote ? [vote] : [] };
  return rollOfUnits(meeting, holdings, todayOf(hoa, meeting.starts_at))[0]!;
};

export const mutators = { freezeRoll, updateRollUnit, addRollUnit };

type Unit = Pick<RollUnit, 'label' | 'weight' | 'owners' | 'designated' | 'suspended' | 'non_voting' | 'removed_at'>;

/** "12 Oak Lane: weight 1 to 2, owners Ann Lee"; empty where nothing differs. */
const changeInWords = (before: Unit, after: Unit): string => {
  const parts = [
    before.weight !== after.weight && `weight ${before.weight} to ${after.weight}`,
    namesOf(before) !== namesOf(after) && `owners ${namesOf(after) || 'not recorded'}`,
    before.designated?.name !== after.designated?.name && `designated voter ${after.designated?.name ?? 'none'}`,
    before.suspended !== after.suspended && (after.suspended ? 'vote suspended' : 'vote restored'),
    before.non_voting !== after.non_voting && (after.non_voting ? 'without a vote' : 'with a vote'),
    (before.removed_at === null) !== (after.removed_at === null) &&
      (after.removed_at ? 'taken off the roll' : 'back on the roll'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `${before.label}: ${parts.join(', ')}`;
};

const namesOf = ({ owners }: Pick<Unit, 'owners'>): string => listInWords(owners.map(({ name }) => name));
