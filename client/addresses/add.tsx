import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { addressInput } from '../../schema/addresses.ts';
import type { AddressValues } from './form.tsx';
import { AddressDialog } from './form.tsx';
import { drafts } from './outbox.ts';

const EMPTY_ADDRESS: AddressValues = { street: '', unit_number: '', is_rented: false, notes: '' };
const resolver = zodResolver(addressInput.omit({ id: true })) as unknown as Resolver<AddressValues>;
const LABELS = { submit: 'Add Address', busy: 'Adding...', done: 'created', failed: 'Failed to create address' };

const AddDialog = (props: { open: boolean; onClose: () => void; onSaved: (text: string) => void }) => {
  const [id] = useState(() => uuidv7());
  return (
    <AddressDialog
      {...props}
      id={id}
      title="Add Address"
      draft={drafts.create()}
      initial={EMPTY_ADDRESS}
      resolver={resolver}
      mutation="createAddress"
      words={LABELS}
    />
  );
};

export default AddDialog;
