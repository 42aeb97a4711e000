import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { type Address, addressUpdate } from '../../schema/addresses.ts';
import { FieldConflict } from '../forms/conflict.tsx';
import { drafts } from '../paths.ts';
import { useRows, useSync } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { AddressDialog, type AddressDraft, PropertyFields } from './form.tsx';

const resolver = zodResolver(addressUpdate.omit({ id: true })) as unknown as Resolver<AddressDraft>;
const WORDS = { submit: 'Save', busy: 'Saving...', done: 'updated', failed: 'Failed to update address' };

type Props = { open: boolean; onClose: () => void; onSaved: (text: string) => void };

/** The Edit Address dialog: all four fields. */
const EditDialog = ({ id, ...props }: Props & { id: string }) => {
  const address = useRows('address').get(id);
  return address ? <Edit {...props} address={address} /> : <Absent {...props} />;
};

export default EditDialog;

const Edit = ({ address, ...props }: Props & { address: Address }) => {
  return (
    <AddressDialog
      {...props}
      id={address.id}
      title="Edit Address"
      draft={drafts.addressEdit(address.id)}
      initial={draftOf(address)}
      address={address}
      resolver={resolver}
      mutation="updateAddress"
      words={WORDS}
      more={(form, edit) => (
        <>
          <PropertyFields form={form} />
          <FieldConflict row={address} fields={NOTES} edit={edit} />
        </>
      )}
    />
  );
};

const NOTES = ['notes'];

const draftOf = ({ street, unit_number, is_rented, notes }: Address): AddressDraft => ({
  street,
  unit_number: unit_number ?? '',
  is_rented,
  notes: notes ?? '',
});

const Absent = ({ open, onClose }: Props) => {
  const ready = useSync().phase === 'ready';
  return (
    <Dialog open={open} onClose={onClose} title="Edit Address">
      {ready ? <Alert tone="error">This address is no longer there.</Alert> : <p>Loading...</p>}
    </Dialog>
  );
};
