import { type FormEvent, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { useLocation } from 'wouter';
import type { Carry } from '../../../schema/accounts.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import { save } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { FormActions } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { RecordLoader } from '../../screens/record-loader.tsx';
import { TwoColumns } from '../../screens/two-columns.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceGroup, Radio } from '../../ui/choice.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { PeoplePicker } from '../../ui/people-picker.tsx';
import { toast } from '../../ui/toast.tsx';
import { useCandidates } from '../account/holders-dialog.tsx';
import { holdersOf, LOADER, titleOfAccount } from '../account/model.ts';
import { useOwnAccountRule } from '../fees/model.ts';
import { IssuedChoice, SalePreview } from './sale-parts.tsx';
import { type SaleValues, useSalePreview } from './sale-preview.ts';

/** /accounts/:id/sale: the seller's account is closed, and the buyer's is opened. */
const SaleScreen = () => <RecordLoader {...LOADER}>{(account) => <SaleForm account={account} />}</RecordLoader>;

export default SaleScreen;

const CARRIES: readonly { value: Carry; label: string; hint: string }[] = [
  { value: 'none', label: 'Nothing', hint: 'The seller settles what is open, or is given back their credit.' },
  { value: 'balance', label: 'The whole balance', hint: 'The buyer takes over what is owed, or the credit.' },
  { value: 'credit_only', label: 'The credit alone', hint: 'What is owed stays with the seller.' },
];

const SaleForm = ({ account }: { account: Account }) => {
  const today = useHoaToday();
  const people = usePeople();
  const [, navigate] = useLocation();
  const [values, setValues] = useState<SaleValues>({ on: today, buyer_ids: [], carry: 'none', reissue: [] });
  const [asking, setAsking] = useState(false);
  const set = (changes: Partial<SaleValues>) => setValues((before) => ({ ...before, ...changes }));
  const preview = useSalePreview(account, values);
  const { submit, busy, failure, fail, dismiss } = useSubmit('The sale could not be saved. Please try again.');
  const title = titleOfAccount(people, account);
  const whyNot = useOwnAccountRule()({ holder_ids: [...account.holder_ids, ...values.buyer_ids] });
  const [buyer] = values.buyer_ids;
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (!buyer) return fail('Please select the new owner.');
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
      {account.status === 'closed' && (
        <Alert tone="info">This account was closed on {formatDate(account.closed_on ?? today)}.</Alert>
      )}
      {whyNot && <Alert tone="info">{whyNot}</Alert>}
      <TwoColumns wide side={<SalePreview account={account} values={values} preview={preview} />}>
        <Card className="max-w-3xl">
          <form noValidate onSubmit={ask} className="grid grid-cols-[minmax(0,1fr)] gap-4.5 py-1">
            <Field label="Sold on" required hint="Periods sent from this day on go to the buyer.">
              <DatePicker value={values.on} onChange={(on) => set({ on, reissue: [] })} min={account.opened_on} />
            </Field>
            <Field
              label="New owners"
              required
              hint="Invoices are addressed to the first. Invite them under Users first."
            >
              <PeoplePicker
                people={useCandidates(account.holder_ids)}
                values={values.buyer_ids}
                onChange={(buyer_ids) => set({ buyer_ids })}
              />
            </Field>
            <ChoiceGroup label="What the buyer takes over">
              {CARRIES.map(({ value, label, hint }) => (
                <Radio
                  key={value}
                  name="carry"
                  label={label}
                  hint={hint}
                  checked={values.carry === value}
                  onChange={() => set({ carry: value })}
                />
              ))}
            </ChoiceGroup>
            <IssuedChoice invoices={preview.issued} chosen={values.reissue} onChange={(reissue) => set({ reissue })} />
            <ErrorAlert message={failure} onClose={dismiss} />
            <FormActions
              back={{ label: 'Cancel', href: paths.account(account.id) }}
              submit="Sell Home"
              busy={busy}
              done={account.status === 'closed' || whyNot !== null}
            />
          </form>
        </Card>
      </TwoColumns>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Sell Home"
        confirm="Sell Home"
        onConfirm={sell}
      >
        The account of {holdersOf(people, account)} is closed as of {formatDate(values.on)} with a balance of{' '}
        {formatMoney(preview.seller_cents)}. {people.name(buyer ?? null)} starts with {formatMoney(preview.buyer_cents)}
        . This cannot be undone.
      </ConfirmDialog>
    </>
  );
};
