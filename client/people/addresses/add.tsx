import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { addressInput } from '../../../schema/addresses.ts';
import { save } from '../../device/store.ts';
import { useRecordForm } from '../../forms/record-form.ts';
import { AddressDialog, type AddressValues, type DialogProps, StreetFields } from './form.tsx';
import { drafts } from './outbox.ts';

const EMPTY_ADDRESS: AddressValues = { street: '', unit_number: '', is_rented: false, notes: '' };
const resolver = zodResolver(z.omit(addressInput, { id: true })) as unknown as Resolver<AddressValues>;
const LABELS = {
  title: 'Add Address',
  submit: 'Add Address',
  busy: 'Adding…',
  done: 'created',
  failed: 'Failed to create address',
};

const AddDialog = (props: DialogProps) => {
  const [id] = useState(() => uuidv7());
  const record = useRecordForm(drafts.create(), EMPTY_ADDRESS, resolver);
  return (
    <AddressDialog
      {...props}
      labels={LABELS}
      record={record}
      onSave={(values) => save('createAddress', { ...values, id })}
    >
      <StreetFields form={record.form} />
    </AddressDialog>
  );
};

export default AddDialog;
