import { useWatch } from 'react-hook-form';
import type { PolicySettings } from '../../../schema/policy-inputs.ts';
import { MoneyField } from '../../forms/fields.tsx';
import { hundredthsOf, typedHundredths } from '../../forms/numbers.ts';
import { Checkbox, ChoiceGroup, Radio } from '../../ui/choice.tsx';
import { MoneyRuleForm } from './money-rule-form.tsx';

type OnlineFee = PolicySettings['online_fee'];
type Values = Pick<OnlineFee, 'bearer' | 'confirmed'> & { flat_cents: string; starts_on: string };

const CONFIRMATION =
  'Card networks and some states limit or forbid fees for paying online. Checks must stay free. I have checked what applies to us.';

type Props = { settings: OnlineFee | undefined; today: string; onDone: () => void };

/** The bearer of what online payments cost. The sentence is confirmed anew for each change. */
const OnlineFeeForm = ({ settings, today, onDone }: Props) => (
  <MoneyRuleForm<Values>
    kind="online_fee"
    start={{
      bearer: settings?.bearer ?? 'hoa',
      flat_cents: typedHundredths(settings?.flat_cents ?? 195),
      confirmed: false,
      starts_on: today,
    }}
    settings={onlineFeeSettings}
    fields={(form) => (
      <>
        <ChoiceGroup label="Who pays for online payments" error={form.formState.errors.bearer?.message}>
          <Radio
            {...form.register('bearer')}
            value="hoa"
            label="The association"
            hint="Residents pay only what they owe."
          />
          <Radio
            {...form.register('bearer')}
            value="payer_flat"
            label="The payer"
            hint="The same flat fee on every one-time online payment, whatever the method. Automatic payments have no fee."
          />
        </ChoiceGroup>
        <Payer form={form} />
      </>
    )}
    onDone={onDone}
  />
);

export default OnlineFeeForm;

const onlineFeeSettings = ({ bearer, flat_cents, confirmed }: Values): Record<keyof OnlineFee, unknown> =>
  bearer === 'payer_flat'
    ? { bearer, flat_cents: hundredthsOf(flat_cents), confirmed }
    : { bearer, flat_cents: null, confirmed: false };

type FormProps = { form: Parameters<Parameters<typeof MoneyRuleForm<Values>>[0]['fields']>[0] };

const Payer = ({ form }: FormProps) => {
  const bearer = useWatch({ control: form.control, name: 'bearer' });
  const problem = form.formState.errors.confirmed?.message;
  if (bearer !== 'payer_flat') return null;
  return (
    <>
      <div className="grid gap-4.5 md:grid-cols-2">
        <MoneyField
          form={form}
          name="flat_cents"
          label="Online fee"
          required
          hint="In dollars, at most $5.00. Shown on its own line, never in the ledger."
        />
      </div>
      <ChoiceGroup label="Confirmation" error={problem}>
        <Checkbox
          {...form.register('confirmed')}
          aria-invalid={problem ? true : undefined}
          label={CONFIRMATION}
          hint="Your name and today’s date are recorded."
        />
      </ChoiceGroup>
    </>
  );
};
