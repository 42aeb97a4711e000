import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { type Address, addressUpdate } from '../../schema/addresses.ts';
import { FieldConflict } from '../forms/conflict.tsx';
import { useRows, useSync } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { AddressDialog, type AddressValues, PropertyFields } from './form.tsx';
import { drafts } from './outbox.ts';

const resolver = zodResolver(addressUpdate.omit({ id: true })) as unknown as Resolver<AddressValues>;
const LABELS = { submit: 'Save', busy: 'Saving...', done: 'updated', failed: 'Failed to update address' };

type Props = { open: boolean; onClose: () => void; onSaved: (text: string) => void };

const EditDialog = ({ id, ...props }: Props & { id: string }) => {
  const address = useRows('address').get(id);
  return address ? <EditForm {...props} address={address} /> : <MissingAddress {...props} />;
};

export default EditDialog;

const EditForm = ({ address, ...props }: Props & { address: Address }) => {
  return (
    <AddressDialog
      {...props}
      id={address.id}
      title="Edit Address"
      draft={drafts.edit(address.id)}
      initial={valuesOf(address)}
      address={address}
      resolver={resolver}
      mutation="updateAddress"
      words={LABELS}
      more={(form, edit) => (
        <>
          <PropertyFields form={form} />
          <FieldConflict row={address} fields={NOTES_FIELDS} edit={edit} />
        </>
      )}
    />
  );
};

const NOTES_FIELDS = ['notes'];

const valuesOf = ({ street, unit_number, is_rented, notes }: Address): AddressValues => ({
  street,
  unit_number: unit_number ?? '',
  is_rented,
  notes: notes ?? '',
});

const MissingAddress = ({ open, onClose }: Props) => {
  const ready = useSync().phase === 'ready';
  return (
    <Dialog open={open} onClose={onClose} title="Edit Address">
      {ready ? <Alert tone="error">This address is no longer there.</Alert> : <p>Loading...</p>}
    </Dialog>
  );
};
