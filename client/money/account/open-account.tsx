import { useMemo, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { useLocation } from 'wouter';
import { save, useRows } from '../../device/store.ts';
import { PeopleField } from '../../forms/combobox-field.tsx';
import { Controlled } from '../../forms/fields.tsx';
import { SaveForm, useSaveForm } from '../../forms/save-form.tsx';
import { paths } from '../../paths.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatAddress } from '../../ui/format.ts';
import { useCandidates } from '../accounts.ts';

type Props = { open: boolean; onClose: () => void };

/** An account before anybody is billed on it, such as one that a couple holds from the start. */
const OpenAccount = ({ open, onClose }: Props) => (
  <Dialog open={open} onClose={onClose} title="Open Account" subtitle="All holders can see and pay it.">
    <OpenForm key={String(open)} onClose={onClose} />
  </Dialog>
);

export default OpenAccount;

type Values = { address_id: string | null; holder_ids: string[] };

const OpenForm = ({ onClose }: Pick<Props, 'onClose'>) => {
  const [, navigate] = useLocation();
  const [id] = useState(() => `a-${uuidv7()}`);
  const addresses = useRows('address').all;
  const homes = useMemo(() => addresses.map((one) => ({ id: one.id, label: formatAddress(one) })), [addresses]);
  const candidates = useCandidates([]);
  const edit = useSaveForm<Values>({
    values: { address_id: null, holder_ids: [] },
    write: (values) => save('openAccount', { id, ...values }),
    onSaved: () => {
      onClose();
      navigate(paths.account(id));
    },
    fallback: 'The account could not be opened. Please try again.',
  });
  const { form } = edit;
  return (
    <SaveForm edit={edit} submit="Open Account" onCancel={onClose}>
      <Controlled<Values, string | null>
        form={form}
        name="address_id"
        label="Home"
        hint="Leave blank if they have no home here."
      >
        {(control) => <Combobox {...control} choices={homes} placeholder="Street or unit" />}
      </Controlled>
      <PeopleField
        form={form}
        name="holder_ids"
        label="Holders"
        required
        hint="Invoices are addressed to the first holder."
        people={candidates}
      />
    </SaveForm>
  );
};
