import { useMemo, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { centsOf } from '../../../schema/dues.ts';
import { DEFAULT_PLAN_GRACE_DAYS, type Instalment, planInput } from '../../../schema/payment-plans.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import { proposeInstalments } from '../../../sync/plans/rules.ts';
import { save as saveChange } from '../../device/store.ts';
import { FormActions, PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { MoneyInput, NumberInput } from '../../forms/fields.tsx';
import { toNumber, typedHundredths } from '../../forms/numbers.ts';
import { useSubmit } from '../../forms/submit.ts';
import { ChoiceGroup, Radio } from '../../ui/choice.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DraftNote, useDraft } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { toast } from '../../ui/toast.tsx';
import type { AccountBooks } from '../accounts.ts';
import { Instalments } from './instalments.tsx';
import { chargesToCover, firstOfNextMonth } from './model.ts';

type Props = { account: Account; books: AccountBooks; today: string; open: boolean; onClose: () => void };

/** The plan as typed. `left_out` are charges that the plan does not cover; `edited` the instalments once one was changed by hand. */
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
  const plan = useProposal({ account, books, today, onClose });
  const { typed, rows, total, sum, draft, errorOf, shape, failure, dismiss } = plan;
  return (
    <PlainForm onSubmit={plan.save}>
      <ChargesChoice
        charges={plan.charges}
        books={books}
        total={total}
        left_out={typed.left_out}
        error={errorOf('covers')}
        onChange={(left_out) => shape({ left_out })}
      />
      <DivisionChoice by={typed.by} onChange={(by) => shape({ by })} />
      <div className="grid gap-4.5 md:grid-cols-3">
        <DivisionField typed={typed} shape={shape} />
        <Field label="First installment" required hint="At most 60 days ahead">
          <DatePicker value={typed.first_on} min={today} onChange={(first_on) => shape({ first_on })} />
        </Field>
        <Field label="Grace period (days)" required hint="For each installment" error={errorOf('grace_days')}>
          <NumberInput value={typed.grace_days} onChange={(grace_days) => draft.set({ ...typed, grace_days })} />
        </Field>
      </div>
      <Instalments rows={rows} today={today} onChange={plan.editRow} />
      <Mismatch typed={typed} count={rows.length} sum={sum} total={total} />
      <ErrorAlert message={failure ?? errorOf('instalments') ?? null} onClose={dismiss} />
      <FormActions
        note={<DraftNote kept={draft.kept} onDiscard={draft.discard} />}
        onCancel={onClose}
        submit="Start Plan"
        busy={plan.busy}
      />
    </PlainForm>
  );
};

type Row = { due_on: string; amount: string };

const useProposal = ({ account, books, today, onClose }: Omit<Props, 'open'>) => {
  const draft = useDraft<Typed>(`plan/${account.id}`, startOf(today));
  const typed = draft.value;
  const charges = chargesToCover(books);
  const { covered, total, rows, sum } = useInstalments(typed, charges);
  const [problem, setProblem] = useState<{ path: string; message: string } | null>(null);
  const { submit, busy, failure, dismiss } = useSubmit('The plan could not be saved. Please try again.');
  const change = (changes: Partial<Typed>) => {
    setProblem(null);
    draft.set({ ...typed, ...changes });
  };
  const save = async () => {
    const args = planArgs(account.id, typed, covered, rows);
    const issue = planInput.safeParse(args).error?.issues[0];
    setProblem(issue ? { path: String(issue.path[0]), message: issue.message } : null);
    if (issue || sum !== total) return;
    if (!(await submit(() => saveChange('createPlan', args)))) return;
    draft.discard();
    void toast('Plan started');
    onClose();
  };
  return {
    ...{ draft, typed, charges, total, rows, sum, busy, failure, save },
    /** Forgets what was changed by hand. */
    shape: (changes: Partial<Typed>) => change({ edited: null, ...changes }),
    editRow: (at: number, part: Partial<Row>) =>
      change({ edited: rows.map((row, index) => (index === at ? { ...row, ...part } : row)) }),
    errorOf: (path: string) => (problem?.path === path ? problem.message : undefined),
    dismiss: () => (failure ? dismiss() : setProblem(null)),
  };
};

/** The instalments as proposed, or as changed by hand, and what they and the charges come to. */
const useInstalments = (typed: Typed, charges: readonly Charge[]) => {
  const covered = charges.filter(({ entry }) => !typed.left_out.includes(entry.id));
  const total = covered.reduce((cents, { open_cents }) => cents + open_cents, 0);
  const proposed = useMemo(() => proposalOf(typed, total), [typed, total]);
  const rows: Row[] = typed.edited ?? proposed.map(({ due_on, cents }) => ({ due_on, amount: typedHundredths(cents) }));
  const sum = rows.reduce((cents, { amount }) => cents + (centsOf(toNumber(amount)) || 0), 0);
  return { covered, total, rows, sum };
};

const startOf = (today: string): Typed => ({
  left_out: [],
  by: 'count',
  count: '6',
  amount: '',
  first_on: firstOfNextMonth(today),
  grace_days: String(DEFAULT_PLAN_GRACE_DAYS),
  edited: null,
});

type Charge = ReturnType<typeof chargesToCover>[number];

const planArgs = (account_id: string, { grace_days }: Typed, covered: readonly Charge[], rows: readonly Row[]) => ({
  id: uuidv7(),
  account_id,
  covers: covered.map(({ entry }) => entry.id),
  instalments: rows.map(({ due_on, amount }) => ({ due_on, amount: toNumber(amount) })),
  grace_days: toNumber(grace_days),
  written_at: new Date().toISOString(),
});

type ChargesProps = {
  charges: readonly Charge[];
  books: AccountBooks;
  total: number;
  left_out: readonly string[];
  error: string | undefined;
  onChange: (left_out: string[]) => void;
};

const ChargesChoice = ({ charges, books, total, left_out, error, onChange }: ChargesProps) => (
  <ChoiceGroup label="Charges it covers" error={error}>
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
              checked={!left_out.includes(entry.id)}
              onChange={({ target }) =>
                onChange(target.checked ? left_out.filter((id) => id !== entry.id) : [...left_out, entry.id])
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
      <span>Total under the plan</span>
      <span>{formatMoney(total)}</span>
    </p>
  </ChoiceGroup>
);

const DIVISIONS: readonly { by: Typed['by']; label: string }[] = [
  { by: 'count', label: 'A number of installments' },
  { by: 'amount', label: 'Installments of a set amount' },
];

const DivisionChoice = ({ by, onChange }: { by: Typed['by']; onChange: (by: Typed['by']) => void }) => (
  <ChoiceGroup label="Divide into">
    <div className="flex flex-wrap gap-x-6 gap-y-1">
      {DIVISIONS.map((one) => (
        <Radio
          key={one.by}
          name="plan-by"
          label={one.label}
          checked={by === one.by}
          onChange={() => onChange(one.by)}
        />
      ))}
    </div>
  </ChoiceGroup>
);

const DivisionField = ({ typed, shape }: { typed: Typed; shape: (changes: Partial<Typed>) => void }) =>
  typed.by === 'count' ? (
    <Field label="Installments" required hint="2 to 60">
      <NumberInput value={typed.count} onChange={(count) => shape({ count })} />
    </Field>
  ) : (
    <Field label="Amount of each" required hint="In dollars. The last one covers the rest.">
      <MoneyInput placeholder="0.00" value={typed.amount} onChange={(amount) => shape({ amount })} />
    </Field>
  );

type MismatchProps = { typed: Typed; count: number; sum: number; total: number };

const Mismatch = ({ typed, count, sum, total }: MismatchProps) => {
  if (count > 0)
    return (
      sum !== total && (
        <p role="alert" className="num text-red text-sm">
          The installments total {formatMoney(sum)}. The charges total {formatMoney(total)}.
        </p>
      )
    );
  const asked = toNumber(typed.count);
  return (
    <p role="alert" className="text-red text-sm">
      {typed.by === 'count' && !(asked >= 2 && asked <= 60)
        ? 'A plan has 2 to 60 installments.'
        : 'Choose charges and 2 to 60 installments of at least $1.00 each.'}
    </p>
  );
};

const proposalOf = ({ by, count, amount, first_on }: Typed, total: number): Instalment[] => {
  const amount_cents = centsOf(toNumber(amount));
  if (!first_on || total === 0 || (by === 'amount' && !(amount_cents > 0))) return [];
  return proposeInstalments(total, first_on, by === 'count' ? { count: toNumber(count) } : { amount_cents });
};
