import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useMemo, useState } from 'react';
import { Controller, type Resolver, type UseFormReturn } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { inviteInput, NO_ADDRESS, type Role, type User } from '../../schema/users.ts';
import { list } from '../../sync/addresses.ts';
import { grantable, nameOf } from '../../sync/users.ts';
import { messageOf } from '../api.ts';
import { useRecordForm } from '../forms/record-form.ts';
import { useUser } from '../session.ts';
import { save, useOnline, useRows } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DraftNote } from '../ui/draft.tsx';
import { Field } from '../ui/field.tsx';
import { formatAddress, formatLabel } from '../ui/format.ts';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { drafts } from './outbox.ts';

type Invitation = { email: string; role: Role; address_id: string; phone: string };

const EMPTY_INVITATION: Invitation = { email: '', role: 'resident', address_id: NO_ADDRESS, phone: '' };
/** Keeps the values as typed: the mutator normalizes them. */
const resolver = zodResolver(inviteInput.omit({ id: true }), undefined, {
  raw: true,
}) as unknown as Resolver<Invitation>;

const InviteDialog = ({ open, onClose, person }: { open: boolean; onClose: () => void; person: User | null }) => {
  const empty = useMemo(() => (person ? invitationOf(person) : EMPTY_INVITATION), [person]);
  const [sent, setSent] = useState(false);
  const [failure, setFailure] = useState('');
  const { form, kept, discard, finish } = useRecordForm(drafts.invite(person?.id), empty, resolver);
  const online = useOnline();
  const id = useId();
  const busy = form.formState.isSubmitting;
  const clear = () => setFailure('');
  const send = form.handleSubmit(async (values) => {
    clear();
    await save('inviteUser', { ...values, id: uuidv7() }).then(
      () => {
        finish();
        setSent(true);
        onClose();
      },
      (error) => setFailure(messageOf(error, 'Failed to invite user')),
    );
  }, clear);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Invite User"
      subtitle={person ? `${nameOf(person)} gets a new invitation.` : SUBTITLE}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {busy ? 'Sending...' : 'Send Invite'}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="grid gap-4.5 pt-1" onSubmit={send}>
        {failure && (
          <Alert tone="error" onClose={() => setFailure('')}>
            {failure}
          </Alert>
        )}
        <InviteFields form={form} />
        {!online && <Alert tone="info">You are offline. The invitation will be sent when you are back online.</Alert>}
        {!sent && <DraftNote kept={kept} onDiscard={discard} />}
      </form>
    </Dialog>
  );
};

export default InviteDialog;

const SUBTITLE = 'They get an email with a link to activate their account.';

const invitationOf = ({ email, role, address_id, phone }: User): Invitation => ({
  email,
  role,
  address_id: address_id ?? NO_ADDRESS,
  phone: phone ?? '',
});

type Form = UseFormReturn<Invitation>;

const InviteFields = ({ form }: { form: Form }) => {
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
      ...list.rows(addresses.all, {}).map((address) => ({ value: address.id, label: formatAddress(address) })),
    ],
    [addresses],
  );
};
