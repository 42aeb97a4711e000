import type { BulkRow } from '../../schema/bulk.ts';
import type { Address } from '../../schema/tables/addresses.ts';
import type { User } from '../../schema/tables/users.ts';
import { placeKey } from '../addresses/entity.ts';
import { putNewAddress } from '../addresses/rules.ts';
import { chunksOf, MAILS_PER_CALL } from '../chunks.ts';
import { followRulesEffect } from '../dues/rules.ts';
import { authorize, Refusal, type Tx } from '../tx.ts';
import { canManage, grantableRoles, hasActivated } from './entity.ts';
import { activeLast, invitationEffect, newUser } from './rules.ts';

type NewPerson = BulkRow & { id: string; address_id: string };
export type BulkSummary = { usersCreated: number; addressesCreated: number; usersReactivated: number };

/** Adds all people and their addresses or none, and reactivates deleted or inactive users. Throws Refusal('invalid')
 * with path 'duplicate_data' or 'business_logic'. */
export const addUsers = async (tx: Tx, rows: readonly NewPerson[]): Promise<BulkSummary> => {
  authorize(canManage(tx.actor));
  const { hoa_id } = tx.actor;
  const [users, addresses] = await Promise.all([
    tx.list('user', 'hoa_id', hoa_id),
    tx.list('address', 'hoa_id', hoa_id),
  ]);
  const byEmail = new Map([...users].sort(activeLast).map((user) => [user.email, user]));
  refuseTaken(rows, byEmail);
  refuseSuperadmins(tx, rows, byEmail);
  const assignments = new AddressAssignments(addresses);
  const people = rows.map((row) => userOf(tx, row, byEmail.get(row.resident_email), assignments));
  await assignments.put(tx);
  await Promise.all(people.map((user) => tx.put('user', user)));
  invite(tx, people);
  if (people.some(({ status }) => status === 'active')) tx.after(followRulesEffect(tx));
  const usersReactivated = people.filter(({ email }) => byEmail.has(email)).length;
  return { usersCreated: rows.length - usersReactivated, addressesCreated: assignments.created, usersReactivated };
};

const refuseTaken = (rows: readonly NewPerson[], known: ReadonlyMap<string, User>): void => {
  const emails = rows.map((row) => row.resident_email);
  const inUse = emails.filter((email) => isInUse(known.get(email)));
  if (inUse.length > 0) throw bulkRefusal('duplicate_data', takenMessage(inUse));
};

const isInUse = (user: User | undefined) => user !== undefined && !user.deleted_at && user.status !== 'inactive';

const MAX_NAMED = 5;
const takenMessage = (emails: readonly string[]) => {
  const others = emails.length > MAX_NAMED ? ` and ${emails.length - MAX_NAMED} more` : '';
  return `A user with this email already exists: ${emails.slice(0, MAX_NAMED).join(', ')}${others}`;
};

const refuseSuperadmins = (tx: Tx, rows: readonly NewPerson[], known: ReadonlyMap<string, User>): void => {
  const roles = grantableRoles(tx.actor);
  const one = rows.find((row) => !roles.includes(known.get(row.resident_email)?.role ?? row.role));
  if (one) throw bulkRefusal('business_logic', `Only a superadmin can reactivate ${one.resident_email}`);
};

export const bulkRefusal = (path: 'business_logic' | 'duplicate_data' | 'bulk_operation', msg: string) =>
  new Refusal('invalid', msg, [{ path, msg }]);

const userOf = (tx: Tx, row: NewPerson, known: User | undefined, assignments: AddressAssignments) => {
  const base = known ? { ...known, ...reactivated(known) } : { ...newUser(tx, row.id), email: row.resident_email };
  const address_id = assignments.move(base, row);
  return { ...base, name: row.resident_name, role: row.role, phone: row.phone, address_id };
};

const reactivated = (user: User) => ({
  status: hasActivated(user) ? ('active' as const) : ('invited' as const),
  deleted_at: null,
  epoch: user.epoch + 1,
});

const invite = (tx: Tx, people: readonly Pick<User, 'id' | 'status'>[]): void => {
  const ids = people.filter(({ status }) => status === 'invited').map(({ id }) => id);
  for (const chunk of chunksOf(ids, MAILS_PER_CALL)) tx.after(invitationEffect(tx, chunk));
};

type NewAddress = Pick<Address, 'id' | 'street' | 'unit_number' | 'is_rented' | 'resident_ids'>;

class AddressAssignments {
  readonly #known: Map<string, Address>;
  readonly #byPlace: Map<string, string>;
  readonly #new = new Map<string, NewAddress>();
  readonly #changed = new Set<string>();

  constructor(addresses: readonly Address[]) {
    this.#known = new Map(addresses.map((address) => [address.id, { ...address }]));
    this.#byPlace = new Map(addresses.map(({ id, street, unit_number }) => [placeKey(street, unit_number), id]));
  }

  get created(): number {
    return this.#new.size;
  }

  move(user: Pick<User, 'id' | 'address_id'>, row: NewPerson): string | null {
    if (row.street === null) return user.address_id;
    const id = this.#byPlace.get(placeKey(row.street, row.unit)) ?? this.#create(row, row.street);
    if (user.address_id) this.#updateResidents(user.address_id, (ids) => ids.filter((one) => one !== user.id));
    this.#updateResidents(id, (ids) => [...ids, user.id]);
    return id;
  }

  async put(tx: Tx): Promise<void> {
    const changed = [...this.#changed].map((id) => this.#known.get(id)!);
    await Promise.all([
      ...[...this.#new.values()].map((address) => putNewAddress(tx, address)),
      ...changed.map((address) => tx.put('address', address)),
    ]);
  }

  #create({ address_id, unit, is_rented }: NewPerson, street: string): string {
    this.#byPlace.set(placeKey(street, unit), address_id);
    const address = { id: address_id, street, unit_number: unit, is_rented: is_rented ?? false, resident_ids: [] };
    this.#new.set(address_id, address);
    return address_id;
  }

  #updateResidents(id: string, change: (ids: string[]) => string[]): void {
    const address = this.#new.get(id) ?? this.#known.get(id);
    if (!address) return;
    address.resident_ids = change(address.resident_ids);
    if (this.#known.has(id)) this.#changed.add(id);
  }
}
