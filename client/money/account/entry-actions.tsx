import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Entry } from '../../../schema/tables/ledger.ts';
import { isDebit, leftOf, reversalOf, whyNotReversed } from '../../../sync/ledger/entry-status.ts';
import { save, useRows } from '../../device/store.ts';
import { MoneyField, TextField } from '../../forms/fields.tsx';
import { toNumber, typedHundredths } from '../../forms/numbers.ts';
import { SaveForm, useSaveForm } from '../../forms/save-form.tsx';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import type { AccountBooks } from '../accounts.ts';
import { useOwnAccountRule } from '../accounts.ts';
import { openFeesOf } from '../fees/model.ts';
import { WaiveForm } from '../fees/waive-form.tsx';
import { RefundForm, refundsOf } from '../record/refund.tsx';
import { ReturnForm } from '../record/return-form.tsx';

/** An action of the board on an entry. `most_cents` is the largest amount; null where the whole entry is meant. */
type Action = {
  name: string;
  done: string;
  most_cents: number | null;
  explained: string;
  run: (given: { reason: string; amount: number | undefined }) => Promise<void>;
};

const actionsOf = (entry: Entry, books: AccountBooks): Action[] => {
  const id = uuidv7();
  const entry_id = entry.id;
  const isReversed = reversalOf(books.list, entry_id) !== undefined;
  const open = books.fold.debits.get(entry_id)?.open_cents ?? 0;
  if (isReversed || entry.kind === 'reversal') return [];
  return [
    ...(isDebit(entry) && open > 0
      ? [
          {
            name: 'Write Off',
            done: 'Written off',
            most_cents: open,
            explained: 'The charge is no longer owed. The holder sees the reason.',
            run: ({ reason, amount }) => save('writeOffEntry', { id, entry_id, reason, amount }),
          } satisfies Action,
        ]
      : []),
    ...(whyNotReversed(entry, books.payments.get(entry.payment_id ?? ''))
      ? []
      : [
          {
            name: 'Reverse',
            done: 'Reversed',
            most_cents: null,
            explained: 'This adds an entry for the opposite amount. Both entries stay on the account.',
            run: ({ reason }) => save('reverseEntry', { id, entry_id, reason }),
          } satisfies Action,
        ]),
  ];
};

const WAIVE = 'Waive';
const RETURNED = 'Returned';

const canBeReturned = (entry: Entry, { list, payments }: AccountBooks): boolean =>
  entry.kind === 'payment' && payments.get(entry.payment_id ?? '')?.kind === 'outside' && leftOf(entry, list) > 0;

const useRefusal = ({ account_id }: Entry): string | null => {
  const account = useRows('account').get(account_id);
  const whyNot = useOwnAccountRule();
  return account ? whyNot(account) : null;
};

type Props = { entry: Entry; books: AccountBooks; onDone: () => void };

export const EntryActions = ({ entry, books, onDone }: Props) => {
  const [chosen, setChosen] = useState<string | null>(null);
  const refusal = useRefusal(entry);
  const actions = refusal ? [] : actionsOf(entry, books);
  const fees = openFeesOf(entry.account_id, books.fold).filter((fee) => fee.entry.id === entry.id);
  const refunds = refusal ? [] : refundsOf(entry, books);
  const ends = { onCancel: () => setChosen(null), onDone };
  const action = actions.find(({ name }) => name === chosen);
  if (chosen === WAIVE)
    return (
      <div className="mt-5 border-line border-t pt-4">
        <WaiveForm fees={fees} {...ends} />
      </div>
    );
  if (chosen === RETURNED) return <ReturnForm entry={entry} books={books} {...ends} />;
  if (action) return <ActionForm key={action.name} action={action} {...ends} />;
  if (chosen !== null && refunds.includes(chosen))
    return <RefundForm key={chosen} name={chosen} entry={entry} books={books} {...ends} />;
  const names = [
    ...(fees.length > 0 && !refusal ? [WAIVE] : []),
    ...refunds,
    ...(canBeReturned(entry, books) ? [RETURNED] : []),
    ...actions.map(({ name }) => name),
  ];
  return <ActionButtons refusal={refusal} names={names} entry={entry} books={books} onChoose={setChosen} />;
};

type ButtonsProps = Omit<Props, 'onDone'> & {
  refusal: string | null;
  names: readonly string[];
  onChoose: (name: string) => void;
};

const ActionButtons = ({ refusal, names, entry, books, onChoose }: ButtonsProps) => (
  <div className="flex flex-wrap gap-2 pt-5">
    {refusal && (
      <div className="basis-full">
        <Alert tone="info">{refusal}</Alert>
      </div>
    )}
    {names.map((name) => (
      <Button key={name} size="small" onClick={() => onChoose(name)}>
        {name}
      </Button>
    ))}
    {canBeCorrected(entry, books) && (
      <LinkButton size="small" href={paths.correctPayment(entry.payment_id ?? '')}>
        Correct
      </LinkButton>
    )}
  </div>
);

const canBeCorrected = ({ id, kind, payment_id, amount_cents }: Entry, { payments, list }: AccountBooks): boolean =>
  kind === 'payment' &&
  payments.get(payment_id ?? '')?.kind === 'outside' &&
  leftOf({ id, amount_cents }, list) === -amount_cents;

type ActionFormProps = { action: Action; onCancel: () => void; onDone: () => void };

const ActionForm = ({ action, onCancel, onDone }: ActionFormProps) => {
  const { name, done, most_cents, explained, run } = action;
  const edit = useSaveForm({
    values: { reason: '', amount: typedHundredths(most_cents) },
    write: ({ reason, amount }) => run({ reason, amount: most_cents === null ? undefined : toNumber(amount) }),
    said: done,
    onSaved: onDone,
  });
  const { form } = edit;
  return (
    <SaveForm edit={edit} layout="below" submit={name} onCancel={onCancel}>
      <p className="text-ink-2">{explained}</p>
      {most_cents !== null && (
        <MoneyField form={form} name="amount" label="Amount" required hint={`At most ${formatMoney(most_cents)}.`} />
      )}
      <TextField form={form} name="reason" label="Reason" required autoFocus autoComplete="off" />
    </SaveForm>
  );
};
