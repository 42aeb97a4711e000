import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { addressUpdate } from '../../../schema/addresses.ts';
import type { Address } from '../../../schema/tables/addresses.ts';
import { conflictsOf } from '../../../sync/addresses/entity.ts';
import { versionsOf } from '../../../sync/versions.ts';
import { RecordActivity } from '../../account/activity/of-record.tsx';
import { save, useRows, useSync } from '../../device/store.ts';
import { FieldConflict } from '../../forms/conflict.tsx';
import { type ConflictCheck, useRecordForm } from '../../forms/record-form.ts';
import { Alert } from '../../ui/alert.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AddressDialog, type AddressValues, type DialogProps, PropertyFields, StreetFields } from './form.tsx';
import { drafts } from './outbox.ts';

const resolver = zodResolver(z.omit(addressUpdate, { id: true })) as unknown as Resolver<AddressValues>;
const LABELS = {
  title: 'Edit Address',
  submit: 'Save',
  busy: 'Saving…',
  done: 'updated',
  failed: 'Failed to update address',
};

const EditDialog = ({ id, ...props }: DialogProps & { id: string }) => {
  const address = useRows('address').get(id);
  return address ? <EditForm {...props} address={address} /> : <MissingAddress {...props} />;
};

export default EditDialog;

const EditForm = ({ address, ...props }: DialogProps & { address: Address }) => {
  const record = useRecordForm(drafts.edit(address.id), valuesOf(address), resolver, checkOf(address));
  const update = (values: AddressValues) =>
    save('updateAddress', { ...values, id: address.id, base: record.changes(values).base });
  return (
    <AddressDialog {...props} labels={LABELS} record={record} onSave={update}>
      <StreetFields form={record.form} />
      <PropertyFields form={record.form} />
      <FieldConflict row={address} fields={NOTES} edit={record} />
      <RecordActivity id={address.id} />
    </AddressDialog>
  );
};

const NOTES = ['notes'];
const FIELDS = ['street', 'unit_number', 'is_rented', 'notes'];

const checkOf = (address: Address): ConflictCheck<AddressValues> => ({
  versions: versionsOf(address, FIELDS),
  conflicts: (update) => conflictsOf(address, update),
});

const valuesOf = ({ street, unit_number, is_rented, notes }: Address): AddressValues => ({
  street,
  unit_number: unit_number ?? '',
  is_rented,
  notes: notes ?? '',
});

const MissingAddress = ({ open, onClose }: DialogProps) => {
  const ready = useSync().phase === 'ready';
  return (
    <Dialog open={open} onClose={onClose} title="Edit Address">
      {ready ? <Alert tone="error">This address no longer exists.</Alert> : <p>Loading...</p>}
    </Dialog>
  );
};
