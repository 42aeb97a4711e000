import type { PolicySettings } from '../../../schema/policy-inputs.ts';
import { MoneyField } from '../../forms/fields.tsx';
import { hundredthsOf, typedHundredths } from '../../forms/numbers.ts';
import { LAW_FIRST, SwitchedRuleForm } from './money-rule-form.tsx';

type ReturnedFee = PolicySettings['returned_fee'];
type Values = Record<'first_cents' | 'later_cents' | 'authority' | 'starts_on', string> & { enabled: boolean };

const PROPOSED: ReturnedFee = { enabled: true, first_cents: 2500, later_cents: 3500, authority: '' };

type Props = { settings: ReturnedFee | undefined; today: string; onDone: () => void };

const ReturnedFeeForm = ({ settings = PROPOSED, today, onDone }: Props) => (
  <SwitchedRuleForm<Values>
    kind="returned_fee"
    start={{
      enabled: true,
      first_cents: typedHundredths(settings.first_cents),
      later_cents: typedHundredths(settings.later_cents),
      authority: settings.authority ?? '',
      starts_on: today,
    }}
    settings={returnedFeeSettings}
    label="Charge a fee for returned payments"
    hint="Only for insufficient funds (NSF), and at most once per payment. You can leave it out when you record a bounced check."
    amounts={(form) => (
      <>
        <MoneyField form={form} name="first_cents" label="First time" required hint={`In dollars. ${LAW_FIRST}`} />
        <MoneyField
          form={form}
          name="later_cents"
          label="Later times"
          required
          hint={`In dollars, again within 12 months. ${LAW_FIRST}`}
        />
      </>
    )}
    onDone={onDone}
  />
);

export default ReturnedFeeForm;

const returnedFeeSettings = (values: Values): Record<keyof ReturnedFee, unknown> => ({
  enabled: values.enabled,
  first_cents: hundredthsOf(values.first_cents),
  later_cents: hundredthsOf(values.later_cents),
  authority: values.authority,
});
