import { type UseFormReturn, useWatch } from 'react-hook-form';
import { LATE_FEE_AMOUNTS, LATE_FEE_CATEGORIES } from '../../../schema/policies.ts';
import { categoryLabel } from '../../../sync/policies/rule-words.ts';
import { MoneyField, NumberField, SelectField } from '../../forms/fields.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Checkbox, ChoiceGroup } from '../../ui/choice.tsx';
import { formatDate } from '../../ui/format.ts';
import { FeePreview } from './fee-preview.tsx';
import {
  type LateFee,
  type LateFeeValues,
  lateFeeSettings,
  lateFeeValues,
  PROPOSED_LATE_FEE,
} from './late-fee-values.ts';
import { AuthorityField, LAW_FIRST, MoneyRuleForm } from './money-rule-form.tsx';

type Form = UseFormReturn<LateFeeValues>;

type Props = { settings: LateFee | undefined; today: string; onDone: () => void };

const LateFeeForm = ({ settings = PROPOSED_LATE_FEE, today, onDone }: Props) => (
  <MoneyRuleForm
    kind="late_fee"
    start={lateFeeValues({ ...settings, enabled: true }, today)}
    settings={lateFeeSettings}
    fields={(form) => <Fields form={form} />}
    onDone={onDone}
  />
);

export default LateFeeForm;

const Fields = ({ form }: { form: Form }) => {
  const enabled = useWatch({ control: form.control, name: 'enabled' });
  return (
    <>
      <Checkbox
        {...form.register('enabled')}
        label="Charge late fees"
        hint="If off, this rule turns late fees off on the date it starts."
      />
      {enabled && <FeeFields form={form} />}
    </>
  );
};

const FeeFields = ({ form }: { form: Form }) => (
  <>
    <div className="grid gap-4.5 md:grid-cols-2 xl:grid-cols-3">
      <NumberField
        form={form}
        name="grace_days"
        label="Grace period (days)"
        required
        hint={`Days after the due date before a fee applies. ${LAW_FIRST}`}
      />
      <AmountFields form={form} />
      <RepeatFields form={form} />
      <MoneyField
        form={form}
        name="cap_cents"
        label="Cap"
        hint={`Total late fees on one charge, in dollars. Leave blank for no cap. ${LAW_FIRST}`}
      />
      <MoneyField
        form={form}
        name="least_open_cents"
        label="Minimum unpaid amount"
        required
        hint={`In dollars. No fee is charged below this amount. ${LAW_FIRST}`}
      />
    </div>
    <Categories form={form} />
    <AuthorityField form={form} />
    <StartsNote form={form} />
    <FeePreview form={form} />
  </>
);

const AmountFields = ({ form }: { form: Form }) => {
  const amount = useWatch({ control: form.control, name: 'amount' });
  return (
    <>
      <SelectField form={form} name="amount" label="Amount of the fee" required options={AMOUNTS} hint={LAW_FIRST} />
      {amount !== 'percent' && (
        <MoneyField form={form} name="flat_cents" label="Flat amount" required hint={`In dollars. ${LAW_FIRST}`} />
      )}
      {amount !== 'flat' && (
        <NumberField
          form={form}
          name="percent_basis_points"
          label="Percentage"
          required
          mode="decimal"
          hint={`Percent of the unpaid balance. ${LAW_FIRST}`}
        />
      )}
    </>
  );
};

const RepeatFields = ({ form }: { form: Form }) => {
  const repeat = useWatch({ control: form.control, name: 'repeat' });
  return (
    <>
      <SelectField form={form} name="repeat" label="How often" required options={REPEATS} hint={LAW_FIRST} />
      {repeat === 'monthly' && (
        <NumberField form={form} name="times" label="Maximum times" required hint={`Per charge. ${LAW_FIRST}`} />
      )}
    </>
  );
};

const AMOUNT_LABELS: Record<(typeof LATE_FEE_AMOUNTS)[number], string> = {
  flat: 'A flat amount',
  percent: 'A percentage of the unpaid balance',
  greater: 'The greater of the two',
  lesser: 'The lesser of the two',
};
const AMOUNTS = LATE_FEE_AMOUNTS.map((value) => ({ value, label: AMOUNT_LABELS[value] }));
const REPEATS = [
  { value: 'once', label: 'Once per charge' },
  { value: 'monthly', label: 'Every month while unpaid' },
];

const Categories = ({ form }: { form: Form }) => (
  <ChoiceGroup label="Charges that carry a late fee" error={form.formState.errors.categories?.message}>
    <div className="flex flex-wrap gap-x-6 gap-y-1">
      {LATE_FEE_CATEGORIES.map((category) => (
        <Checkbox key={category} {...form.register('categories')} value={category} label={categoryLabel(category)} />
      ))}
    </div>
    <p className="text-ink-3 text-sm">Late fees are never charged on other fees, interest or costs. {LAW_FIRST}</p>
  </ChoiceGroup>
);

/** A charge keeps for good the rule of the day it was due on (FEE-08). */
const StartsNote = ({ form }: { form: Form }) => {
  const starts_on = useWatch({ control: form.control, name: 'starts_on' });
  return (
    starts_on && (
      <Alert tone="info">
        This applies to charges due on {formatDate(starts_on)} or later. Earlier charges keep their current rule.
      </Alert>
    )
  );
};
