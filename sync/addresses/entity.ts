import type * as z from 'zod/mini';
import type { addressUpdate } from '../../schema/addresses.ts';
import type { Address } from '../../schema/tables/addresses.ts';
import type { Descriptors } from '../entity.ts';
import { asciiLower, defineList, type Tally } from '../list.ts';
import { can } from '../roles.ts';
import { type Actor, find, type Tx } from '../tx.ts';
import { conflictsIn, versionOf } from '../versions.ts';

export const ADDRESS_NOT_FOUND = 'Address not found';
export const ADDRESS_TAKEN = 'An address with this street and unit already exists';

export const canManage = (actor: Pick<Actor, 'role'>) => can(actor.role, 'addresses.manage');

export const residency = ({ resident_ids, is_rented }: Pick<Address, 'resident_ids' | 'is_rented'>) => {
  if (resident_ids.length === 0) return 'Vacant';
  return is_rented ? 'Renter' : 'Owner';
};

export type AddressQuery = {
  search?: string;
  /** 'address', or '-address' for the other way. */
  sort?: string;
};
type Listed = Pick<Address, 'id' | 'street' | 'unit_number'>;

export const list = defineList<Listed, AddressQuery>({
  searchText: ({ street, unit_number }) => `${street} ${unit_number ?? ''}`,
  filters: () => ({}),
  order: ({ sort }) => {
    const descending = sort === '-address';
    return [
      { column: 'street', natural: true, descending },
      { column: 'unit_number', natural: true, descending },
      { column: 'id', descending },
    ];
  },
});

const noFigures = { totalAddresses: 0, occupied: 0 };

export const figures: Tally<Pick<Address, 'resident_ids'>, typeof noFigures> = {
  zero: () => ({ ...noFigures }),
  add: (totals, { resident_ids }, times) => {
    totals.totalAddresses += times;
    if (resident_ids.length > 0) totals.occupied += times;
  },
};

/** Matches the unique index of addresses: ASCII case and outer spaces do not count. */
export const placeKey = (street: string, unit_number: string | null | undefined): string =>
  asciiLower(`${street.trim()}\u0000${unit_number?.trim() ?? ''}`);

type Update = Partial<z.output<typeof addressUpdate>>;

/** The fields that differ from what the author of the update read. */
export const changesOf = ({ base, ...fields }: Update): Partial<Address> =>
  Object.fromEntries(Object.entries(fields).filter(([field, value]) => base?.[field] !== versionOf(value)));

export const conflictsOf = (address: Address, update: Update): string[] =>
  conflictsIn(address, { notes: changesOf(update).notes }, update.base);

/** Throws Refusal('not_found'). The caller sets the address on the user's row. */
export const addResident = async (tx: Tx, address_id: string, user_id: string): Promise<void> => {
  const address = await findAddress(tx, address_id);
  const resident_ids = [...address.resident_ids.filter((id) => id !== user_id), user_id];
  await tx.put('address', { ...address, resident_ids });
};

export const removeResident = async (tx: Tx, address_id: string, user_id: string): Promise<void> => {
  const address = await tx.get('address', address_id);
  if (!address) return;
  await tx.put('address', { ...address, resident_ids: address.resident_ids.filter((id) => id !== user_id) });
};

export const findAddress = (tx: Tx, id: string) => find(tx, 'address', id, ADDRESS_NOT_FOUND);

export const entities = {
  address: {
    audiences: [{ audience: 'board' }, { namedIn: 'resident_ids' }],
    view: (address, viewer) =>
      canManage(viewer) ? address : { ...address, notes: null, resident_ids: [viewer.id], edits: undefined },
    list,
    load: 'first',
    conflicts: { updateAddress: conflictsOf },
  },
} satisfies Descriptors;
