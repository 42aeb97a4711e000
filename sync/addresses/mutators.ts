import { addressDeletion, addressInput, addressUpdate } from '../../schema/addresses.ts';
import type { Address } from '../../schema/tables/addresses.ts';
import { recordEdits, refuseConflicts } from '../edits.ts';
import { assertNew, authorize, mutator, Refusal, type Tx } from '../tx.ts';
import { ADDRESS_TAKEN, canManage, changesOf, conflictsOf, findAddress, placeKey } from './entity.ts';
import { putNewAddress } from './rules.ts';

const createAddress = mutator(addressInput, async (tx, args) => {
  authorize(canManage(tx.actor));
  assertNew(await tx.get('address', args.id));
  await refuseTaken(tx, args);
  await putNewAddress(tx, { ...args, is_rented: false });
});

const updateAddress = mutator(addressUpdate, async (tx, args) => {
  authorize(canManage(tx.actor));
  const address = await findAddress(tx, args.id);
  refuseConflicts(tx, address, conflictsOf(address, args));
  const changes = changesOf(args);
  const next = { ...address, ...changes };
  await refuseTaken(tx, next);
  await tx.put('address', { ...next, edits: recordEdits(tx, address, { notes: changes.notes }) });
});

const deleteAddress = mutator(addressDeletion, async (tx, { id }) => {
  authorize(canManage(tx.actor));
  const address = await findAddress(tx, id);
  if (address.resident_ids.length > 0)
    throw new Refusal('conflict', 'This address has residents. Unassign them before deleting it.');
  const records = [await tx.list('request', 'address_id', id), await tx.list('violation', 'address_id', id)];
  const accounts = await tx.list('account', 'address_id', id);
  if (records.flat().length > 0)
    throw new Refusal('conflict', 'Requests or violations use this address, so it can’t be deleted.');
  if (accounts.length > 0) throw new Refusal('conflict', 'This home has an account, so it can’t be deleted.');
  await tx.delete('address', id);
});

const refuseTaken = async (tx: Tx, { id, street, unit_number }: Pick<Address, 'id' | 'street' | 'unit_number'>) => {
  const key = placeKey(street, unit_number);
  const others = (await tx.list('address', 'hoa_id', tx.actor.hoa_id)).filter((address) => address.id !== id);
  if (others.some((address) => placeKey(address.street, address.unit_number) === key))
    throw new Refusal('conflict', ADDRESS_TAKEN);
};

export const mutators = { createAddress, updateAddress, deleteAddress };
