import { type FormEvent, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { reason as reasonInput } from '../../../schema/postings.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import { messageOf } from '../../device/http.ts';
import { save, useRows } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { toNumber } from '../../forms/numbers.ts';
import { NOT_SAVED } from '../../forms/submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceGroup, Radio } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate, formatMoney, formatPlural } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import { type OpenFee, useAccountNames, useOwnAccountRule, useWaivers } from './model.ts';

const REASONS = [
  'First late payment',
  'Paid in time, received late',
  'Mail or bank delay',
  'Charged by mistake',
  'Hardship',
  'Decided by the board',
] as const;
const OWN_WORDS = 'own';

type Props = { fees: readonly OpenFee[]; onCancel: () => void; onDone: () => void };

/** Waives one fee or several, with one reason for all. Fees on the viewer's own account stay out. */
export const WaiveForm = ({ fees, onCancel, onDone }: Props) => {
  const accounts = useRows('account');
  const whyNot = useOwnAccountRule();
  const mayWaive = ({ account_id }: OpenFee) => {
    const account = accounts.get(account_id);
    return account !== undefined && whyNot(account) === null;
  };
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(fees.map(({ entry }) => entry.id)));
  const waived = fees.filter((fee) => chosen.has(fee.entry.id) && mayWaive(fee));
  const total = waived.reduce((sum, { open_cents }) => sum + open_cents, 0);
  const [reason, setReason] = useState<string>(REASONS[0]);
  const [words, setWords] = useState('');
  const [amount, setAmount] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const only = waived.length === 1 ? waived[0] : undefined;
  const press = async (event: FormEvent) => {
    event.preventDefault();
    const checked = reasonInput.safeParse(reason === OWN_WORDS ? words : reason);
    setProblem(checked.success ? undefined : checked.error.issues[0]?.message);
    if (!checked.success || busy) return;
    setBusy(true);
    const part = only && amount !== null ? { amount: toNumber(amount) } : {};
    const failed = await waiveAll(waived, { reason: checked.data, ...part });
    setBusy(false);
    if (failed) return setFailure(failed);
    void toast(waived.length === 1 ? 'Fee waived' : `${waived.length} fees waived`);
    onDone();
  };
  const byAccount = Map.groupBy(fees, ({ account_id }) => account_id);
  return (
    <form noValidate onSubmit={press} className="grid grid-cols-[minmax(0,1fr)] gap-4 py-1">
      {[...byAccount].map(([account_id, ofAccount]) => (
        <AccountFees
          key={account_id}
          account={accounts.get(account_id)}
          fees={ofAccount}
          chosen={chosen}
          onChange={setChosen}
        />
      ))}
      {waived.length > 0 && (
        <>
          {only && (
            <Field label="Amount" required hint={`At most ${formatMoney(only.open_cents)}.`}>
              <Input
                inputMode="decimal"
                autoComplete="off"
                className="num max-w-40"
                value={amount ?? (only.open_cents / 100).toFixed(2)}
                onChange={({ target }) => setAmount(target.value)}
              />
            </Field>
          )}
          <ChoiceGroup label="Reason" error={reason === OWN_WORDS ? undefined : problem}>
            {REASONS.map((one) => (
              <Radio
                key={one}
                name="waiver-reason"
                label={one}
                checked={reason === one}
                onChange={() => setReason(one)}
              />
            ))}
            <Radio
              name="waiver-reason"
              label="Own words"
              checked={reason === OWN_WORDS}
              onChange={() => setReason(OWN_WORDS)}
            />
          </ChoiceGroup>
          {reason === OWN_WORDS && (
            <Field label="Reason in your own words" required error={problem}>
              <Input autoFocus autoComplete="off" value={words} onChange={({ target }) => setWords(target.value)} />
            </Field>
          )}
          <p className="text-ink-3 text-sm">The holder sees the reason.</p>
        </>
      )}
      <ErrorAlert message={failure} onClose={() => setFailure(null)} />
      <div className="flex justify-end gap-2 max-md:flex-col-reverse">
        <Button onClick={onCancel}>Cancel</Button>
        {waived.length > 0 && (
          <Button type="submit" variant="primary" busy={busy}>
            {only ? 'Waive' : `Waive ${formatPlural(waived.length, 'fee')} (${formatMoney(total)})`}
          </Button>
        )}
      </div>
    </form>
  );
};

/** Each is posted by itself, so that one that is refused keeps no other. Gives why the first one failed. */
const waiveAll = async (
  fees: readonly OpenFee[],
  given: { reason: string; amount?: number },
): Promise<string | null> => {
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
  return failed && done > 0 ? `${done} of ${fees.length} fees were waived. ${failed}` : failed;
};

type AccountFeesProps = {
  account: Account | undefined;
  fees: readonly OpenFee[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
};

/** The fees of one account, with how often its people were let off this year. */
const AccountFees = ({ account, fees, chosen, onChange }: AccountFeesProps) => {
  const names = useAccountNames();
  const waivers = useWaivers();
  const whyNot = useOwnAccountRule();
  if (!account) return null;
  const { title, holders } = names(account);
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
        {fees.map(({ entry, open_cents, title: fee }) => (
          <li
            key={entry.id}
            className="num flex items-center justify-between gap-3 border-line border-t py-1.5 first:border-t-0"
          >
            <label className="flex min-h-6 min-w-0 items-center gap-2.5 touch:min-h-11">
              <input
                type="checkbox"
                className="shrink-0"
                disabled={refusal !== null}
                checked={refusal === null && chosen.has(entry.id)}
                onChange={({ target }) => toggle(entry.id, target.checked)}
              />
              <span className="[overflow-wrap:anywhere]">
                {fee} of {formatDate(entry.effective_on)}
              </span>
            </label>
            <span>{formatMoney(open_cents)}</span>
          </li>
        ))}
      </ul>
      <p className="num text-ink-3 text-sm">
        {count === 0 ? 'No waivers' : formatPlural(count, 'waiver')} this year for {holders || title}.
      </p>
    </fieldset>
  );
};
