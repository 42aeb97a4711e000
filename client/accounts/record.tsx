import { useEffect, useMemo, useRef, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { centsOf } from '../../schema/dues.ts';
import { RECORDED_METHODS } from '../../schema/postings.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import { toNumber } from '../dues/form-model.ts';
import { FormActions, FormCard } from '../forms/actions.tsx';
import { ComboboxField } from '../forms/combobox-field.tsx';
import { ErrorAlert } from '../forms/failure.tsx';
import { DateField, SelectField, TextField } from '../forms/fields.tsx';
import { useSubmit } from '../forms/submit.ts';
import { messageOf } from '../http.ts';
import { useSearchParams } from '../location.ts';
import { paths } from '../paths.ts';
import { type People, usePeople } from '../screens/people.tsx';
import { TwoColumns } from '../screens/two-columns.tsx';
import { save, useOnline, useRows } from '../store.ts';
import { useHoaToday } from '../today.ts';
import { Alert } from '../ui/alert.tsx';
import { Card } from '../ui/card.tsx';
import { formatLabel, formatMoney } from '../ui/format.ts';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';
import { CoverageCard } from './coverage-card.tsx';
import { useFolds } from './folds.ts';
import { holdersOf } from './model.ts';
import { type PaymentValues, paymentArgs, usePaymentResolver } from './record-form.ts';

type Form = UseFormReturn<PaymentValues>;
type Recorded = { id: string; text: string };

/** /accounts/record: one payment after another, with the same method, date and deposit. */
const RecordPayment = () => {
  const today = useHoaToday();
  const asked = useSearchParams().get('account') ?? '';
  const form = useForm<PaymentValues>({
    resolver: usePaymentResolver(),
    defaultValues: { ...EMPTY, account_id: asked, method: 'check', received_on: today },
  });
  const [recorded, setRecorded] = useState<readonly Recorded[]>([]);
  const { submit, failure, dismiss } = useSubmit((error) => messageOf(error, FAILED), { repeat: true });
  const choices = useAccountChoices();
  const start = useRef<HTMLDivElement>(null);
  const record = form.handleSubmit(async (values) => {
    const id = uuidv7();
    if (!(await submit(() => save('recordPayment', paymentArgs(values, id))))) return;
    const label = choices.find((choice) => choice.id === values.account_id)?.label ?? '';
    setRecorded((before) => [
      { id, text: `${formatMoney(centsOf(toNumber(values.amount)))} from ${label}` },
      ...before,
    ]);
    const { method, received_on, deposit_id } = values;
    form.reset({ ...EMPTY, method, received_on, deposit_id });
    start.current?.querySelector('input')?.focus();
  });
  useProposedAmount(form, asked);
  return (
    <>
      <Breadcrumb entries={[{ label: 'Accounts', href: paths.accounts() }, { label: 'Record Payment' }]} />
      <PageHeader title="Record Payment" subtitle="Checks, cash and transfers that the board received" />
      <TwoColumns side={<Side form={form} recorded={recorded} />}>
        <FormCard onSubmit={record}>
          <div ref={start}>
            <ComboboxField
              form={form}
              name="account_id"
              label="Account"
              required
              choices={choices}
              none="No account matches"
              placeholder="Name, street, unit or email"
            />
          </div>
          <PaymentFields form={form} />
          <ErrorAlert message={failure} onClose={dismiss} />
          <FormActions
            back={{ label: 'Done', href: paths.accounts() }}
            submit={form.formState.isSubmitting ? 'Recording...' : 'Record Payment'}
            busy={form.formState.isSubmitting}
          />
        </FormCard>
      </TwoColumns>
    </>
  );
};

export default RecordPayment;

const FAILED = 'Failed to record the payment. Please try again.';
const EMPTY: PaymentValues = {
  account_id: '',
  amount: '',
  method: 'check',
  received_on: '',
  reference: '',
  payer_name: '',
  memo: '',
  note: '',
  deposit_id: '',
};

const METHODS = RECORDED_METHODS.map((value) => ({ value, label: formatLabel(value) }));

const PaymentFields = ({ form }: { form: Form }) => {
  const method = useWatch({ control: form.control, name: 'method' });
  const isCheck = method === 'check';
  return (
    <>
      <div className="grid gap-4.5 md:grid-cols-3">
        <TextField
          form={form}
          name="amount"
          label="Amount"
          required
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
        />
        <SelectField form={form} name="method" label="Method" required options={METHODS} />
        <TextField
          form={form}
          name="reference"
          label={isCheck ? 'Check number' : 'Reference'}
          required={isCheck}
          autoComplete="off"
          inputMode={isCheck ? 'numeric' : 'text'}
        />
      </div>
      <div className="grid gap-4.5 md:grid-cols-2">
        <DateField form={form} name="received_on" label="Received on" required min="2000-01-01" />
        <DepositField form={form} />
      </div>
      <div className="grid gap-4.5 md:grid-cols-2">
        <TextField form={form} name="payer_name" label="Payer" hint="Where it is not a holder" autoComplete="off" />
        <TextField form={form} name="memo" label="Memo" hint="The holder sees it." autoComplete="off" />
      </div>
    </>
  );
};

const NO_DEPOSIT = { value: '', label: 'None' };

const DepositField = ({ form }: { form: Form }) => {
  const deposits = useRows('deposit').all;
  const open = deposits.filter(({ status }) => status === 'open').map(({ id, name }) => ({ value: id, label: name }));
  return <SelectField form={form} name="deposit_id" label="Deposit" options={[NO_DEPOSIT, ...open]} />;
};

const useAccountChoices = () => {
  const accounts = useRows('account').all;
  const people = usePeople();
  return useMemo(() => accounts.map((account) => choiceOf(people, account)), [accounts, people]);
};

const choiceOf = (people: People, account: Account) => {
  const home = people.address(account);
  const holders = holdersOf(people, account);
  const emails = account.holder_ids.map((id) => people.email(id)).join(', ');
  return { id: account.id, label: [holders, home].filter(Boolean).join(' · '), hint: emails };
};

/** Proposes all that is due now as soon as an account is chosen, until an amount is typed. */
const useProposedAmount = (form: Form, asked: string) => {
  const account_id = useWatch({ control: form.control, name: 'account_id' }) || asked;
  const folds = useFolds(useHoaToday());
  useEffect(() => {
    if (!account_id || form.getFieldState('amount').isDirty) return;
    const due = folds(account_id).fold.due_now_cents;
    form.setValue('amount', due > 0 ? (due / 100).toFixed(2) : '');
  }, [account_id, folds, form]);
};

const Side = ({ form, recorded }: { form: Form; recorded: readonly Recorded[] }) => {
  const online = useOnline();
  return (
    <>
      <CoverageCard form={form} />
      {recorded.length > 0 && (
        <Card title={`Recorded (${recorded.length})`}>
          <ul className="num grid gap-1.5">
            {recorded.map(({ id, text }) => (
              <li key={id} className="[overflow-wrap:anywhere]">
                {text}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {!online && <Alert tone="info">You are offline. What you record is kept on this device and sent later.</Alert>}
    </>
  );
};
