import type * as z from 'zod/mini';
import { meetingRulesInput, votingUnitInput, WEIGHT_LIMIT, type weightsInput } from '../../../schema/meeting-inputs.ts';
import type { VotingUnit } from '../../../schema/tables/voters.ts';
import { findAddress, placeKey } from '../../addresses/entity.ts';
import { authorize, mutator, Refusal, type Tx } from '../../tx.ts';
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

const setVotingUnit = mutator(votingUnitInput, async (tx, { id, ...given }) => {
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

type Input = z.output<typeof weightsInput>;
export type WeightsOutcome = {
  /** Lines that name a unit. */
  units: number;
  changed: number;
  /** All units after the import. */
  sum: number;
  problems: { line: number; message: string }[];
  warning: string | null;
};

/** Sets the weights of the units that the lines name, all or none. Throws Refusal('invalid') about the first problem, unless it is
 * a dry run. */
export const importWeights = async (tx: Tx, { lines, total, dry_run }: Input): Promise<WeightsOutcome> => {
  authorize(canManage(tx.actor));
  const { hoa_id } = tx.actor;
  const [addresses, votes] = await Promise.all([
    tx.list('address', 'hoa_id', hoa_id),
    tx.list('votingUnit', 'hoa_id', hoa_id),
    tx.list('account', 'hoa_id', hoa_id),
    tx.list('user', 'hoa_id', hoa_id),
  ]);
  const idByPlace = new Map(addresses.map(({ id, street, unit_number }) => [placeKey(street, unit_number), id]));
  const before = new Map(votes.map(({ id, weight }) => [id, weight]));
  const problems: WeightsOutcome['problems'] = [];
  const given = new Map<string, number>();
  for (const { line, street, unit, weight } of lines) {
    const id = idByPlace.get(placeKey(street, unit));
    const message = problemOf(id, weight, given);
    if (message) problems.push({ line, message });
    else given.set(id!, Number(weight));
  }
  const [first] = problems;
  if (first && !dry_run) throw new Refusal('invalid', `Line ${first.line}: ${first.message}`, problems.map(issueOf));
  const changes = [...given].filter(([id, weight]) => weight !== (before.get(id) ?? 1));
  if (!dry_run) for (const [id, weight] of changes) await setVotingUnit.run(tx, { id, weight });
  const sum = addresses.reduce((all, { id }) => all + (given.get(id) ?? before.get(id) ?? 1), 0);
  const warning = total !== null && total !== undefined && total !== sum ? differs(sum, total) : null;
  return { units: given.size, changed: changes.length, sum, problems, warning };
};

const problemOf = (id: string | undefined, weight: string, given: ReadonlyMap<string, number>): string | null => {
  if (id === undefined) return 'No unit has this address.';
  if (given.has(id)) return 'This unit is listed twice.';
  return /^\d{1,7}$/.test(weight) && Number(weight) <= WEIGHT_LIMIT
    ? null
    : 'A weight must be a whole number up to 1,000,000.';
};

const issueOf = ({ line, message }: WeightsOutcome['problems'][number]) => ({ path: `lines.${line}`, msg: message });

const differs = (sum: number, total: number): string => `The weights add up to ${grouped(sum)}, not ${grouped(total)}.`;
const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
