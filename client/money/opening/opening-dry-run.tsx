import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { StatCards } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { formatCount, formatDate, formatMoney, formatPlural } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { type OpeningFile, saveLeftOut } from './opening-csv.ts';
import {
  importLines,
  type LineState,
  leftOutOf,
  type PlannedLine,
  toPost,
  totalsOf,
  usePlan,
} from './opening-import.ts';

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
      <p className="text-ink-2">Compare the total with your old system. Nothing is posted until you press Import.</p>
      <Checkbox
        label="Late fees may be charged on these balances"
        hint="Usually no: imported balances already include them."
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

const LineTable = ({ rows }: { rows: readonly PlannedLine[] }) => (
  <Table
    caption="Lines"
    columns={COLUMNS}
    rows={rows}
    rowKey={({ line }) => String(line.line)}
    renderCard={(row) => <LineCard row={row} />}
  />
);

const LeftOutLines = ({ leftOut }: { leftOut: readonly { line: number; msg: string }[] }) => (
  <Alert tone="info" title={`${formatPlural(leftOut.length, 'line')} left out`}>
    <ul className="num mt-1 grid gap-0.5">
      {leftOut.slice(0, SHOWN).map(({ line, msg }) => (
        <li key={line}>{msg.startsWith('Line ') ? msg : `Line ${line}: ${msg}`}</li>
      ))}
      {leftOut.length > SHOWN && <li>and {formatCount(leftOut.length - SHOWN)} more. Save them to see all.</li>}
    </ul>
  </Alert>
);
const SHOWN = 8;

const WORDS: Record<LineState, { label: string; tone: Tone }> = {
  found: { label: 'Found', tone: 'ok' },
  new: { label: 'New account', tone: 'blue' },
  posted: { label: 'Posted', tone: 'neutral' },
  ambiguous: { label: 'Ambiguous', tone: 'warn' },
  unknown: { label: 'Unknown', tone: 'bad' },
  taken: { label: 'Has a balance', tone: 'warn' },
  own: { label: 'Your own account', tone: 'warn' },
};
const State = ({ row: { state } }: { row: PlannedLine }) => (
  <Badge tone={WORDS[state].tone}>{WORDS[state].label}</Badge>
);

const asWritten = ({ line: { street, unit, email, name } }: PlannedLine): string =>
  [street && (unit ? `${street}, Unit ${unit}` : street), email, name].filter(Boolean).join(', ');
const amountOf = ({ line: { balance } }: PlannedLine): string => formatMoney(Math.round(balance * 100));

const COLUMNS: Column<PlannedLine>[] = [
  { header: 'Line', className: 'num', cell: ({ line }) => line.line },
  {
    header: 'Account',
    main: true,
    className: '[overflow-wrap:anywhere]',
    cell: (row) => (
      <>
        <span className="font-[560] text-ink">{row.whose || asWritten(row)}</span>
        {row.whose && <span className="block text-ink-3 text-sm">{asWritten(row)}</span>}
      </>
    ),
  },
  { header: 'Status', cell: (row) => <State row={row} /> },
  { header: 'Due', fold: 'lg', cell: ({ line }) => formatDate(line.due_on ?? line.as_of) },
  { header: 'Balance', align: 'right', cell: amountOf },
];

const LineCard = ({ row }: { row: PlannedLine }) => (
  <div className="grid gap-1">
    <span className="flex items-baseline justify-between gap-3">
      <span className="font-[590] [overflow-wrap:anywhere]">{row.whose || asWritten(row)}</span>
      <span className="num font-[590]">{amountOf(row)}</span>
    </span>
    <span className="flex items-center justify-between gap-2 text-ink-3 text-sm">
      <span>Line {row.line.line}</span>
      <State row={row} />
    </span>
  </div>
);
