import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { useSync } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { formatCount } from '../ui/format.ts';
import { PeoplePicker } from '../ui/people-picker.tsx';
import type { Values } from './form-values.ts';
import { useReceivers } from './recipients.ts';

/** Who is to pay: any number of active people, or all of them at one press. */
export const Recipients = ({ form }: { form: UseFormReturn<Values> }) => {
  const people = useReceivers();
  const { phase, failed } = useSync();
  const values = useWatch({ control: form.control, name: 'recipients' });
  const chosen = people.filter(({ id }) => values.includes(id)).length;
  const choose = (ids: string[]) =>
    form.setValue('recipients', ids, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <div className="grid gap-2">
      {people.length === 0 && phase === 'first' && failed && (
        <Alert tone="error">Failed to load users. Please try again.</Alert>
      )}
      <Field label="Recipients" required error={form.formState.errors.recipients?.message}>
        <Controller
          control={form.control}
          name="recipients"
          render={({ field: { ref, value, onChange } }) => (
            <PeoplePicker ref={ref} people={people} values={value} onChange={onChange} />
          )}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" disabled={chosen === people.length} onClick={() => choose(people.map(({ id }) => id))}>
          Select All
        </Button>
        <Button size="small" disabled={values.length === 0} onClick={() => choose([])}>
          Deselect All
        </Button>
        <span aria-live="polite" className="num text-ink-3 text-sm">
          {formatCount(chosen)} of {formatCount(people.length)} active users selected
        </span>
      </div>
    </div>
  );
};
