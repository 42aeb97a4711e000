import { useMemo } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { NO_ADDRESS } from '../../schema/users.ts';
import { list } from '../../sync/addresses.ts';
import { grantable } from '../../sync/users.ts';
import { useUser } from '../session.ts';
import { useRows } from '../store.ts';
import { Field } from '../ui/field.tsx';
import { formatAddress, formatLabel } from '../ui/format.ts';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import type { Invitation } from './invite.tsx';

type Form = UseFormReturn<Invitation>;

/** Whom to invite, as what, and where they live. */
export const InviteFields = ({ form }: { form: Form }) => {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Email" required error={errors.email?.message}>
        <Input {...form.register('email')} type="email" autoComplete="off" placeholder="name@example.com" />
      </Field>
      <RoleField form={form} />
      <AddressField form={form} />
      <Field label="Phone" error={errors.phone?.message}>
        <Input {...form.register('phone')} type="tel" autoComplete="off" />
      </Field>
    </>
  );
};

const RoleField = ({ form }: { form: Form }) => {
  const options = grantable(useUser()).map((value) => ({ value, label: formatLabel(value) }));
  return (
    <Field label="Role" required error={form.formState.errors.role?.message}>
      <Controller
        control={form.control}
        name="role"
        render={({ field: { ref, value, onChange } }) => (
          <Select ref={ref} value={value} onChange={onChange} options={options} />
        )}
      />
    </Field>
  );
};

const AddressField = ({ form }: { form: Form }) => {
  const options = useAddressOptions();
  return (
    <Field label="Address" error={form.formState.errors.address_id?.message}>
      <Controller
        control={form.control}
        name="address_id"
        render={({ field: { ref, value, onChange } }) => (
          <Select ref={ref} value={value} onChange={onChange} options={options} />
        )}
      />
    </Field>
  );
};

const useAddressOptions = () => {
  const addresses = useRows('address');
  return useMemo(
    () => [
      { value: NO_ADDRESS, label: 'No address' },
      ...list(addresses.all, {}).map((address) => ({ value: address.id, label: formatAddress(address) })),
    ],
    [addresses],
  );
};
