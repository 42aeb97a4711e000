import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { useLocation } from 'wouter';
import type { Carry } from '../../../schema/accounts.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import { save } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { FormActions, FormCard } from '../../forms/actions.tsx';
import { PeopleField } from '../../forms/combobox-field.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { Controlled, RadioField } from '../../forms/fields.tsx';
import { useRecordForm } from '../../forms/record-form.ts';
import { useSubmit } from '../../forms/submit.ts';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { RecordLoader } from '../../screens/record-loader.tsx';
import { TwoColumns } from '../../screens/two-columns.tsx';
import { Alert } from '../../ui/alert.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { holdersOf, LOADER, titleOfAccount, useCandidates, useOwnAccountRule } from '../accounts.ts';
import { IssuedChoice, SalePreview } from './sale-parts.tsx';
import { type SaleValues, useSalePreview } from './sale-preview.ts';

/** /accounts/:id/sale: the seller's account is closed, and the buyer's is opened. */
const SaleScreen = () => <RecordLoader {...LOADER}>{(account) => <SaleForm account={account} />}</RecordLoader>;

export default SaleScreen;

const CARRIES: readonly { value: Carry; label: string; hint: string }[] = [
  { value: 'none', label: 'Nothing', hint: 'The seller pays the balance or gets the credit refunded.' },
  { value: 'balance', label: 'The whole balance', hint: 'The buyer takes over the balance or the credit.' },
  { value: 'credit_only', label: 'Only the credit', hint: 'The seller still owes the balance.' },
];

const SaleForm = ({ account }: { account: Account }) => {
  const today = useHoaToday();
  const sale = useSale(account);
  const { form, values, preview, whyNot, ask, busy, failure, dismiss } = sale;
  return (
    <>
      <SaleHeader account={account} />
      {account.status === 'closed' && (
        <Alert tone="info">This account was closed on {formatDate(account.closed_on ?? today)}.</Alert>
      )}
      {whyNot && <Alert tone="info">{whyNot}</Alert>}
      <TwoColumns wide side={<SalePreview account={account} values={values} preview={preview} />}>
        <FormCard onSubmit={ask}>
          <SaleFields account={account} form={form} />
          <IssuedChoice
            invoices={preview.issued}
            chosen={values.reissue}
            onChange={(reissue) => form.setValue('reissue', reissue)}
          />
          <ErrorAlert message={failure} onClose={dismiss} />
          <FormActions
            back={{ label: 'Cancel', href: paths.account(account.id) }}
            submit="Sell Home"
            busy={busy}
            done={account.status === 'closed' || whyNot !== null}
          />
        </FormCard>
      </TwoColumns>
      <ConfirmDialog
        open={sale.asking}
        onClose={sale.stopAsking}
        title="Sell Home"
        confirm="Sell Home"
        onConfirm={sale.sell}
      >
        <SaleSummary account={account} sale={sale} />
      </ConfirmDialog>
    </>
  );
};

const SaleSummary = ({
  account,
  sale: { values, preview },
}: {
  account: Account;
  sale: ReturnType<typeof useSale>;
}) => {
  const people = usePeople();
  return (
    <>
      The account of {holdersOf(people, account)} is closed as of {formatDate(values.on)} with a balance of{' '}
      {formatMoney(preview.seller_cents)}. {people.name(values.buyer_ids[0] ?? null)} starts with{' '}
      {formatMoney(preview.buyer_cents)}. This cannot be undone.
    </>
  );
};

const SaleHeader = ({ account }: { account: Account }) => {
  const people = usePeople();
  const title = titleOfAccount(people, account);
  return (
    <>
      <Breadcrumb
        entries={[
          { label: 'Accounts', href: paths.accounts() },
          { label: title, href: paths.account(account.id) },
          { label: 'Sale' },
        ]}
      />
      <PageHeader
        title="Sell Home"
        documentTitle={`Sale: ${title}`}
        subtitle={`${title}, ${holdersOf(people, account)}`}
      />
    </>
  );
};

const SaleFields = ({ account, form }: { account: Account; form: UseFormReturn<SaleValues> }) => (
  <>
    <Controlled form={form} name="on" label="Sold on" required hint="Invoices sent from this date on go to the buyer.">
      {({ value, onChange }) => (
        <DatePicker
          value={value}
          onChange={(on) => {
            onChange(on);
            form.setValue('reissue', []);
          }}
          min={account.opened_on}
        />
      )}
    </Controlled>
    <PeopleField
      form={form}
      name="buyer_ids"
      label="New owners"
      required
      hint="Invoices are addressed to the first person you choose. If someone isn’t listed, invite them under Users."
      people={useCandidates(account.holder_ids)}
    />
    <RadioField form={form} name="carry" label="What the buyer takes over" options={CARRIES} />
  </>
);

const useSale = (account: Account) => {
  const today = useHoaToday();
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState(false);
  const { form } = useRecordForm<SaleValues>(null, { on: today, buyer_ids: [], carry: 'none', reissue: [] });
  const values = useWatch({ control: form.control }) as SaleValues;
  const preview = useSalePreview(account, values);
  const { submit, busy, failure, fail, dismiss } = useSubmit('The sale could not be saved. Please try again.');
  const ask = () => {
    if (values.buyer_ids.length === 0) return fail('Please select the new owner.');
    if (values.on > today) return fail('The date cannot be in the future.');
    if (values.on < account.opened_on) return fail(`The sale cannot be before ${formatDate(account.opened_on)}.`);
    dismiss();
    setAsking(true);
  };
  const sell = async () => {
    const id = `a-${uuidv7()}`;
    const { on, buyer_ids, carry } = values;
    const issued = preview.issued
      .filter((invoice) => values.reissue.includes(invoice.id))
      .map((invoice) => ({ invoice_id: invoice.id, as: uuidv7() }));
    const sale = { id, account_id: account.id, on, buyer_ids, carry, issued };
    if (!(await submit(() => save('transferOwnership', sale)))) return;
    void toast('Home sold');
    navigate(paths.account(id));
  };
  const whyNot = useOwnAccountRule()({ holder_ids: [...account.holder_ids, ...values.buyer_ids] });
  const stopAsking = () => setAsking(false);
  return { form, values, preview, whyNot, ask, asking, stopAsking, sell, busy, failure, dismiss };
};
