import { Plus, X } from 'lucide-react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { centsOf } from '../../../schema/dues.ts';
import { MoneyInput } from '../../forms/fields.tsx';
import { toNumber } from '../../forms/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { type OtherPart, type PaymentValues, partsOf } from './payment-form.ts';
import { useAccountChoices } from './record-fields.tsx';

/** The other accounts that one check, or one transfer, is for, with the part of each and what it comes to in all. */
export const OtherAccounts = ({ form }: { form: UseFormReturn<PaymentValues> }) => {
  const values = useWatch({ control: form.control }) as PaymentValues;
  const choices = useAccountChoices();
  const { others = [] } = values;
  const { isSubmitted } = form.formState;
  const set = (next: OtherPart[]) => form.setValue('others', next, { shouldDirty: true, shouldValidate: isSubmitted });
  const change = (at: number, part: Partial<OtherPart>) =>
    set(others.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const errors = form.formState.errors.others;
  return (
    <div className="grid gap-3">
      {others.map((one, at) => (
        <OtherAccount
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no names, and stay in their order
          key={at}
          one={one}
          name={at + 2}
          errors={errors?.[at]}
          choices={choices}
          onChange={(part) => change(at, part)}
          onRemove={() => set(others.toSpliced(at, 1))}
        />
      ))}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button size="small" icon={Plus} onClick={() => set([...others, { account_id: '', amount: '' }])}>
          Add Another Account
        </Button>
        {others.length > 0 && (
          <p className="num font-medium" aria-live="polite">
            {formatMoney(sumOf(values))} total
          </p>
        )}
      </div>
    </div>
  );
};

type OtherProps = {
  one: OtherPart;
  /** Its place among all accounts of the check. */
  name: number;
  errors: { account_id?: { message?: string }; amount?: { message?: string } } | undefined;
  choices: ReturnType<typeof useAccountChoices>;
  onChange: (part: Partial<OtherPart>) => void;
  onRemove: () => void;
};

const OtherAccount = ({ one, name, errors, choices, onChange, onRemove }: OtherProps) => (
  <div className="grid items-start gap-3 md:grid-cols-[minmax(0,1fr)_9rem_auto]">
    <Field label={`Account ${name}`} required error={errors?.account_id?.message}>
      <Combobox
        value={one.account_id}
        onChange={(id) => onChange({ account_id: id ?? '' })}
        choices={choices}
        none="No account matches"
        placeholder="Name, street, unit or email"
      />
    </Field>
    <Field label={`Amount ${name}`} required error={errors?.amount?.message}>
      <MoneyInput placeholder="0.00" value={one.amount} onChange={(amount) => onChange({ amount })} />
    </Field>
    <Button variant="ghost" icon={X} aria-label={`Remove account ${name}`} className="md:mt-6.5" onClick={onRemove} />
  </div>
);

const sumOf = (values: PaymentValues): number =>
  partsOf(values).reduce((sum, { amount }) => sum + (centsOf(toNumber(amount)) || 0), 0);
