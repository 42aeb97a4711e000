import { type UseFormReturn, useWatch } from 'react-hook-form';
import { addDays } from '../../../schema/dates.ts';
import {
  centsOf,
  DUE_DATE_OFFSET,
  DUE_DESCRIPTION_LIMIT,
  DUE_TITLE_LIMIT,
  type DueFrequency,
} from '../../../schema/dues.ts';
import type { Due } from '../../../schema/tables/dues.ts';
import { sendDateOf } from '../../../sync/dues/entity.ts';
import { useHoaToday } from '../../device/today.ts';
import { type ConflictEdit, FieldConflict } from '../../forms/conflict.tsx';
import { DateField, MoneyField, NumberField, SelectField, TextField } from '../../forms/fields.tsx';
import { toNumber } from '../../forms/numbers.ts';
import { Field } from '../../ui/field.tsx';
import { formatDate, formatMoney, formatPlural } from '../../ui/format.ts';
import { Textarea } from '../../ui/input.tsx';
import { type DueValues, earliestSendDate } from './form-values.ts';
import { CATEGORY_OPTIONS, FREQUENCIES, FUND_OPTIONS, REASONS } from './model.ts';
import { useDueReach } from './reach.ts';

type Form = { form: UseFormReturn<DueValues> };

export const DueFields = ({
  form,
  sendDateHint,
  row,
  edit,
}: Form & { sendDateHint: string; row?: Due; edit: ConflictEdit }) => (
  <>
    <TextField
      form={form}
      name="title"
      label="Title"
      required
      hint={<CharacterCount form={form} name="title" limit={DUE_TITLE_LIMIT} />}
      placeholder="Monthly dues"
    />
    <FieldConflict row={row} fields={TITLE} edit={edit} />
    <div className="grid gap-4.5 md:grid-cols-3">
      <AmountField form={form} />
      <SelectField form={form} name="frequency" label="Frequency" required options={FREQUENCIES} />
      <SelectField form={form} name="reason" label="Reason" required options={REASONS} />
    </div>
    <div className="grid gap-4.5 md:grid-cols-2">
      <DateField
        form={form}
        name="send_date"
        label="Send date"
        required
        hint={sendDateHint}
        min={earliestSendDate(useHoaToday())}
      />
      <OffsetField form={form} />
      <SelectField form={form} name="category" label="Charged as" options={CATEGORY_OPTIONS} />
      <SelectField form={form} name="fund" label="Fund" required options={FUND_OPTIONS} />
    </div>
    <DescriptionField form={form} />
    <FieldConflict row={row} fields={DESCRIPTION} edit={edit} />
  </>
);
const TITLE = ['title'];
const DESCRIPTION = ['description'];

const CharacterCount = ({ form, name, limit }: Form & { name: 'title' | 'description'; limit: number }) => {
  const used = (useWatch({ control: form.control, name }) ?? '').length;
  return (
    <span className={used > limit ? 'num text-red' : 'num'}>
      {used}/{limit}
    </span>
  );
};

const AmountField = ({ form }: Form) => (
  <MoneyField
    form={form}
    name="amount"
    label="Amount"
    required
    hint="In dollars, for each home or recipient"
    type="number"
    min="0.01"
    step="0.01"
    placeholder="185.00"
  />
);

const OffsetField = ({ form }: Form) => {
  const [send_date, offset] = useWatch({ control: form.control, name: ['send_date', 'due_date_offset'] });
  return (
    <NumberField
      form={form}
      name="due_date_offset"
      label="Due date offset (days)"
      required
      hint={`Due date: ${dueDateOf(send_date, toNumber(offset))}`}
      type="number"
      min={DUE_DATE_OFFSET.min}
      max={DUE_DATE_OFFSET.max}
      step={1}
    />
  );
};

const dueDateOf = (send_date: string, offset: number): string =>
  send_date && offset >= DUE_DATE_OFFSET.min && offset <= DUE_DATE_OFFSET.max && Number.isInteger(offset)
    ? formatDate(addDays(send_date, offset))
    : 'this many days after the send date';

const DescriptionField = ({ form }: Form) => (
  <Field
    label="Description"
    error={form.formState.errors.description?.message}
    hint={<CharacterCount form={form} name="description" limit={DUE_DESCRIPTION_LIMIT} />}
  >
    <Textarea {...form.register('description')} rows={2} placeholder="What it pays for. Residents can read this." />
  </Field>
);

const INTERVALS: Record<DueFrequency, string> = {
  one_time: 'once',
  monthly: 'every month',
  quarterly: 'every quarter',
  half_yearly: 'every six months',
  yearly: 'every year',
};

export const Forecast = ({ form }: { form: UseFormReturn<DueValues> }) => {
  const values = useWatch({ control: form.control }) as DueValues;
  const { amount, frequency, send_date, status } = values;
  const today = useHoaToday();
  const { homes } = useDueReach(values);
  const isRuled = values.recipient_rule !== 'listed';
  const count = isRuled ? homes : values.recipients.length;
  const cents = centsOf(toNumber(amount));
  const dueSends = send_date && status === 'active' ? pastSends(send_date, frequency, today) : 0;
  if (!(cents > 0) || count === 0) return null;
  return (
    <div className="num rounded-md bg-sunk px-3.5 py-2.5 text-ink-2">
      <p>
        {formatMoney(cents)} × {formatPlural(count, isRuled ? 'home' : 'recipient')} ={' '}
        <b className="font-semibold text-ink">{formatMoney(cents * count)}</b> {INTERVALS[frequency]}
        {send_date && `, first on ${formatDate(send_date)}`}.
      </p>
      {dueSends > 0 && (
        <p className="mt-1 text-ochre">
          {dueSends === 1 ? 'This send date has passed' : `${dueSends} send dates have passed`}: invoices are sent as
          soon as you save
          {dueSends > 1 && `, ${dueSends} to each ${isRuled ? 'home' : 'recipient'}`}.
        </p>
      )}
    </div>
  );
};

const MAX_SENDS = 60;

const pastSends = (anchor_date: string, frequency: DueFrequency, today: string): number => {
  const dates = Array.from({ length: MAX_SENDS }, (_, n) => sendDateOf({ anchor_date, frequency }, n));
  return dates.filter((date) => date !== null && date <= today).length;
};
