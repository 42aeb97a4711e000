import { type UseFormReturn, useController, useWatch } from 'react-hook-form';
import type { ApplicationSettings } from '../../../schema/application.ts';
import {
  APPLICATION_ORDERS,
  type ApplicationOrder,
  DEFAULT_APPLICATION,
  STEPS_OF,
} from '../../../schema/application.ts';
import { CATEGORIES, type Category } from '../../../schema/ledger.ts';
import { applicationSteps } from '../../../sync/policies/rule-words.ts';
import { Alert } from '../../ui/alert.tsx';
import { Checkbox, ChoiceGroup, Radio } from '../../ui/choice.tsx';
import { MoneyRuleForm } from './money-rule-form.tsx';
import { OwnOrder } from './own-order.tsx';

/** `own` is the order that the board arranges: steps divided by ">", categories within one by "+". */
type Values = { order: ApplicationOrder; directed: boolean; own: string; starts_on: string };

type Props = { settings: ApplicationSettings | undefined; today: string; onDone: () => void };

/** In which order a payment pays what is owed (table 3). */
const ApplicationForm = ({ settings = DEFAULT_APPLICATION, today, onDone }: Props) => (
  <MoneyRuleForm<Values>
    kind="application"
    start={{
      order: settings.order,
      directed: settings.directed,
      own: typedSteps(settings.steps ?? STEPS_OF.assessments_first),
      starts_on: today,
    }}
    settings={applicationSettings}
    fields={(form) => <Fields form={form} />}
    onDone={onDone}
  />
);

export default ApplicationForm;

const applicationSettings = ({ order, directed, own }: Values): object => ({
  order,
  directed,
  ...(order === 'own' && { steps: stepsOf(own) }),
});

const typedSteps = (steps: readonly (readonly Category[])[]): string => steps.map((step) => step.join('+')).join('>');

/** Categories that a later release adds stand in a step of their own at the end. */
const stepsOf = (own: string): Category[][] => {
  const steps = own.split('>').map((step) => step.split('+').filter(isCategory));
  const placed = steps.flat();
  const missing = CATEGORIES.filter((category) => !placed.includes(category));
  return [...steps.filter((step) => step.length > 0), ...missing.map((category) => [category])];
};
const isCategory = (text: string): text is Category => (CATEGORIES as readonly string[]).includes(text);

const LABELS: Record<ApplicationOrder, string> = {
  assessments_first: 'Assessments first',
  interest_first: 'Interest first',
  assessments_costs_fines: 'Assessments, costs, fines',
  oldest_first: 'Oldest first',
  own: 'Custom order',
};

const Fields = ({ form }: { form: UseFormReturn<Values> }) => {
  const order = useWatch({ control: form.control, name: 'order' });
  return (
    <>
      <Alert tone="info">State law may fix this order. Check with your attorney before changing it.</Alert>
      <ChoiceGroup label="Order" error={form.formState.errors.order?.message}>
        {APPLICATION_ORDERS.map((value) => (
          <Radio
            key={value}
            {...form.register('order')}
            value={value}
            label={LABELS[value]}
            hint={value === 'own' ? 'You choose the order.' : hintOf(value)}
          />
        ))}
      </ChoiceGroup>
      {order === 'own' && <OwnOrderField form={form} />}
      <Checkbox
        {...form.register('directed')}
        label="Payers can choose what a payment is for"
        hint="If on, a payment for a chosen invoice pays that invoice first. If off, every payment follows the order."
      />
    </>
  );
};

const hintOf = (order: Exclude<ApplicationOrder, 'own'>): string => {
  const words = applicationSteps({ order, directed: true }).join(' · ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const OwnOrderField = ({ form }: { form: UseFormReturn<Values> }) => {
  const { field } = useController({ control: form.control, name: 'own' });
  return <OwnOrder steps={stepsOf(field.value)} onChange={(steps) => field.onChange(typedSteps(steps))} />;
};
