import { Bell, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { DUNNING_STEPS_LIMIT } from '../../../schema/policies.ts';
import type { PolicySettings } from '../../../schema/policy-inputs.ts';
import { NumberField, SelectField, TextField } from '../../forms/fields.tsx';
import { toNumber } from '../../forms/numbers.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { EmptyState } from '../../ui/list.tsx';
import { MoneyRuleForm } from './money-rule-form.tsx';
import { ReminderPreview } from './reminder-preview.tsx';
import { DEFAULT_STEPS, PLACEHOLDERS } from './reminder-steps.ts';

type Dunning = PolicySettings['dunning'];
type Step = Dunning['steps'][number];
type TypedStep = Pick<Step, 'channel' | 'subject' | 'text'> & { days: string; side: 'before' | 'after' };
type Values = { steps: TypedStep[]; starts_on: string };
type Form = UseFormReturn<Values>;

type Props = { settings: Dunning | undefined; today: string; onDone: () => void };

const RemindersForm = ({ settings, today, onDone }: Props) => (
  <MoneyRuleForm<Values>
    kind="dunning"
    start={{ steps: (settings?.steps ?? DEFAULT_STEPS).map(typedStep), starts_on: today }}
    settings={dunningSettings}
    fields={(form) => <Steps form={form} />}
    onDone={onDone}
  />
);

export default RemindersForm;

const typedStep = ({ days, ...step }: Step): TypedStep => ({
  ...step,
  days: String(Math.abs(days)),
  side: days < 0 ? 'before' : 'after',
});

/** The steps as typed: what was taken out in the form may leave holes. */
const dunningSettings = ({ steps }: Values): object => ({ steps: steps.map(stepOf) });

const stepOf = ({ days, side, channel, subject, text }: TypedStep): Step => ({
  days: side === 'before' ? 0 - toNumber(days) : toNumber(days),
  channel,
  subject,
  text,
});

const CHANNELS = [
  { value: 'mail', label: 'Email' },
  { value: 'letter', label: 'Letter to print' },
];
const SIDES = [
  { value: 'before', label: 'days before the due date' },
  { value: 'after', label: 'days after the due date' },
];

const Steps = ({ form }: { form: Form }) => {
  const { steps, version, change } = useSteps(form);
  const add = () => change([...form.getValues('steps'), { ...NEW_STEP }]);
  return (
    <>
      {steps.length === 0 && <NoReminders />}
      <ol key={version} className="grid gap-3.5">
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields are named by their position
          <li key={at} className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line px-3.5 py-3">
            <StepFields
              form={form}
              at={at}
              isLetter={step.channel === 'letter'}
              onRemove={() => change(form.getValues('steps').toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button icon={Plus} onClick={add} disabled={steps.length >= DUNNING_STEPS_LIMIT}>
          Add Reminder
        </Button>
        <span className="num text-ink-3 text-sm">
          {steps.length} of {DUNNING_STEPS_LIMIT}
        </span>
      </div>
      <p className="text-ink-3 text-sm">
        An account gets at most one reminder a day, from the latest step it has reached, for everything due. No
        reminders are sent while a plan is on track, a dispute is open, or a payment is on its way.
      </p>
      <ReminderPreview steps={steps.map(stepOf)} />
    </>
  );
};

const NoReminders = () => <EmptyState bare icon={Bell} title="No reminders" hint="This turns reminders off." />;

const useSteps = (form: Form) => {
  const steps = useWatch({ control: form.control, name: 'steps' });
  // The fields of the steps mount anew when their number changes.
  const [version, setVersion] = useState(0);
  const change = (next: TypedStep[]) => {
    form.setValue('steps', next, { shouldDirty: true });
    form.clearErrors('steps');
    setVersion(version + 1);
  };
  return { steps, version, change };
};

const NEW_STEP: TypedStep = { days: '7', side: 'after', channel: 'mail', subject: '', text: '' };

type StepProps = { form: Form; at: number; isLetter: boolean; onRemove: () => void };

const StepFields = ({ form, at, isLetter, onRemove }: StepProps) => {
  const name = `Reminder ${at + 1}`;
  const problem = form.formState.errors.steps?.[at]?.text?.message;
  return (
    <fieldset className="contents">
      <legend className="sr-only">{name}</legend>
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{name}</h3>
        <IconButton icon={Trash2} label={`Remove reminder ${at + 1}`} onClick={onRemove} />
      </div>
      <div className="grid gap-3 md:grid-cols-[6rem_minmax(0,1.4fr)_minmax(0,1fr)]">
        <NumberField form={form} name={`steps.${at}.days`} label="Days" required />
        <SelectField form={form} name={`steps.${at}.side`} label="When" required options={SIDES} />
        <SelectField form={form} name={`steps.${at}.channel`} label="Channel" required options={CHANNELS} />
      </div>
      <TextField form={form} name={`steps.${at}.subject`} label="Subject" required autoComplete="off" />
      <Field
        label="Text"
        required
        error={problem}
        hint={isLetter ? 'Your association’s name, the date and the address are printed above it.' : undefined}
      >
        <Textarea {...form.register(`steps.${at}.text`)} rows={4} />
      </Field>
      <Placeholders form={form} at={at} />
    </fieldset>
  );
};

const Placeholders = ({ form, at }: { form: Form; at: number }) => {
  const insert = (placeholder: string) => {
    const text = form.getValues(`steps.${at}.text`);
    const gap = text === '' || /\s$/.test(text) ? '' : ' ';
    form.setValue(`steps.${at}.text`, `${text}${gap}${placeholder}`, { shouldDirty: true });
    form.setFocus(`steps.${at}.text`);
  };
  return (
    <fieldset className="-mt-1 flex flex-wrap gap-1.5">
      <legend className="sr-only">Insert into the text of reminder {at + 1}</legend>
      {PLACEHOLDERS.map(({ placeholder, meaning }) => (
        <button
          key={placeholder}
          type="button"
          title={meaning}
          onClick={() => insert(placeholder)}
          className="rounded-sm bg-sunk px-1.75 py-0.5 text-ink-2 text-sm hover:text-ink touch:px-3 touch:py-2.5"
        >
          {placeholder}
        </button>
      ))}
    </fieldset>
  );
};
