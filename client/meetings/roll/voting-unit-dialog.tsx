import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { votingUnitInput } from '../../../schema/meeting-inputs.ts';
import type { Owner } from '../../../schema/meetings.ts';
import type { VotingRow } from '../../../sync/meetings/roll.ts';
import { messageOf } from '../../device/http.ts';
import { save, useRows } from '../../device/store.ts';
import { DialogActions, PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { Controlled, SelectField, TextField } from '../../forms/fields.tsx';
import { wholeOf } from '../../forms/numbers.ts';
import { useSubmit } from '../../forms/submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { OwnersField } from '../form/owners-field.tsx';
import { SUSPENSION_WARNING } from '../rules/rule-words.tsx';

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

/** What the board sets about a unit's vote. */
const UnitDialog = ({ row, onClose }: { row: VotingRow; onClose: () => void }) => {
  const stored = useRows('votingUnit').get(row.address_id);
  const [owners, setOwners] = useState<Owner[]>([...row.owners]);
  const form = useForm<Values>({
    defaultValues: {
      weight: String(row.weight),
      own_owners: stored?.owners !== null && stored?.owners !== undefined,
      designated: row.designated?.name ?? '',
      non_voting: row.non_voting,
      suspended: stored?.suspended !== null && stored?.suspended !== undefined,
      from: stored?.suspended?.from ?? '',
      to: stored?.suspended?.to ?? '',
      reason: stored?.suspended?.reason ?? '',
      note: stored?.note ?? '',
    },
  });
  const { submit, busy, failure, fail, dismiss } = useSubmit((error) => messageOf(error, FAILED));
  const own = useWatch({ control: form.control, name: 'own_owners' });
  const press = form.handleSubmit(async (values) => {
    const args = argsOf(row, values, owners);
    const parsed = votingUnitInput.safeParse(args);
    if (!parsed.success) return fail(parsed.error.issues[0]?.message ?? FAILED);
    if (!(await submit(() => save('setVotingUnit', args)))) return;
    void toast('Voting rights saved');
    onClose();
  });
  const named = own ? owners : row.owners;
  return (
    <Dialog
      open
      onClose={onClose}
      title={row.label}
      subtitle="From the next freezing of a roll on"
      footer={<DialogActions form="voting-unit" onCancel={onClose} submit="Save" busy={busy} />}
    >
      <PlainForm id="voting-unit" onSubmit={press}>
        <TextField
          form={form}
          name="weight"
          label="Weight"
          inputMode="numeric"
          className="num"
          hint="A whole number."
        />
        <Checkbox
          {...form.register('own_owners')}
          label="Name the owners here"
          hint={`Otherwise they follow from its account: ${row.owners.map(({ name }) => name).join(', ') || 'none recorded'}.`}
        />
        {own && <OwnersField owners={owners} onChange={setOwners} />}
        <SelectField
          form={form}
          name="designated"
          label="Designated voter"
          options={[{ value: '', label: 'Any owner' }, ...named.map(({ name }) => ({ value: name, label: name }))]}
        />
        <Checkbox {...form.register('non_voting')} label="Without a vote" hint="Such as a unit that the HOA owns." />
        <Checkbox {...form.register('suspended')} label="Vote suspended" />
        <SuspensionFields form={form} />
        <TextField form={form} name="note" label="Note" hint="For the board alone." />
        <ErrorAlert message={failure} onClose={dismiss} />
      </PlainForm>
    </Dialog>
  );
};

export default UnitDialog;

const FAILED = 'The voting rights could not be saved. Please try again.';

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

const SuspensionFields = ({ form }: { form: ReturnType<typeof useForm<Values>> }) =>
  useWatch({ control: form.control, name: 'suspended' }) && (
    <>
      <Alert tone="info">{SUSPENSION_WARNING} It counts only while the rules allow suspension.</Alert>
      <div className="grid gap-4.5 md:grid-cols-2">
        <Controlled form={form} name="from" label="From" required>
          {(control) => <DatePicker {...control} />}
        </Controlled>
        <Controlled form={form} name="to" label="To" hint="Empty until further notice.">
          {(control) => <DatePicker {...control} clear={{ label: 'Clear the end', run: () => control.onChange('') }} />}
        </Controlled>
      </div>
      <TextField form={form} name="reason" label="Reason" required />
    </>
  );
