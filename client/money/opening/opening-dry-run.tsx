import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { StatCards } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { formatCount, formatMoney, formatPlural } from '../../ui/format.ts';
import { toast } from '../../ui/toast.tsx';
import { type OpeningFile, saveLeftOut } from './opening-csv.ts';
import { importLines, leftOutOf, toPost, totalsOf, usePlan } from './opening-import.ts';
import { LeftOutLines, LineTable } from './opening-lines.tsx';

/** The chosen file, kept on the device until it is posted or another file is chosen. */
export type OpeningDraft = { import_id: string; name: string; text: string; late_fees: boolean };

type DryRunProps = { draft: OpeningDraft; file: OpeningFile; setDraft: (draft: OpeningDraft | null) => void };

export const DryRun = ({ draft, file, setDraft }: DryRunProps) => {
  const plan = usePlan(file, draft.import_id);
  const leftOut = leftOutOf(file, plan);
  const posted = plan.filter(({ state }) => state === 'posted').length;
  const totals = totalsOf(toPost(plan));
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        <b className="font-semibold">{draft.name}</b>{' '}
        <span className="num text-ink-2">
          {formatPlural(file.lines.length + file.leftOut.length, 'line')}
          {posted > 0 && `, ${formatCount(posted)} posted`}
        </span>
      </p>
      <StatCards
        stats={[
          { label: 'Owed', value: formatMoney(totals.owed_cents) },
          { label: 'Credit', value: formatMoney(totals.credit_cents) },
          { label: 'Total', value: formatMoney(totals.owed_cents - totals.credit_cents) },
          { label: 'Accounts', value: totals.accounts },
        ]}
      />
      <p className="text-ink-2">
        Compare the total with that of the old system. Nothing is posted before you press Import.
      </p>
      <Checkbox
        label="Late fees may be charged on these balances"
        hint="As a rule they may not: what is taken over carries the fees of the old system."
        checked={draft.late_fees}
        onChange={({ target }) => setDraft({ ...draft, late_fees: target.checked })}
      />
      <ImportActions draft={draft} file={file} setDraft={setDraft} plan={plan} />
      {leftOut.length > 0 && <LeftOutLines leftOut={leftOut} />}
      <LineTable rows={plan} />
    </>
  );
};

const ImportActions = ({ draft, file, setDraft, plan }: DryRunProps & { plan: ReturnType<typeof usePlan> }) => {
  const count = toPost(plan).length;
  const leftOut = leftOutOf(file, plan);
  const { submit, busy, failure, dismiss } = useSubmit('The balances could not be imported. Please try again.', {
    repeat: true,
  });
  const post = async () => {
    if (!(await submit(() => importLines(draft.import_id, plan, draft.late_fees)))) return;
    void toast(`${formatPlural(count, 'balance')} imported`);
    if (leftOut.length === 0) setDraft(null);
  };
  return (
    <>
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" busy={busy} disabled={count === 0} onClick={() => void post()}>
          Import {formatPlural(count, 'balance')}
        </Button>
        <Button onClick={() => setDraft(null)} disabled={busy}>
          Choose Another File
        </Button>
        {leftOut.length > 0 && (
          <Button onClick={() => void saveLeftOut(file, leftOut)}>
            Save {formatPlural(leftOut.length, 'Line')} Left Out
          </Button>
        )}
        {plan.some(({ state }) => state === 'posted') && <LinkButton href={paths.ageing()}>See the Aging</LinkButton>}
      </div>
    </>
  );
};
