import { useState } from 'react';
import type { ResolverResult } from 'react-hook-form';
import type { Owner } from '../../../schema/meetings.ts';
import { rollUnitUpdate } from '../../../schema/roll-inputs.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import { save } from '../../device/store.ts';
import { DialogActions, PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { NumberField, TextField } from '../../forms/fields.tsx';
import { toNumber } from '../../forms/numbers.ts';
import { useSaveForm } from '../../forms/save-form.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IN_THE_MINUTES, ROLL_NOT_CHANGED } from '../plain-fields.tsx';
import { OwnersField } from './owners-field.tsx';

type Values = { weight: string; suspended: boolean; non_voting: boolean; removed: boolean; reason: string };

type Props = { meeting: Meeting; unit: RollUnit; onClose: () => void };

/** Changes one unit of the roll; after the call to order with a reason. */
const RollDialog = ({ meeting, unit, onClose }: Props) => {
  const [owners, setOwners] = useState<Owner[]>(unit.owners);
  const { form, save: press, busy, failure, dismiss } = useRollUnitForm(unit, owners, onClose);
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
        <NumberField form={form} name="weight" label={isUnit ? 'Weight' : 'Votes'} />
        {isUnit && <OwnersField owners={owners} onChange={setOwners} />}
        {isUnit && <Checkbox {...form.register('suspended')} label="Vote suspended" />}
        <Checkbox {...form.register('non_voting')} label="Without a vote" hint="Not counted in the total." />
        <Checkbox {...form.register('removed')} label="Off the roll" />
        <TextField
          form={form}
          name="reason"
          label="Reason"
          required={meeting.called_at !== null}
          {...(meeting.called_at && { hint: IN_THE_MINUTES })}
        />
        <ErrorAlert message={failure} onClose={dismiss} />
      </PlainForm>
    </Dialog>
  );
};

export default RollDialog;

const useRollUnitForm = (unit: RollUnit, owners: Owner[], onSaved: () => void) => {
  const { id, weight, suspended, non_voting, removed_at } = unit;
  return useSaveForm<Values>({
    values: { weight: String(weight), suspended, non_voting, removed: removed_at !== null, reason: '' },
    resolver,
    write: ({ weight: typed, reason, ...flags }) =>
      save('updateRollUnit', {
        ...{ id, weight: Number(typed), ...flags },
        ...(JSON.stringify(owners) !== JSON.stringify(unit.owners) && { owners }),
        ...(reason.trim() && { reason: reason.trim() }),
      }),
    said: 'Roll changed',
    onSaved,
    fallback: ROLL_NOT_CHANGED,
  });
};

const resolver = (values: Values): ResolverResult<Values> => {
  const parsed = rollUnitUpdate.shape.weight.safeParse(toNumber(values.weight));
  if (parsed.success) return { values, errors: {} };
  const message = parsed.error.issues[0]?.message ?? '';
  return { values: {}, errors: { weight: { type: 'custom', message } } };
};
