import { zodResolver } from '@hookform/resolvers/zod';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { automationsUpdate } from '../../../schema/hoa-inputs.ts';
import { DAYS_UNANSWERED, REQUEST_CATEGORIES } from '../../../schema/requests.ts';
import type { Hoa } from '../../../schema/tables/hoas.ts';
import { assigneeField, automationConflicts, automationsOf } from '../../../sync/hoas/automations.ts';
import { versionsOf } from '../../../sync/versions.ts';
import { useAssignees } from '../../community/requests/staff.ts';
import { save, useOnline } from '../../device/store.ts';
import { FieldConflict } from '../../forms/conflict.tsx';
import { NumberField, SelectField } from '../../forms/fields.tsx';
import { wholeOrNull } from '../../forms/numbers.ts';
import { useSaveForm } from '../../forms/save-form.tsx';
import { Checkbox, ChoiceGroup } from '../../ui/choice.tsx';
import { AUTOMATION_FIELDS, automationArgs, type Typed, typedAutomations } from './automation-values.ts';
import { drafts } from './outbox.ts';
import { SettingsForm } from './settings-form.tsx';

const isDays = (text: string) => automationsUpdate.safeParse({ remind_unanswered_days: wholeOrNull(text) }).success;

const resolver = zodResolver(
  z.looseObject({ remind_unanswered_days: z.string().check(z.refine(isDays, DAYS_UNANSWERED)) }),
) as never;

const valuesOf = (hoa: Hoa): Typed => {
  const set = automationsOf(hoa);
  return typedAutomations(Object.fromEntries(AUTOMATION_FIELDS.map((field) => [field, set[field]]))) as Typed;
};

export const AutomationsForm = ({ hoa, onDone }: { hoa: Hoa; onDone: () => void }) => {
  const online = useOnline();
  const row = automationsOf(hoa);
  const edit = useSaveForm<Typed>({
    draftKey: drafts.automations(),
    values: valuesOf(hoa),
    resolver,
    check: {
      versions: versionsOf(row, AUTOMATION_FIELDS),
      conflicts: (update) => automationConflicts(hoa, automationArgs(update)),
    },
    write: (_, changes) => save('updateAutomations', automationArgs(changes)),
    said: online ? 'Automations saved' : 'Automations saved on this device',
    fallback: 'The automations could not be saved. Please try again.',
    onSaved: onDone,
  });
  return (
    <SettingsForm edit={edit} onDone={onDone}>
      <Fields form={edit.form} />
      {AUTOMATION_FIELDS.map((field) => (
        <FieldConflict key={field} row={row} fields={[field]} edit={edit} />
      ))}
    </SettingsForm>
  );
};

const Fields = ({ form }: { form: UseFormReturn<Typed> }) => (
  <>
    <ChoiceGroup label="New requests">
      <p className="-mt-1 text-ink-3 text-sm">
        A new request is assigned to the person for its category, who gets a notification. Its history says so.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {REQUEST_CATEGORIES.map((category) => (
          <AssigneeField key={category} form={form} category={category} />
        ))}
      </div>
    </ChoiceGroup>
    <NumberField
      form={form}
      name="remind_unanswered_days"
      label="Days without an answer"
      className="[&_input]:max-w-24"
      hint="Then the assignee gets a reminder, or the whole board if no one is assigned. Leave blank for no reminders."
    />
    <Checkbox
      {...form.register('remind_overdue')}
      label="Tell the board about overdue violations"
      hint="On the day after the due date, if the violation is still open."
    />
  </>
);

type AssigneeProps = { form: UseFormReturn<Typed>; category: (typeof REQUEST_CATEGORIES)[number] };

const AssigneeField = ({ form, category }: AssigneeProps) => {
  const name = assigneeField(category);
  const options = useAssignees(form.getValues(name));
  return <SelectField form={form} name={name} label={category} options={options} />;
};
