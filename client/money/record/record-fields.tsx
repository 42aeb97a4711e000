import { useDeferredValue, useEffect, useMemo } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { RECORDED_METHODS } from '../../../schema/postings.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import type { AccountFold } from '../../../sync/ledger/folds.ts';
import { useRows, useStored } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { ComboboxField } from '../../forms/combobox-field.tsx';
import { DateField, MoneyField, SelectField, TextField } from '../../forms/fields.tsx';
import { type People, usePeople } from '../../screens/people.tsx';
import { formatLabel, formatMoney } from '../../ui/format.ts';
import { holdersOf } from '../accounts.ts';
import { useFolds } from '../use-folds.ts';
import type { PaymentValues } from './payment-form.ts';

type Form = { form: UseFormReturn<PaymentValues> };

export const AccountField = ({ form }: Form) => (
  <ComboboxField
    form={form}
    name="account_id"
    label="Account"
    required
    choices={useAccountChoices()}
    none="No account matches"
    placeholder="Name, street, unit or email"
  />
);

/** Every account as it is looked for: by holders, home and email addresses. Beside each stands what it owes, so that of two people
 * of one name the right one is taken. */
export const useAccountChoices = () => {
  const accounts = useDeferredValue(useRows('account').all);
  const people = usePeople();
  // The list of accounts comes before what each owes, also after each payment.
  const folds = useDeferredValue(useFolds(useHoaToday()));
  const { isComplete } = useStored('entry');
  return useMemo(
    () =>
      accounts.map((account) => ({
        ...choiceOf(people, account),
        ...(isComplete && { aside: owedInWords(folds(account.id).fold) }),
      })),
    [accounts, people, folds, isComplete],
  );
};

const owedInWords = ({ due_now_cents, credit_cents }: AccountFold['fold']): string => {
  if (due_now_cents > 0) return `${formatMoney(due_now_cents)} due`;
  return credit_cents > 0 ? `${formatMoney(credit_cents)} credit` : 'Nothing due';
};

const choiceOf = (people: People, account: Account) => {
  const home = people.address(account);
  const holders = holdersOf(people, account);
  const emails = account.holder_ids.map((id) => people.email(id)).join(', ');
  const closed = account.status === 'closed' ? 'closed' : '';
  return { id: account.id, label: [holders, home, closed].filter(Boolean).join(' · '), hint: emails };
};

const METHODS = RECORDED_METHODS.map((value) => ({ value, label: formatLabel(value) }));

/** Fields that change with each check come first, so that Tab reaches them at once. */
export const PaymentFields = ({ form }: Form) => {
  const isCheck = useWatch({ control: form.control, name: 'method' }) === 'check';
  return (
    <>
      <div className="grid gap-4.5 md:grid-cols-2">
        <MoneyField
          form={form}
          name="amount"
          label="Amount"
          required
          placeholder="0.00"
          onFocus={({ target }) => target.select()}
        />
        <TextField
          form={form}
          name="reference"
          label={isCheck ? 'Check number' : 'Reference'}
          required={isCheck}
          autoComplete="off"
          inputMode={isCheck ? 'numeric' : 'text'}
        />
      </div>
      <div className="grid gap-4.5 md:grid-cols-3">
        <SelectField form={form} name="method" label="Method" required options={METHODS} />
        <DateField form={form} name="received_on" label="Received on" required min="2000-01-01" />
        <DepositField form={form} />
      </div>
      <div className="grid gap-4.5 md:grid-cols-2">
        <TextField form={form} name="payer_name" label="Payer" hint="If not a holder" autoComplete="off" />
        <TextField form={form} name="memo" label="Memo" hint="The holder sees it." autoComplete="off" />
      </div>
    </>
  );
};

const NO_DEPOSIT = { value: '', label: 'None' };

const DepositField = ({ form }: Form) => {
  const deposits = useRows('deposit').all;
  const chosen = useWatch({ control: form.control, name: 'deposit_id' });
  const open = deposits
    .filter(({ id, status }) => status === 'open' || id === chosen)
    .map(({ id, name }) => ({ value: id, label: name }));
  return <SelectField form={form} name="deposit_id" label="Deposit" options={[NO_DEPOSIT, ...open]} />;
};

/** Proposes all that is due now as soon as an account is chosen, until an amount is typed. */
export const useProposedAmount = (form: UseFormReturn<PaymentValues>, isOff: boolean) => {
  const account_id = useWatch({ control: form.control, name: 'account_id' });
  const folds = useFolds(useHoaToday());
  useEffect(() => {
    if (isOff || !account_id || form.getFieldState('amount').isDirty) return;
    const due = folds(account_id).fold.due_now_cents;
    form.setValue('amount', due > 0 ? (due / 100).toFixed(2) : '');
  }, [account_id, folds, form, isOff]);
};
