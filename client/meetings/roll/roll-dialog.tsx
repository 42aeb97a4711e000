import { useState } from 'react';
import { type ResolverResult, useForm } from 'react-hook-form';
import type { Owner } from '../../../schema/meetings.ts';
import { rollUnitUpdate } from '../../../schema/roll-inputs.ts';
import type { Meeting, RollUnit } from '../../../schema/tables/meetings.ts';
import { messageOf } from '../../device/http.ts';
import { save } from '../../device/store.ts';
import { DialogActions, PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { TextField } from '../../forms/fields.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { OwnersField } from '../form/owners-field.tsx';

type Values = { weight: string; suspended: boolean; non_voting: boolean; removed: boolean; reason: string };

/** Changes one unit of the roll; after the call to order with a reason. */
const RollDialog = ({ meeting, unit, onClose }: { meeting: Meeting; unit: RollUnit; onClose: () => void }) => {
  const [owners, setOwners] = useState<Owner[]>(unit.owners);
  const form = useForm<Values>({
    resolver,
    defaultValues: {
      weight: String(unit.weight),
      suspended: unit.suspended,
      non_voting: unit.non_voting,
      removed: unit.removed_at !== null,
      reason: '',
    },
  });
  const { submit, busy, failure, dismiss } = useSubmit((error) => messageOf(error, FAILED));
  const press = form.handleSubmit(async ({ weight, reason, ...flags }) => {
    const args = {
      id: unit.id,
      weight: Number(weight),
      ...flags,
      ...(JSON.stringify(owners) !== JSON.stringify(unit.owners) && { owners }),
      ...(reason.trim() && { reason: reason.trim() }),
    };
    if (!(await submit(() => save('updateRollUnit', args)))) return;
    void toast('Roll changed');
    onClose();
  });
  const isUnit = unit.address_id !== null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={unit.label}
      subtitle="On the roll of this meeting"
      footer={<DialogActions form="roll-unit" onCancel={onClose} submit="Save" busy={busy} />}
    >
      <PlainForm id="roll-unit" onSubmit={press}>
        <TextField form={form} name="weight" label={isUnit ? 'Weight' : 'Votes'} inputMode="numeric" className="num" />
        {isUnit && <OwnersField owners={owners} onChange={setOwners} />}
        {isUnit && <Checkbox {...form.register('suspended')} label="Vote suspended" />}
        <Checkbox {...form.register('non_voting')} label="Without a vote" hint="Leaves the total." />
        <Checkbox {...form.register('removed')} label="Off the roll" />
        <TextField
          form={form}
          name="reason"
          label="Reason"
          required={meeting.called_at !== null}
          {...(meeting.called_at && { hint: 'It stands in the minutes.' })}
        />
        <ErrorAlert message={failure} onClose={dismiss} />
      </PlainForm>
    </Dialog>
  );
};

export default RollDialog;

const FAILED = 'The roll could not be changed. Please try again.';

const resolver = (values: Values): ResolverResult<Values> => {
  const weight = values.weight.trim() === '' ? Number.NaN : Number(values.weight);
  const parsed = rollUnitUpdate.shape.weight.safeParse(weight);
  if (parsed.success) return { values, errors: {} };
  return { values: {}, errors: { weight: { type: 'custom', message: parsed.error.issues[0]!.message } } };
};
