import { useRef, useState } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { addDays } from '../../schema/dates.ts';
import {
  centsOf,
  DUE_DESCRIPTION_LIMIT,
  DUE_TITLE_LIMIT,
  type Due,
  type DueFrequency,
  OFFSET,
} from '../../schema/dues.ts';
import { sendDateOf } from '../../sync/dues.ts';
import { type ConflictEdit, FieldConflict } from '../forms/conflict.tsx';
import { messageOf } from '../http.ts';
import { useHoaToday } from '../invoices/today.ts';
import { useSync } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { DatePicker } from '../ui/date-picker.tsx';
import { Field } from '../ui/field.tsx';
import { formatCount, formatDate, formatMoney, formatPlural } from '../ui/format.ts';
import { Input, Textarea } from '../ui/input.tsx';
import { PeoplePicker } from '../ui/people-picker.tsx';
import { Select } from '../ui/select.tsx';
import { type DueValues, earliestSendDate, toNumber } from './form-model.ts';
import { FREQUENCIES, REASONS, useEligibleRecipients } from './model.ts';

type Form = { form: UseFormReturn<DueValues> };

/** Each field is a component, so that the form registers them in this order and focuses the first invalid one. */
export const DueFields = ({
  form,
  sending: sendDateHint,
  row,
  edit,
}: Form & { sending: string; row?: Due; edit: ConflictEdit }) => (
  <>
    <TitleField form={form} />
    <FieldConflict row={row} fields={TITLE} edit={edit} />
    <div className="grid gap-4.5 md:grid-cols-3">
      <AmountField form={form} />
      <ChoiceField form={form} name="frequency" label="Frequency" options={FREQUENCIES} />
      <ChoiceField form={form} name="reason" label="Reason" options={REASONS} />
    </div>
    <div className="grid gap-4.5 md:grid-cols-2">
      <SendDateField form={form} sending={sendDateHint} />
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
    hint={<CharacterCount form={form} name="title" limit={DUE_TITLE_LIMIT} />}
  >
    <Input {...form.register('title')} placeholder="Monthly dues" />
  </Field>
);

const CharacterCount = ({ form, name, limit }: Form & { name: 'title' | 'description'; limit: number }) => {
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
  options: readonly { value: DueValues[Name]; label: string }[];
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
          <DatePicker ref={ref} value={value} onChange={onChange} min={earliestSendDate(today)} />
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
      hint={<span className="num">Due date: {dueDateOf(send_date, toNumber(offset))}</span>}
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
    hint={<CharacterCount form={form} name="description" limit={DUE_DESCRIPTION_LIMIT} />}
  >
    <Textarea {...form.register('description')} rows={2} placeholder="What it pays for; residents read it" />
  </Field>
);

export const RecipientsField = ({ form }: { form: UseFormReturn<DueValues> }) => {
  const people = useEligibleRecipients();
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

const INTERVALS: Record<DueFrequency, string> = {
  one_time: 'once',
  monthly: 'every month',
  quarterly: 'every quarter',
};

export const Forecast = ({ form }: { form: UseFormReturn<DueValues> }) => {
  const { amount, recipients, frequency, send_date, status } = useWatch({ control: form.control }) as DueValues;
  const today = useHoaToday();
  const cents = centsOf(toNumber(amount));
  const dueSends = send_date && status === 'active' ? pastSends(send_date, frequency, today) : 0;
  if (!(cents > 0) || recipients.length === 0) return null;
  return (
    <div className="num rounded-md bg-sunk px-3.5 py-2.5 text-ink-2">
      <p>
        {formatMoney(cents)} × {formatPlural(recipients.length, 'recipient')} ={' '}
        <b className="font-semibold text-ink">{formatMoney(cents * recipients.length)}</b> {INTERVALS[frequency]}
        {send_date && `, first on ${formatDate(send_date)}`}.
      </p>
      {dueSends > 0 && (
        <p className="mt-1 text-ochre">
          {dueSends === 1 ? 'That day has come' : `${dueSends} send dates have come`}: invoices go out as soon as this
          is saved
          {dueSends > 1 && `, ${dueSends} to each recipient`}.
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

export const useSave = (fallback: string) => {
  const [failure, setFailure] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  const busy = useRef(false);
  const run = async (write: () => Promise<void>) => {
    if (busy.current || saved) return;
    busy.current = true;
    setFailure(null);
    await write().then(
      () => setSaved(true),
      (error) => setFailure(messageOf(error, fallback)),
    );
    busy.current = false;
  };
  return { run, saved, failure, dismiss: () => setFailure(null) };
};

export const SaveFailed = ({ message, onClose }: { message: string | null; onClose: () => void }) =>
  message && (
    <Alert tone="error" onClose={onClose}>
      {message}
    </Alert>
  );
