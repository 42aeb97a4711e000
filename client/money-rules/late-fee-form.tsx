import { type UseFormReturn, useWatch } from 'react-hook-form';
import { LATE_FEE_AMOUNTS, LATE_FEE_CATEGORIES, type PolicySettings } from '../../schema/policies.ts';
import { categoryLabel } from '../../sync/ledger/rule-words.ts';
import { toNumber } from '../dues/form-model.ts';
import { SelectField } from '../forms/fields.tsx';
import { Alert } from '../ui/alert.tsx';
import { Checkbox, ChoiceGroup } from '../ui/choice.tsx';
import { formatDate } from '../ui/format.ts';
import {
  AuthorityField,
  hundredthsOf,
  hundredthsOrNull,
  LAW_FIRST,
  NumberField,
  RuleForm,
  typedHundredths,
} from './rule-form.tsx';

type LateFee = PolicySettings['late_fee'];

/** Amounts, percents and numbers stay as typed. */
export type LateFeeValues = Record<
  'grace_days' | 'flat_cents' | 'percent_basis_points' | 'cap_cents' | 'times' | 'least_open_cents',
  string
> &
  Pick<LateFee, 'enabled' | 'amount' | 'repeat'> & { categories: string[]; authority: string; starts_on: string };

type Form = UseFormReturn<LateFeeValues>;

/** What most associations choose; the board changes it to what its documents say. */
const PROPOSED: LateFee = {
  enabled: true,
  grace_days: 15,
  amount: 'flat',
  flat_cents: 2500,
  percent_basis_points: null,
  cap_cents: null,
  repeat: 'once',
  times: 12,
  least_open_cents: 100,
  categories: ['assessment', 'special_assessment'],
  authority: '',
};

type Props = { settings: LateFee | undefined; today: string; onDone: () => void };

/** Late fees, with whom they would hit before they are saved. */
const LateFeeForm = ({ settings = PROPOSED, today, onDone }: Props) => (
  <RuleForm
    kind="late_fee"
    start={valuesOf({ ...settings, enabled: true }, today)}
    settings={lateFeeSettings}
    fields={(form) => <Fields form={form} />}
    onDone={onDone}
  />
);

export default LateFeeForm;

const valuesOf = (settings: LateFee, today: string): LateFeeValues => ({
  enabled: settings.enabled,
  grace_days: String(settings.grace_days),
  amount: settings.amount,
  flat_cents: typedHundredths(settings.flat_cents),
  percent_basis_points: typedHundredths(settings.percent_basis_points, true),
  cap_cents: typedHundredths(settings.cap_cents),
  repeat: settings.repeat,
  times: String(settings.repeat === 'once' ? PROPOSED.times : settings.times),
  least_open_cents: typedHundredths(settings.least_open_cents),
  categories: settings.categories,
  authority: settings.authority ?? '',
  starts_on: today,
});

/** The settings as they are sent; what the chosen amount does not use is left out. */
export const lateFeeSettings = (values: LateFeeValues): Record<keyof LateFee, unknown> => ({
  enabled: values.enabled,
  grace_days: toNumber(values.grace_days),
  amount: values.amount,
  flat_cents: values.amount === 'percent' ? null : hundredthsOf(values.flat_cents),
  percent_basis_points: values.amount === 'flat' ? null : hundredthsOf(values.percent_basis_points),
  cap_cents: hundredthsOrNull(values.cap_cents),
  repeat: values.repeat,
  times: values.repeat === 'once' ? 1 : toNumber(values.times),
  least_open_cents: hundredthsOf(values.least_open_cents),
  categories: values.categories,
  authority: values.authority,
});

const Fields = ({ form }: { form: Form }) => {
  const [enabled, amount, repeat] = useWatch({ control: form.control, name: ['enabled', 'amount', 'repeat'] });
  return (
    <>
      <Checkbox
        {...form.register('enabled')}
        label="Charge late fees"
        hint="Without the check mark this rule turns late fees off from the day it starts."
      />
      {enabled && (
        <>
          <div className="grid gap-4.5 md:grid-cols-2 xl:grid-cols-3">
            <NumberField
              form={form}
              name="grace_days"
              label="Grace days"
              required
              mode="numeric"
              hint={`Days after the due date that stay free. ${LAW_FIRST}`}
            />
            <SelectField
              form={form}
              name="amount"
              label="Amount of the fee"
              required
              options={AMOUNTS}
              hint={LAW_FIRST}
            />
            {amount !== 'percent' && (
              <NumberField
                form={form}
                name="flat_cents"
                label="Flat amount"
                required
                hint={`In dollars. ${LAW_FIRST}`}
              />
            )}
            {amount !== 'flat' && (
              <NumberField
                form={form}
                name="percent_basis_points"
                label="Percentage"
                required
                hint={`Of what is unpaid of the charge, in percent. ${LAW_FIRST}`}
              />
            )}
            <SelectField form={form} name="repeat" label="How often" required options={REPEATS} hint={LAW_FIRST} />
            {repeat === 'monthly' && (
              <NumberField
                form={form}
                name="times"
                label="Times at most"
                required
                mode="numeric"
                hint={`For one charge. ${LAW_FIRST}`}
              />
            )}
            <NumberField
              form={form}
              name="cap_cents"
              label="Cap"
              hint={`Of all late fees on one charge, in dollars. Empty for none. ${LAW_FIRST}`}
            />
            <NumberField
              form={form}
              name="least_open_cents"
              label="Least unpaid amount"
              required
              hint={`In dollars; below it no fee is charged. ${LAW_FIRST}`}
            />
          </div>
          <Categories form={form} />
          <AuthorityField form={form} />
          <StartsNote form={form} />
        </>
      )}
    </>
  );
};

const AMOUNT_LABELS: Record<(typeof LATE_FEE_AMOUNTS)[number], string> = {
  flat: 'A flat amount',
  percent: 'A percentage of what is unpaid',
  greater: 'The greater of both',
  lesser: 'The lesser of both',
};
const AMOUNTS = LATE_FEE_AMOUNTS.map((value) => ({ value, label: AMOUNT_LABELS[value] }));
const REPEATS = [
  { value: 'once', label: 'Once for a charge' },
  { value: 'monthly', label: 'Every month while it is unpaid' },
];

const Categories = ({ form }: { form: Form }) => (
  <ChoiceGroup label="Charges that carry a late fee" error={form.formState.errors.categories?.message}>
    <div className="flex flex-wrap gap-x-6 gap-y-1">
      {LATE_FEE_CATEGORIES.map((category) => (
        <Checkbox key={category} {...form.register('categories')} value={category} label={categoryLabel(category)} />
      ))}
    </div>
    <p className="text-ink-3 text-sm">A late fee never falls on another fee, on interest or on costs. {LAW_FIRST}</p>
  </ChoiceGroup>
);

/** A charge keeps for good the rule of the day it was due on (FEE-08). */
const StartsNote = ({ form }: { form: Form }) => {
  const starts_on = useWatch({ control: form.control, name: 'starts_on' });
  return (
    starts_on && (
      <Alert tone="info">
        This counts for charges due on {formatDate(starts_on)} or later. Charges due before keep the rule they had.
      </Alert>
    )
  );
};
