import { useState } from 'react';
import { type ResolverResult, type UseFormReturn, useWatch } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { reason as reasonInput } from '../../../schema/postings.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import { Refusal } from '../../../sync/tx.ts';
import { messageOf } from '../../device/http.ts';
import { save, useRows } from '../../device/store.ts';
import { MoneyInput, RadioField, TextField } from '../../forms/fields.tsx';
import { toNumber, typedHundredths } from '../../forms/numbers.ts';
import { SaveForm, useSaveForm } from '../../forms/save-form.tsx';
import { NOT_SAVED } from '../../forms/submit.ts';
import { usePeople } from '../../screens/people.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate, formatMoney, formatPlural } from '../../ui/format.ts';
import { holdersOf, titleOfAccount, useOwnAccountRule } from '../accounts.ts';
import { type OpenFee, useWaivers } from './model.ts';

const OWN_WORDS = 'own';
const REASONS = [
  ...[
    'First late payment',
    'Paid on time, received late',
    'Mail or bank delay',
    'Charged by mistake',
    'Hardship',
    'Board decision',
  ].map((value) => ({ value, label: value })),
  { value: OWN_WORDS, label: 'Other' },
];

type Props = { fees: readonly OpenFee[]; onCancel: () => void; onDone: () => void };
/** `amount` is null until one was typed. */
type Values = { reason: string; words: string; amount: string | null };

/** Waives one fee or several, with one reason for all. Fees on the viewer's own account stay out. */
export const WaiveForm = ({ fees, onCancel, onDone }: Props) => {
  const accounts = useRows('account');
  const { chosen, setChosen, waived } = useChosenFees(fees);
  const edit = useWaiveForm(waived, onDone);
  const byAccount = Map.groupBy(fees, ({ account_id }) => account_id);
  return (
    <SaveForm edit={edit} layout="narrow" submit={submitLabel(waived)} onCancel={onCancel} stacks>
      {[...byAccount].map(([account_id, ofAccount]) => (
        <AccountFees
          key={account_id}
          account={accounts.get(account_id)}
          fees={ofAccount}
          chosen={chosen}
          onChange={setChosen}
        />
      ))}
      {waived.length > 0 && <WaiverFields form={edit.form} waived={waived} />}
    </SaveForm>
  );
};

const useChosenFees = (fees: readonly OpenFee[]) => {
  const accounts = useRows('account');
  const whyNot = useOwnAccountRule();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(fees.map(({ entry }) => entry.id)));
  const mayWaive = ({ account_id }: OpenFee) => {
    const account = accounts.get(account_id);
    return account !== undefined && whyNot(account) === null;
  };
  return { chosen, setChosen, waived: fees.filter((fee) => chosen.has(fee.entry.id) && mayWaive(fee)) };
};

const useWaiveForm = (waived: readonly OpenFee[], onDone: () => void) =>
  useSaveForm<Values>({
    values: { reason: REASONS[0]?.value ?? OWN_WORDS, words: '', amount: null },
    resolver,
    write: (values) => {
      const part = waived.length === 1 && values.amount !== null ? { amount: toNumber(values.amount) } : {};
      return waiveAll(waived, { reason: reasonInput.parse(reasonOf(values)), ...part });
    },
    said: waived.length === 1 ? 'Fee waived' : `${waived.length} fees waived`,
    onSaved: onDone,
  });

const reasonOf = ({ reason, words }: Values): string => (reason === OWN_WORDS ? words : reason);

const resolver = (values: Values): ResolverResult<Values> => {
  const issue = reasonInput.safeParse(reasonOf(values)).error?.issues[0];
  if (!issue) return { values, errors: {} };
  const error = { type: 'custom', message: issue.message };
  return { values: {}, errors: values.reason === OWN_WORDS ? { words: error } : { reason: error } };
};

const submitLabel = (waived: readonly OpenFee[]): string | null => {
  if (waived.length === 0) return null;
  if (waived.length === 1) return 'Waive';
  const total = waived.reduce((sum, { open_cents }) => sum + open_cents, 0);
  return `Waive ${formatPlural(waived.length, 'Fee')} (${formatMoney(total)})`;
};

const WaiverFields = ({ form, waived: [only, ...others] }: { form: UseFormReturn<Values>; waived: OpenFee[] }) => {
  const [reason, amount] = useWatch({ control: form.control, name: ['reason', 'amount'] });
  return (
    <>
      {only && others.length === 0 && (
        <Field label="Amount" required hint={`At most ${formatMoney(only.open_cents)}.`}>
          <MoneyInput
            className="max-w-40"
            value={amount ?? typedHundredths(only.open_cents)}
            onChange={(text) => form.setValue('amount', text)}
          />
        </Field>
      )}
      <RadioField form={form} name="reason" label="Reason" options={REASONS} />
      {reason === OWN_WORDS && (
        <TextField form={form} name="words" label="Reason in your own words" required autoFocus autoComplete="off" />
      )}
      <p className="text-ink-3 text-sm">The holder sees the reason.</p>
    </>
  );
};

/** Each is posted by itself, so that one that is refused keeps no other. Throws Refusal that says why the first one
 * failed. */
const waiveAll = async (fees: readonly OpenFee[], given: { reason: string; amount?: number }): Promise<void> => {
  let failed: string | null = null;
  let done = 0;
  for (const { entry } of fees) {
    try {
      await save('waiveEntry', { id: uuidv7(), entry_id: entry.id, written_at: new Date().toISOString(), ...given });
      done += 1;
    } catch (error) {
      failed ??= messageOf(error, NOT_SAVED);
    }
  }
  if (failed)
    throw new Refusal('conflict', done > 0 ? `${done} of ${fees.length} fees were waived. ${failed}` : failed);
};

type AccountFeesProps = {
  account: Account | undefined;
  fees: readonly OpenFee[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
};

const AccountFees = ({ account, fees, chosen, onChange }: AccountFeesProps) => {
  const people = usePeople();
  const waivers = useWaivers();
  const whyNot = useOwnAccountRule();
  if (!account) return null;
  const title = titleOfAccount(people, account);
  const holders = people.address(account) && holdersOf(people, account);
  const refusal = whyNot(account);
  const count = waivers(account);
  const toggle = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    onChange(next);
  };
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium [overflow-wrap:anywhere]">
        {title}
        {holders && <span className="block font-normal text-ink-2 text-sm">{holders}</span>}
      </legend>
      {refusal && <Alert tone="info">{refusal}</Alert>}
      <ul>
        {fees.map((fee) => (
          <FeeLine
            key={fee.entry.id}
            fee={fee}
            disabled={refusal !== null}
            checked={refusal === null && chosen.has(fee.entry.id)}
            onToggle={(on) => toggle(fee.entry.id, on)}
          />
        ))}
      </ul>
      <p className="num text-ink-3 text-sm">
        {count === 0 ? 'No waivers' : formatPlural(count, 'waiver')} this year for {holders || title}.
      </p>
    </fieldset>
  );
};

type FeeLineProps = { fee: OpenFee; disabled: boolean; checked: boolean; onToggle: (on: boolean) => void };

const FeeLine = ({ fee: { entry, open_cents, title }, disabled, checked, onToggle }: FeeLineProps) => (
  <li className="num flex items-center justify-between gap-3 border-line border-t py-1.5 first:border-t-0">
    <label className="flex min-h-6 min-w-0 items-center gap-2.5 touch:min-h-11">
      <input
        type="checkbox"
        className="shrink-0"
        disabled={disabled}
        checked={checked}
        onChange={({ target }) => onToggle(target.checked)}
      />
      <span className="[overflow-wrap:anywhere]">
        {title} of {formatDate(entry.effective_on)}
      </span>
    </label>
    <span>{formatMoney(open_cents)}</span>
  </li>
);
