import { useDeferredValue, useMemo } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import { centsOf } from '../../../schema/dues.ts';
import type { Payment } from '../../../schema/tables/invoices.ts';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import { isDirectedOn } from '../../../sync/policies/rules.ts';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { toNumber } from '../../forms/numbers.ts';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { type AccountBooks, holdersOf, useBooks } from '../accounts.ts';
import { coverageOf } from '../pay/coverage.ts';
import { CoverageLines } from '../pay/coverage-lines.tsx';
import { useFolds } from '../use-folds.ts';
import { type PaymentValues, pinned } from './payment-form.ts';

type Form = { form: UseFormReturn<PaymentValues> };

/** Open charges of the chosen account. Where the rules have payments directed, charges are chosen here. */
export const OpenCard = ({ form }: Form) => {
  const { account_id = '', received_on = '', pins = [] } = useWatch({ control: form.control });
  const today = useHoaToday();
  const { fold, ...books } = useBooks(account_id, today);
  const isDirected = isDirectedOn(useRows('policy').all, received_on || today);
  if (!account_id) return null;
  const choose = (debit_id: string, amount_cents: number, isOn: boolean) => {
    const others = form.getValues('pins').filter((pin) => pin.debit_id !== debit_id);
    form.setValue('pins', isOn ? [...others, { debit_id, amount_cents }] : others);
  };
  return (
    <Card title="Open">
      {fold.open.length === 0 && <p className="text-ink-2">This account has no open charges.</p>}
      <ul className="num grid gap-1.5">
        {fold.open.map(({ entry, open_cents, due_on }) => (
          <li key={entry.id} className="flex justify-between gap-3">
            {isDirected ? (
              <Checkbox
                label={titleOf(entry, books)}
                hint={dueOn(due_on, today)}
                checked={pins.some((pin) => pin.debit_id === entry.id)}
                onChange={({ target }) => choose(entry.id, open_cents, target.checked)}
              />
            ) : (
              <span className="[overflow-wrap:anywhere]">
                {titleOf(entry, books)} <span className="text-ink-3 text-sm">{dueOn(due_on, today)}</span>
              </span>
            )}
            <span>{formatMoney(open_cents)}</span>
          </li>
        ))}
      </ul>
      {!isDirected && fold.open.length > 1 && <FixedOrder />}
    </Card>
  );
};

const FixedOrder = () => (
  <p className="pt-3 text-ink-3 text-sm">
    Your association applies payments in a fixed order.{' '}
    <Link href={paths.rules()} className="text-pine-text underline">
      See how.
    </Link>
  </p>
);

const dueOn = (day: string, today: string) => `${day < today ? 'overdue since' : 'due'} ${formatDate(day)}`;

/** The charges that the payment in the form will cover, and the credit that stays. */
export const CoverageCard = ({ form, wrong }: Form & { wrong: Payment | undefined }) => {
  const { account_id = '', amount = '', received_on = '', pins = [] } = useWatch({ control: form.control });
  const today = useHoaToday();
  const books = useBooks(account_id, today);
  const policies = useRows('policy').all;
  // The fold does not run on a keystroke.
  const cents = useDeferredValue(centsOf(toNumber(amount)));
  const coverage = useMemo(() => {
    if (!account_id || !(cents > 0)) return null;
    const on = received_on || today;
    const chosen = isDirectedOn(policies, on) ? pinned(pins as PaymentValues['pins'], cents) : [];
    return coverageOf(without(books, wrong), policies, { account_id, cents, on, pins: chosen }, today);
  }, [books, policies, account_id, cents, received_on, pins, wrong, today]);
  if (!account_id) return null;
  return (
    <Card title="What It Covers">
      {coverage ? <CoverageLines coverage={coverage} /> : <p className="text-ink-2">Enter an amount to see it.</p>}
    </Card>
  );
};

/** A payment and its reversal as of its own day leave nothing. */
const without = (books: AccountBooks, wrong: Payment | undefined): AccountBooks =>
  wrong ? { ...books, list: books.list.filter(({ payment_id }) => payment_id !== wrong.id) } : books;

export type Recorded = { id: string; account_id: string; cents: number };

/** Payments recorded since the screen was opened, and who owes nothing any more. */
export const RecordedCard = ({ recorded }: { recorded: readonly Recorded[] }) => {
  const accounts = useRows('account');
  const people = usePeople();
  const folds = useFolds(useHoaToday());
  if (recorded.length === 0) return null;
  const sum = recorded.reduce((total, { cents }) => total + cents, 0);
  return (
    <Card title={`Recorded (${recorded.length})`} actions={<b className="num font-semibold">{formatMoney(sum)}</b>}>
      <ul className="num grid max-h-96 gap-1.5 overflow-y-auto">
        {recorded.map(({ id, account_id, cents }) => {
          const account = accounts.get(account_id);
          const due = folds(account_id).fold.due_now_cents;
          return (
            <li key={id} className="flex justify-between gap-3">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {account ? holdersOf(people, account) || people.address(account) : ''}{' '}
                <span className={due > 0 ? 'block text-ochre text-sm' : 'block text-good text-sm'}>
                  {due > 0 ? `${formatMoney(due)} still due` : 'Nothing due'}
                </span>
              </span>
              <span>{formatMoney(cents)}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
};
