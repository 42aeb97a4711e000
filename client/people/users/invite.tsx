import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useMemo } from 'react';
import type { Resolver, UseFormReturn } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import type { User } from '../../../schema/tables/users.ts';
import { inviteInput } from '../../../schema/user-inputs.ts';
import { NO_ADDRESS, type Role } from '../../../schema/users.ts';
import { grantableRoles, nameOf } from '../../../sync/users/entity.ts';
import { useUser } from '../../device/session.ts';
import { save, useOnline, useRows } from '../../device/store.ts';
import { DialogActions, PlainForm } from '../../forms/actions.tsx';
import { ComboboxField } from '../../forms/combobox-field.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { SelectField, TextField } from '../../forms/fields.tsx';
import { useRecordForm } from '../../forms/record-form.ts';
import { useSubmit } from '../../forms/submit.ts';
import { optionsOf } from '../../screens/filter-bar.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DraftNote } from '../../ui/draft.tsx';
import { formatAddress } from '../../ui/format.ts';
import { drafts } from './outbox.ts';

type Invitation = { email: string; role: Role; address_id: string; phone: string };

const EMPTY_INVITATION: Invitation = { email: '', role: 'resident', address_id: NO_ADDRESS, phone: '' };
/** Keeps the values as typed: the mutator normalizes them. */
const resolver = zodResolver(z.omit(inviteInput, { id: true }), undefined, {
  raw: true,
}) as unknown as Resolver<Invitation>;

const InviteDialog = ({ open, onClose, person }: { open: boolean; onClose: () => void; person: User | null }) => {
  const initial = useMemo(() => (person ? invitationOf(person) : EMPTY_INVITATION), [person]);
  const { form, kept, discard, finish } = useRecordForm(drafts.invite(person?.id), initial, resolver);
  const { submit, done, failure, dismiss } = useSubmit('Failed to invite user');
  const online = useOnline();
  const id = useId();
  const busy = form.formState.isSubmitting;
  const send = form.handleSubmit(async (values) => {
    if (!(await submit(() => save('inviteUser', { ...values, id: uuidv7() })))) return;
    finish();
    onClose();
  }, dismiss);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Invite User"
      subtitle={
        person ? `${nameOf(person)} gets a new invitation.` : 'They get an email with a link to activate their account.'
      }
      footer={<DialogActions form={id} onCancel={onClose} submit={busy ? 'Sending…' : 'Send Invite'} busy={busy} />}
    >
      <PlainForm id={id} onSubmit={send}>
        <ErrorAlert message={failure} onClose={dismiss} />
        <InviteFields form={form} />
        {!online && <Alert tone="info">You are offline. The invitation will be sent when you are back online.</Alert>}
        {!done && <DraftNote kept={kept} onDiscard={discard} />}
      </PlainForm>
    </Dialog>
  );
};

export default InviteDialog;

const invitationOf = ({ email, role, address_id, phone }: User): Invitation => ({
  email,
  role,
  address_id: address_id ?? NO_ADDRESS,
  phone: phone ?? '',
});

const InviteFields = ({ form }: { form: UseFormReturn<Invitation> }) => (
  <>
    <TextField
      form={form}
      name="email"
      label="Email"
      required
      type="email"
      autoComplete="off"
      placeholder="name@example.com"
    />
    <SelectField form={form} name="role" label="Role" required options={optionsOf(grantableRoles(useUser()))} />
    <ComboboxField
      form={form}
      name="address_id"
      label="Address"
      choices={useAddressChoices()}
      none="No addresses found"
      placeholder="Street or unit"
    />
    <TextField form={form} name="phone" label="Phone" type="tel" autoComplete="off" />
  </>
);

const useAddressChoices = () => {
  const addresses = useRows('address');
  return useMemo(
    () => [
      { id: NO_ADDRESS, label: 'No address' },
      ...addresses.all.map((address) => ({ id: address.id, label: formatAddress(address) })),
    ],
    [addresses],
  );
};
