import { type FormEvent, useMemo, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { useLocation } from 'wouter';
import { save, useRows } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatAddress } from '../../ui/format.ts';
import { PeoplePicker } from '../../ui/people-picker.tsx';
import { useCandidates } from './holders-dialog.tsx';

type Props = { open: boolean; onClose: () => void };

/** An account before anybody is billed on it, such as one that a couple holds from the start. */
const OpenAccount = ({ open, onClose }: Props) => (
  <Dialog open={open} onClose={onClose} title="Open Account" subtitle="Its holders see it, and any of them can pay it.">
    <OpenForm key={String(open)} onClose={onClose} />
  </Dialog>
);

export default OpenAccount;

const OpenForm = ({ onClose }: Pick<Props, 'onClose'>) => {
  const [, navigate] = useLocation();
  const [address_id, setAddress] = useState<string | null>(null);
  const [holder_ids, setHolders] = useState<string[]>([]);
  const addresses = useRows('address').all;
  const homes = useMemo(() => addresses.map((one) => ({ id: one.id, label: formatAddress(one) })), [addresses]);
  const { submit, busy, failure, dismiss } = useSubmit('The account could not be opened. Please try again.');
  const press = async (event: FormEvent) => {
    event.preventDefault();
    const id = `a-${uuidv7()}`;
    if (!(await submit(() => save('openAccount', { id, address_id, holder_ids })))) return;
    onClose();
    navigate(paths.account(id));
  };
  return (
    <form noValidate onSubmit={press} className="grid gap-4.5 py-1">
      <Field label="Home" hint="Leave it empty for somebody without one.">
        <Combobox choices={homes} value={address_id} onChange={setAddress} placeholder="Street or unit" />
      </Field>
      <Field label="Holders" required hint="Invoices are addressed to the first.">
        <PeoplePicker people={useCandidates([])} values={holder_ids} onChange={setHolders} />
      </Field>
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Open Account
        </Button>
      </div>
    </form>
  );
};
