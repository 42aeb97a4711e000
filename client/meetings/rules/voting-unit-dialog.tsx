import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { votingUnitInput } from '../../../schema/meeting-inputs.ts';
import type { Owner } from '../../../schema/meetings.ts';
import type { VotingRow } from '../../../sync/meetings/roll.ts';
import { Refusal } from '../../../sync/tx.ts';
import { save, useRows } from '../../device/store.ts';
import { DialogActions, PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { DateField, NumberField, SelectField, TextField } from '../../forms/fields.tsx';
import { wholeOf } from '../../forms/numbers.ts';
import { useSaveForm } from '../../forms/save-form.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { OwnersField } from '../roll/owners-field.tsx';
import { SUSPENSION_WARNING } from './rule-words.tsx';

type Values = {
  weight: string;
  own_owners: boolean;
  designated: string;
  non_voting: boolean;
  suspended: boolean;
  from: string;
  to: string;
  reason: string;
  note: string;
};

type Props = { row: VotingRow; onClose: () => void };

/** A unit's weight, owners and voting rights, as the board sets them. */
const UnitDialog = ({ row, onClose }: Props) => {
  const [owners, setOwners] = useState<Owner[]>([...row.owners]);
  const { form, save: press, busy, failure, dismiss } = useUnitForm(row, owners, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={row.label}
      subtitle="Starting with the next roll"
      footer={<DialogActions form="voting-unit" onCancel={onClose} submit="Save" busy={busy} />}
    >
      <PlainForm id="voting-unit" onSubmit={press}>
        <NumberField form={form} name="weight" label="Weight" hint="A whole number." />
        <OwnerFields form={form} row={row} owners={owners} onOwners={setOwners} />
        <Checkbox {...form.register('non_voting')} label="Without a vote" hint="For example, a unit the HOA owns." />
        <Checkbox {...form.register('suspended')} label="Vote suspended" />
        <SuspensionFields form={form} />
        <TextField form={form} name="note" label="Note" hint="Only the board sees it." />
        <ErrorAlert message={failure} onClose={dismiss} />
      </PlainForm>
    </Dialog>
  );
};

export default UnitDialog;

const FAILED = 'The voting rights could not be saved. Please try again.';

const useUnitForm = (row: VotingRow, owners: Owner[], onSaved: () => void) => {
  const stored = useRows('votingUnit').get(row.address_id);
  const suspended = stored?.suspended ?? null;
  return useSaveForm<Values>({
    values: {
      weight: String(row.weight),
      own_owners: Boolean(stored?.owners),
      designated: row.designated?.name ?? '',
      non_voting: row.non_voting,
      suspended: suspended !== null,
      from: suspended?.from ?? '',
      to: suspended?.to ?? '',
      reason: suspended?.reason ?? '',
      note: stored?.note ?? '',
    },
    write: (values) => {
      const args = argsOf(row, values, owners);
      const parsed = votingUnitInput.safeParse(args);
      if (!parsed.success) throw new Refusal('invalid', parsed.error.issues[0]?.message ?? FAILED);
      return save('setVotingUnit', args);
    },
    said: 'Voting rights saved',
    onSaved,
    fallback: FAILED,
  });
};

const argsOf = (row: VotingRow, values: Values, owners: Owner[]) => ({
  id: row.address_id,
  weight: wholeOf(values.weight),
  owners: values.own_owners ? owners : null,
  designated:
    [...owners, ...row.owners].find(({ name }) => values.designated !== '' && name === values.designated) ?? null,
  non_voting: values.non_voting,
  suspended: values.suspended ? { from: values.from, to: values.to || null, reason: values.reason } : null,
  note: values.note,
});

type FormProps = { form: UseFormReturn<Values> };
type OwnerProps = FormProps & { row: VotingRow; owners: Owner[]; onOwners: (owners: Owner[]) => void };

const OwnerFields = ({ form, row, owners, onOwners }: OwnerProps) => {
  const own = useWatch({ control: form.control, name: 'own_owners' });
  const names = (own ? owners : row.owners).map(({ name }) => ({ value: name, label: name }));
  return (
    <>
      <Checkbox
        {...form.register('own_owners')}
        label="Name the owners here"
        hint={`Otherwise the account’s holders: ${row.owners.map(({ name }) => name).join(', ') || 'none recorded'}.`}
      />
      {own && <OwnersField owners={owners} onChange={onOwners} />}
      <SelectField
        form={form}
        name="designated"
        label="Designated voter"
        options={[{ value: '', label: 'Any owner' }, ...names]}
      />
    </>
  );
};

const SuspensionFields = ({ form }: FormProps) =>
  useWatch({ control: form.control, name: 'suspended' }) && (
    <>
      <Alert tone="info">{SUSPENSION_WARNING} It applies only while the rules allow suspension.</Alert>
      <div className="grid gap-4.5 md:grid-cols-2">
        <DateField form={form} name="from" label="From" required />
        <DateField
          form={form}
          name="to"
          label="To"
          hint="Leave blank if there is no end date."
          clear="Clear the end date"
        />
      </div>
      <TextField form={form} name="reason" label="Reason" required />
    </>
  );
