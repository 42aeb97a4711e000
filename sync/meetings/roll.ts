import { type Director, type NamedDirector, OFFICES, type Owner } from '../../schema/meetings.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Address } from '../../schema/tables/addresses.ts';
import type { Meeting } from '../../schema/tables/meetings.ts';
import type { User } from '../../schema/tables/users.ts';
import type { RollUnit, VotingUnit } from '../../schema/tables/voters.ts';
import { list as addressList } from '../addresses/entity.ts';
import { nameOf } from '../users/entity.ts';
import { rollId } from './books.ts';

export const NOT_ON_ROLL = 'This unit is not on the roll.';
export const LATE_REASON_MISSING = 'Please give a reason. The meeting was called to order.';

type Unit = Pick<Address, 'id' | 'street' | 'unit_number' | 'is_rented' | 'resident_ids'>;
type Person = Pick<User, 'id' | 'name' | 'email' | 'address_id' | 'status' | 'deleted_at'>;
type Held = Pick<Account, 'address_id' | 'holder_ids' | 'status'>;
type Vote = Pick<VotingUnit, 'id' | 'weight' | 'owners' | 'designated' | 'suspended' | 'non_voting'>;

/** The rows that say who owns what, and with how many votes. */
type Holdings = {
  addresses: readonly Unit[];
  users: readonly Person[];
  accounts: readonly Held[];
  votes: readonly Vote[];
};

/** A unit's row of the roll, before it belongs to a meeting. */
export type RollRow = Omit<RollUnit, 'hoa_id' | 'rev'>;

/** "12 Oak Lane, Unit 3" */
export const unitLabel = ({ street, unit_number }: Pick<Address, 'street' | 'unit_number'>): string =>
  unit_number ? `${street}, Unit ${unit_number}` : street;

/** Holders of the unit's open accounts, tenants left out; without any, the residents of a unit that is not rented. */
export const ownersByDefault = (
  unit: Unit,
  accounts: readonly Held[],
  personOf: (id: string) => Person | undefined,
): Owner[] => {
  const people = (ids: readonly string[]) =>
    [...new Set(ids)].flatMap((id) => personOf(id) ?? []).filter(({ deleted_at }) => !deleted_at);
  const holders = people(
    accounts.flatMap(({ address_id, status, holder_ids }) =>
      address_id === unit.id && status === 'open' ? holder_ids : [],
    ),
  ).filter(({ address_id }) => !unit.is_rented || address_id !== unit.id);
  const owners = holders.length > 0 || unit.is_rented ? holders : people(unit.resident_ids);
  return owners.map((user) => ({ name: nameOf(user), user_id: user.id }));
};

/** Ids of the users who may vote for a unit. */
export const votersOf = (owners: readonly Owner[], designated: Owner | null): string[] =>
  [...new Set([...owners, ...(designated ? [designated] : [])].flatMap(({ user_id }) => user_id ?? []))].sort();

/** True if its vote is suspended on a calendar date. */
const isSuspended = ({ suspended }: Pick<Vote, 'suspended'>, day: string): boolean =>
  suspended !== null && suspended.from <= day && (suspended.to === null || day <= suspended.to);

/** A unit of the HOA as the next roll would have it. */
export type VotingRow = ReturnType<typeof votingRows>[number];

/** Every unit of the HOA with its vote, in the order of the addresses. `day` is a calendar date. */
export const votingRows = ({ addresses, users, accounts, votes }: Holdings, day: string) => {
  const personOf = indexed(users);
  const voteOf = indexed(votes);
  const accountsOf = Map.groupBy(accounts, ({ address_id }) => address_id);
  return addressList.rows(addresses, {}).map((unit) => {
    const vote = voteOf(unit.id);
    const owners = vote?.owners ?? ownersByDefault(unit, accountsOf.get(unit.id) ?? [], personOf);
    const designated = vote?.designated ?? null;
    return {
      address_id: unit.id,
      label: unitLabel(unit),
      weight: vote?.weight ?? 1,
      owners,
      designated,
      suspended: vote !== undefined && isSuspended(vote, day),
      non_voting: vote?.non_voting ?? false,
      voter_ids: votersOf(owners, designated),
    };
  });
};

/** The roll of a member meeting on a calendar date. */
export const rollOfUnits = ({ id, rules }: Pick<Meeting, 'id' | 'rules'>, holdings: Holdings, day: string): RollRow[] =>
  votingRows(holdings, day).map(({ suspended, ...row }, position) => ({
    ...row,
    ...ON_ROLL,
    id: rollId(id, row.address_id),
    meeting_id: id,
    user_id: null,
    position,
    office: null,
    suspended: suspended && (rules?.suspension.enabled ?? false),
  }));

/** A unit of a frozen roll whose home was sold since, with those who own it now. */
export type SoldUnit = { unit: RollUnit; owners: Owner[]; designated: Owner | null };

/** Units of the roll whose accounts changed hands from `day` on, a calendar date, and whose owners are others now. */
export const soldSince = (
  roll: readonly RollUnit[],
  holdings: Omit<Holdings, 'accounts'> & { accounts: readonly Sold[] },
  day: string,
): SoldUnit[] => {
  const changed = new Set(
    holdings.accounts.flatMap(({ address_id, opened_on, closed_on }) =>
      address_id && (opened_on >= day || (closed_on ?? '') >= day) ? address_id : [],
    ),
  );
  if (changed.size === 0) return [];
  const rowOf = new Map(votingRows(holdings, day).map((row) => [row.address_id, row]));
  return roll.flatMap((unit) => {
    const now = unit.address_id && changed.has(unit.address_id) ? rowOf.get(unit.address_id) : undefined;
    if (!now || unit.removed_at || now.owners.length === 0 || namesOf(now) === namesOf(unit)) return [];
    const { owners, designated } = now;
    return { unit, owners, designated: owners.some(({ name }) => name === designated?.name) ? designated : null };
  });
};

type Sold = Held & Pick<Account, 'opened_on' | 'closed_on'>;
const namesOf = ({ owners }: { owners: readonly Owner[] }) => JSON.stringify(owners.map(({ name }) => name).sort());

const ON_ROLL = { removed_at: null, changes: null };

/** The roll of a board meeting: its directors, one vote each, by office and name. `named` have no account. */
export const rollOfDirectors = (
  { id }: Pick<Meeting, 'id'>,
  directors: readonly Director[],
  users: readonly Person[],
  named: readonly NamedDirector[] = [],
): RollRow[] => {
  const personOf = indexed(users);
  const withAccount = directors.flatMap(({ user_id, office }) => {
    const user = personOf(user_id);
    return user ? [{ id: user.id, user_id: user.id, office, name: nameOf(user) }] : [];
  });
  const listed = [...withAccount, ...named.map((director) => ({ ...director, user_id: null }))];
  const rank = ({ office }: (typeof listed)[number]) => OFFICES.indexOf(office);
  listed.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  return listed.map(({ id: director_id, user_id, office, name }, position) => ({
    ...ON_ROLL,
    id: rollId(id, director_id),
    meeting_id: id,
    address_id: null,
    user_id,
    position,
    label: name,
    weight: 1,
    owners: [{ name, user_id }],
    designated: null,
    office,
    suspended: false,
    non_voting: false,
    voter_ids: user_id ? [user_id] : [],
  }));
};

const indexed = <Row extends { id: string }>(rows: readonly Row[]) => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id: string): Row | undefined => byId.get(id);
};
