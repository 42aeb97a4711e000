import { useMemo } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import { peopleOnStreets, streetsOf } from '../../../sync/addresses/streets.ts';
import { recipientsOf } from '../../../sync/announcements/entity.ts';
import { useRows, useSync } from '../../device/store.ts';
import { type ConflictEdit, FieldConflict } from '../../forms/conflict.tsx';
import { PeoplePicker } from '../../forms/people-pickers.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { MultiCombobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { formatPlural } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import type { Values } from './form-model.ts';
import { AUDIENCE_OPTIONS, useActivePeople, useReach } from './model.ts';

type Form = UseFormReturn<Values>;
type FieldsProps = { form: Form; row: Announcement | undefined; edit: ConflictEdit };
const AUDIENCE = ['audience_type', 'custom_recipients', 'streets'];

export const AudienceFields = ({ form, row, edit }: FieldsProps) => (
  <>
    <AudienceField form={form} />
    {form.watch('audience_type') === 'custom' && <CustomAudience form={form} />}
    <Reach form={form} />
    <FieldConflict row={row} fields={AUDIENCE} edit={edit} />
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
            none="No streets found"
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

/** How many people it reaches now. */
const Reach = ({ form }: { form: Form }) => {
  const reach = useReach(useAudience(form)).length;
  return (
    <p aria-live="polite" className="num -mt-2 text-ink-2">
      It will reach <b className="font-semibold text-ink">{formatPlural(reach, 'recipient')}</b> now.
    </p>
  );
};

const useAudience = ({ control }: Form) => {
  const [audience_type, custom_recipients, streets] = useWatch({
    control,
    name: ['audience_type', 'custom_recipients', 'streets'],
  });
  return { audience_type, custom_recipients, streets };
};

export const ReachCard = ({ form }: { form: Form }) => {
  const people = useReach(useAudience(form));
  return (
    <Card title="Who Gets It">
      <p className="text-ink-2">Recipients get an email and can read the announcement in the app.</p>
      <p className="mt-2 text-ink-2">
        {namesOf(people)} {people.length > 0 && 'Send it now, schedule it, or keep it as a draft.'}
      </p>
    </Card>
  );
};

const NAMED = 5;

/** "Ann, Ben and 40 others." */
const namesOf = (people: readonly { name: string; email: string }[]): string => {
  if (people.length === 0) return 'No one yet.';
  const names = people.slice(0, NAMED).map(({ name, email }) => name || email);
  const others = people.length - names.length;
  return `${names.join(', ')}${others > 0 ? ` and ${formatPlural(others, 'other')}` : ''}.`;
};
