import { useMemo } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import { peopleOnStreets, streetsOf } from '../../../sync/addresses/streets.ts';
import { recipientsOf } from '../../../sync/announcements/entity.ts';
import { useRows, useSync } from '../../device/store.ts';
import { type ConflictEdit, FieldConflict } from '../../forms/conflict.tsx';
import { SelectField } from '../../forms/fields.tsx';
import { PeoplePicker } from '../../forms/people-pickers.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { MultiCombobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { formatPlural } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import type { Values } from './form-model.ts';
import { AUDIENCE_OPTIONS, CATEGORY_OPTIONS, useActivePeople, useReach } from './model.ts';

type Form = UseFormReturn<Values>;
type FieldsProps = { form: Form; row: Announcement | undefined; edit: ConflictEdit };
const AUDIENCE = ['audience_type', 'custom_recipients', 'streets'];

export const AudienceFields = ({ form, row, edit }: FieldsProps) => (
  <>
    <div className="grid gap-4.5 md:grid-cols-2">
      <SelectField form={form} name="category" label="Category" options={CATEGORY_OPTIONS} />
      <AudienceField form={form} />
    </div>
    <FieldConflict row={row} fields={AUDIENCE} edit={edit} />
    {form.watch('audience_type') === 'custom' && <CustomAudience form={form} />}
  </>
);

/** Only a custom audience has recipients and streets. */
const AudienceField = ({ form }: { form: Form }) => {
  const choose = (audience: Values['audience_type']) => {
    form.setValue('audience_type', audience, { shouldDirty: true });
    if (audience === 'custom') return;
    form.setValue('custom_recipients', []);
    form.setValue('streets', []);
    form.clearErrors('custom_recipients');
  };
  return (
    <Field label="Audience" error={form.formState.errors.audience_type?.message}>
      <Controller
        control={form.control}
        name="audience_type"
        render={({ field: { ref, value } }) => (
          <Select ref={ref} value={value} onChange={choose} options={AUDIENCE_OPTIONS} />
        )}
      />
    </Field>
  );
};

/** People, streets, or both. */
const CustomAudience = ({ form }: { form: Form }) => (
  <>
    <Recipients form={form} />
    <Streets form={form} />
  </>
);

const Recipients = ({ form }: { form: Form }) => {
  const people = useActivePeople();
  const { phase, failed } = useSync();
  if (people.length === 0 && phase === 'first' && failed)
    return <Alert tone="error">Failed to load users for selection</Alert>;
  return (
    <Field
      label="Recipients"
      required={form.watch('streets').length === 0}
      error={form.formState.errors.custom_recipients?.message}
    >
      <Controller
        control={form.control}
        name="custom_recipients"
        render={({ field: { ref, value, onChange } }) => (
          <PeoplePicker ref={ref} people={people} values={value} onChange={onChange} />
        )}
      />
    </Field>
  );
};

/** A chosen street reaches those who move in before the announcement goes out, too. */
const Streets = ({ form }: { form: Form }) => {
  const choices = useStreets(form.watch('streets'));
  if (choices.length === 0) return null;
  return (
    <Field label="Streets" hint="Everyone who lives there when it goes out">
      <Controller
        control={form.control}
        name="streets"
        render={({ field: { ref, value, onChange } }) => (
          <MultiCombobox
            ref={ref}
            choices={choices}
            values={value}
            onChange={(streets) => {
              onChange(streets);
              if (streets.length > 0) form.clearErrors('custom_recipients');
            }}
            placeholder="Street"
            none="No street found"
          />
        )}
      />
    </Field>
  );
};

/** The streets of the homes, and how many people an announcement reaches on each. */
const useStreets = (chosen: readonly string[]) => {
  const users = useRows('user');
  const addresses = useRows('address');
  return useMemo(() => {
    const people = recipientsOf({ audience_type: 'all', custom_recipients: [] }, users.all);
    const known = streetsOf(addresses.all);
    // A chosen one that has no home any more can still be removed.
    const names = [...known, ...chosen.filter((street) => !known.includes(street))];
    return names.map((street) => ({
      id: street,
      label: street,
      hint: formatPlural(peopleOnStreets([street], people, addresses.all).length, 'person', 'people'),
    }));
  }, [users, addresses, chosen]);
};

export const ReachCard = ({ form }: { form: UseFormReturn<Values> }) => {
  const [audience_type, custom_recipients, streets] = useWatch({
    control: form.control,
    name: ['audience_type', 'custom_recipients', 'streets'],
  });
  const reach = useReach({ audience_type, custom_recipients, streets }).length;
  return (
    <Card title="Who Gets It">
      <p className="text-ink-2">Recipients get an email and can read the announcement in the app.</p>
      <p aria-live="polite" className="num mt-2">
        It will reach <b className="font-semibold">{formatPlural(reach, 'recipient')}</b> now. It goes out when you send
        the draft.
      </p>
    </Card>
  );
};
