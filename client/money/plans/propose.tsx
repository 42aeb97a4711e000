import { useMemo, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { centsOf } from '../../../schema/dues.ts';
import { DEFAULT_PLAN_GRACE_DAYS, type Instalment, planInput } from '../../../schema/payment-plans.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import { proposeInstalments } from '../../../sync/plans/rules.ts';
import { save } from '../../device/store.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { toNumber } from '../../forms/numbers.ts';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceGroup, Radio } from '../../ui/choice.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DraftNote, useDraft } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import type { AccountBooks } from '../account/model.ts';
import { Instalments } from './instalments.tsx';
import { chargesToCover, firstOfNextMonth } from './model.ts';

type Props = { account: Account; books: AccountBooks; today: string; open: boolean; onClose: () => void };

/** What was typed. `left_out` are charges that the plan does not cover; `edited` the instalments once one was changed by hand. */
type Typed = {
  left_out: string[];
  by: 'count' | 'amount';
  count: string;
  amount: string;
  first_on: string;
  grace_days: string;
  edited: { due_on: string; amount: string }[] | null;
};

const ProposeDialog = (props: Props) => (
  <Dialog open={props.open} onClose={props.onClose} title="Start Payment Plan" wide>
    <ProposeForm key={String(props.open)} {...props} />
  </Dialog>
);

export default ProposeDialog;

const ProposeForm = ({ account, books, today, onClose }: Props) => {
  const draft = useDraft<Typed>(`plan/${account.id}`, {
    left_out: [],
    by: 'count',
    count: '6',
    amount: '',
    first_on: firstOfNextMonth(today),
    grace_days: String(DEFAULT_PLAN_GRACE_DAYS),
    edited: null,
  });
  const typed = draft.value;
  const charges = chargesToCover(books);
  const covered = charges.filter(({ entry }) => !typed.left_out.includes(entry.id));
  const total = covered.reduce((sum, { open_cents }) => sum + open_cents, 0);
  const proposed = useMemo(() => proposalOf(typed, total), [typed, total]);
  const rows = typed.edited ?? proposed.map(({ due_on, cents }) => ({ due_on, amount: (cents / 100).toFixed(2) }));
  const [problem, setProblem] = useState<{ path: string; message: string } | null>(null);
  const { submit, busy, failure, dismiss } = useSubmit('The plan could not be saved. Please try again.');
  const shape = (changes: Partial<Typed>) => {
    setProblem(null);
    draft.set({ ...typed, edited: null, ...changes });
  };
  const editRow = (at: number, change: Partial<(typeof rows)[number]>) => {
    setProblem(null);
    draft.set({ ...typed, edited: rows.map((row, index) => (index === at ? { ...row, ...change } : row)) });
  };
  const sum = rows.reduce((cents, { amount }) => cents + (centsOf(toNumber(amount)) || 0), 0);
  const press = async () => {
    const args = {
      id: uuidv7(),
      account_id: account.id,
      covers: covered.map(({ entry }) => entry.id),
      instalments: rows.map(({ due_on, amount }) => ({ due_on, amount: toNumber(amount) })),
      grace_days: toNumber(typed.grace_days),
      written_at: new Date().toISOString(),
    };
    const checked = planInput.safeParse(args);
    const issue = checked.error?.issues[0];
    setProblem(issue ? { path: String(issue.path[0]), message: issue.message } : null);
    if (issue || sum !== total) return;
    if (!(await submit(() => save('createPlan', args)))) return;
    draft.discard();
    void toast('Plan started');
    onClose();
  };
  const errorOf = (path: string) => (problem?.path === path ? problem.message : undefined);
  return (
    <PlainForm onSubmit={press}>
      <ChoiceGroup label="Charges it covers" error={errorOf('covers')}>
        <ul>
          {charges.map(({ entry, open_cents, due_on }) => (
            <li
              key={entry.id}
              className="num flex items-center justify-between gap-3 border-line border-t py-1.5 first:border-t-0"
            >
              <label className="flex min-w-0 items-center gap-2.5 touch:min-h-11">
                <input
                  type="checkbox"
                  className="shrink-0"
                  checked={!typed.left_out.includes(entry.id)}
                  onChange={({ target }) =>
                    shape({
                      left_out: target.checked
                        ? typed.left_out.filter((id) => id !== entry.id)
                        : [...typed.left_out, entry.id],
                    })
                  }
                />
                <span className="[overflow-wrap:anywhere]">
                  {titleOf(entry, books)}
                  <span className="text-ink-3"> · due {formatDate(due_on)}</span>
                </span>
              </label>
              <span>{formatMoney(open_cents)}</span>
            </li>
          ))}
        </ul>
        <p className="num flex justify-between border-line border-t pt-1.5 font-semibold">
          <span>To be paid by the plan</span>
          <span>{formatMoney(total)}</span>
        </p>
      </ChoiceGroup>
      <ChoiceGroup label="Cut into">
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          <Radio
            name="plan-by"
            label="A number of instalments"
            checked={typed.by === 'count'}
            onChange={() => shape({ by: 'count' })}
          />
          <Radio
            name="plan-by"
            label="Instalments of an amount"
            checked={typed.by === 'amount'}
            onChange={() => shape({ by: 'amount' })}
          />
        </div>
      </ChoiceGroup>
      <div className="grid gap-4.5 md:grid-cols-3">
        {typed.by === 'count' ? (
          <Field label="Instalments" required hint="2 to 60">
            <Input
              inputMode="numeric"
              autoComplete="off"
              className="num"
              value={typed.count}
              onChange={({ target }) => shape({ count: target.value })}
            />
          </Field>
        ) : (
          <Field label="Amount of each" required hint="In dollars; the last takes the remainder">
            <Input
              inputMode="decimal"
              autoComplete="off"
              className="num"
              placeholder="0.00"
              value={typed.amount}
              onChange={({ target }) => shape({ amount: target.value })}
            />
          </Field>
        )}
        <Field label="First instalment" required hint="At most 60 days ahead">
          <DatePicker value={typed.first_on} min={today} onChange={(first_on) => shape({ first_on })} />
        </Field>
        <Field label="Grace days" required hint="For each instalment" error={errorOf('grace_days')}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            className="num"
            value={typed.grace_days}
            onChange={({ target }) => draft.set({ ...typed, grace_days: target.value })}
          />
        </Field>
      </div>
      <Instalments rows={rows} today={today} onChange={editRow} />
      {rows.length === 0 && (
        <p role="alert" className="text-red text-sm">
          {typed.by === 'count' && !(toNumber(typed.count) >= 2 && toNumber(typed.count) <= 60)
            ? 'A plan has 2 to 60 instalments.'
            : 'Choose charges and instalments of at least $1.00 each, 2 to 60 of them.'}
        </p>
      )}
      {rows.length > 0 && sum !== total && (
        <p role="alert" className="num text-red text-sm">
          The instalments come to {formatMoney(sum)}, the charges to {formatMoney(total)}.
        </p>
      )}
      <ErrorAlert
        message={failure ?? errorOf('instalments') ?? null}
        onClose={() => (failure ? dismiss() : setProblem(null))}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto empty:hidden max-md:basis-full">
          <DraftNote kept={draft.kept} onDiscard={draft.discard} />
        </span>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Start Plan
        </Button>
      </div>
    </PlainForm>
  );
};

const proposalOf = ({ by, count, amount, first_on }: Typed, total: number): Instalment[] => {
  const amount_cents = centsOf(toNumber(amount));
  if (!first_on || total === 0 || (by === 'amount' && !(amount_cents > 0))) return [];
  return proposeInstalments(total, first_on, by === 'count' ? { count: toNumber(count) } : { amount_cents });
};
