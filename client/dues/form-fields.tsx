import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { addDays } from '../../schema/dates.ts';
import { DUE_DESCRIPTION_LIMIT, DUE_TITLE_LIMIT, type Due, OFFSET } from '../../schema/dues.ts';
import { type ConflictEdit, FieldConflict } from '../forms/conflict.tsx';
import { useHoaToday } from '../invoices/today.ts';
import { DatePicker } from '../ui/date-picker.tsx';
import { Field } from '../ui/field.tsx';
import { formatDate } from '../ui/format.ts';
import { Input, Textarea } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { earliest, numberOf, type Values } from './form-values.ts';
import { FREQUENCIES, REASONS } from './labels.ts';

type Form = { form: UseFormReturn<Values> };

/** What is asked for and how often; `sending` explains the send date. Each field is a component, so that the form knows them in this order and focuses
 * the first that is wrong. */
export const Terms = ({ form, sending, row, edit }: Form & { sending: string; row?: Due; edit: ConflictEdit }) => (
  <>
    <TitleField form={form} />
    <FieldConflict row={row} fields={TITLE} edit={edit} />
    <div className="grid gap-4.5 md:grid-cols-3">
      <AmountField form={form} />
      <ChoiceField form={form} name="frequency" label="Frequency" options={FREQUENCIES} />
      <ChoiceField form={form} name="reason" label="Reason" options={REASONS} />
    </div>
    <div className="grid gap-4.5 md:grid-cols-2">
      <SendDateField form={form} sending={sending} />
      <OffsetField form={form} />
    </div>
    <DescriptionField form={form} />
    <FieldConflict row={row} fields={DESCRIPTION} edit={edit} />
  </>
);
const TITLE = ['title'];
const DESCRIPTION = ['description'];

const TitleField = ({ form }: Form) => (
  <Field
    label="Title"
    required
    error={form.formState.errors.title?.message}
    hint={<Counter form={form} name="title" limit={DUE_TITLE_LIMIT} />}
  >
    <Input {...form.register('title')} placeholder="Monthly dues" />
  </Field>
);

/** How many characters of how many are used. */
const Counter = ({ form, name, limit }: Form & { name: 'title' | 'description'; limit: number }) => {
  const used = (useWatch({ control: form.control, name }) ?? '').length;
  return (
    <span className={used > limit ? 'num text-red' : 'num'}>
      {used}/{limit}
    </span>
  );
};

const AmountField = ({ form }: Form) => (
  <Field label="Amount" required error={form.formState.errors.amount?.message} hint="In dollars, for each recipient">
    <Input
      {...form.register('amount')}
      type="number"
      inputMode="decimal"
      min="0.01"
      step="0.01"
      placeholder="185.00"
      className="num"
    />
  </Field>
);

type Choices<Name extends 'frequency' | 'reason'> = Form & {
  name: Name;
  label: string;
  options: readonly { value: Values[Name]; label: string }[];
};

const ChoiceField = <Name extends 'frequency' | 'reason'>({ form, name, label, options }: Choices<Name>) => (
  <Field label={label} required error={form.formState.errors[name]?.message}>
    <Controller
      control={form.control}
      name={name as 'frequency'}
      render={({ field: { ref, value, onChange } }) => (
        <Select
          ref={ref}
          value={value}
          onChange={onChange}
          options={options as readonly (typeof FREQUENCIES)[number][]}
        />
      )}
    />
  </Field>
);

const SendDateField = ({ form, sending }: Form & { sending: string }) => {
  const today = useHoaToday();
  return (
    <Field label="Send date" required error={form.formState.errors.send_date?.message} hint={sending}>
      <Controller
        control={form.control}
        name="send_date"
        render={({ field: { ref, value, onChange } }) => (
          <DatePicker ref={ref} value={value} onChange={onChange} min={earliest(today)} />
        )}
      />
    </Field>
  );
};

const OffsetField = ({ form }: Form) => {
  const [send_date, offset] = useWatch({ control: form.control, name: ['send_date', 'due_date_offset'] });
  return (
    <Field
      label="Due date offset (days)"
      required
      error={form.formState.errors.due_date_offset?.message}
      hint={<span className="num">Due date: {dueDateOf(send_date, numberOf(offset))}</span>}
    >
      <Input
        {...form.register('due_date_offset')}
        type="number"
        inputMode="numeric"
        min={OFFSET.least}
        max={OFFSET.most}
        step={1}
        className="num"
      />
    </Field>
  );
};

const dueDateOf = (send_date: string, offset: number): string =>
  send_date && offset >= OFFSET.least && offset <= OFFSET.most && Number.isInteger(offset)
    ? formatDate(addDays(send_date, offset))
    : 'so many days after sending';

const DescriptionField = ({ form }: Form) => (
  <Field
    label="Description"
    error={form.formState.errors.description?.message}
    hint={<Counter form={form} name="description" limit={DUE_DESCRIPTION_LIMIT} />}
  >
    <Textarea {...form.register('description')} rows={2} placeholder="What it pays for; residents read it" />
  </Field>
);
