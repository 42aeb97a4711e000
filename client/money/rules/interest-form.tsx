import type { PolicySettings } from '../../../schema/policy-inputs.ts';
import { NumberField } from '../../forms/fields.tsx';
import { hundredthsOf, toNumber, typedHundredths } from '../../forms/numbers.ts';
import { LAW_FIRST, SwitchedRuleForm } from './money-rule-form.tsx';

type Interest = PolicySettings['interest'];
type Values = Record<'annual_basis_points' | 'start_days' | 'authority' | 'starts_on', string> & { enabled: boolean };

const PROPOSED: Interest = { enabled: true, annual_basis_points: 600, start_days: 30, authority: '' };

type Props = { settings: Interest | undefined; today: string; onDone: () => void };

const InterestForm = ({ settings = PROPOSED, today, onDone }: Props) => (
  <SwitchedRuleForm<Values>
    kind="interest"
    start={{
      enabled: true,
      annual_basis_points: typedHundredths(settings.annual_basis_points, true),
      start_days: String(settings.start_days),
      authority: settings.authority ?? '',
      starts_on: today,
    }}
    settings={interestSettings}
    label="Charge interest"
    hint="Simple interest on unpaid dues and special assessments, based on a 365-day year. Posted on the 1st for the previous month."
    amounts={(form) => (
      <>
        <NumberField
          mode="decimal"
          form={form}
          name="annual_basis_points"
          label="Annual rate"
          required
          hint={`Percent. ${LAW_FIRST}`}
        />
        <NumberField
          form={form}
          name="start_days"
          label="Starts after"
          required
          hint={`Days after the due date. ${LAW_FIRST}`}
        />
      </>
    )}
    onDone={onDone}
  />
);

export default InterestForm;

const interestSettings = (values: Values): Record<keyof Interest, unknown> => ({
  enabled: values.enabled,
  annual_basis_points: hundredthsOf(values.annual_basis_points),
  start_days: toNumber(values.start_days),
  authority: values.authority,
});
