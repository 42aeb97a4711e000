import { useEffect, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { ErrorAlert } from '../forms/failure.tsx';
import { useSubmit } from '../forms/submit.ts';
import { messageOf } from '../http.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { useAreComplete } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card, StatCards } from '../ui/card.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { formatCount, formatDate, formatDateTime, formatMoney, formatPlural } from '../ui/format.ts';
import { SkeletonRows } from '../ui/list.tsx';
import { local } from '../ui/local-storage.ts';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import { decodeText } from '../users/bulk-decode.ts';
import {
  OPENING_COLUMNS,
  type OpeningFile,
  OpeningFileError,
  openingFileProblem,
  readOpeningFile,
  saveLeftOut,
  saveTemplate,
} from './opening-csv.ts';
import {
  importLines,
  type LineState,
  leftOutOf,
  type PastImport,
  type PlannedLine,
  toPost,
  totalsOf,
  undoImport,
  usePastImports,
  usePlan,
} from './opening-import.ts';

/** What was chosen, kept on the device until it is posted or another file is chosen. */
type Draft = { import_id: string; name: string; text: string; late_fees: boolean };

/** /accounts/opening-balances: takes over what was owed in another system. */
const OpeningBalances = () => {
  const { draft, setDraft } = useDraft();
  const { file, problem } = useFile(draft?.text);
  const [refused, setRefused] = useState<string | null>(null);
  const isReady = useAreComplete(['account', 'entry', 'user', 'address']);
  const choose = async (chosen: File | null) => {
    if (!chosen) return;
    setRefused(null);
    try {
      const text = decodeText(new Uint8Array(await chosen.arrayBuffer()));
      setDraft({ import_id: uuidv7(), name: chosen.name, text, late_fees: false });
    } catch (error) {
      setRefused(wordsOf(error));
    }
  };
  const failure = refused ?? problem;
  return (
    <>
      <Breadcrumb entries={[{ label: 'Accounts', href: paths.accounts() }, { label: 'Opening Balances' }]} />
      <PageHeader
        title="Opening Balances"
        subtitle="Take over what is owed from another system, from a CSV file"
        actions={<Button onClick={() => void saveTemplate()}>Save Template</Button>}
      />
      {failure && (
        <Alert tone="error" onClose={() => (refused ? setRefused(null) : setDraft(null))}>
          {failure}
        </Alert>
      )}
      {!draft || problem ? (
        <Card>
          <Field
            label="CSV file"
            hint={`Columns in any order: ${OPENING_COLUMNS.join(', ')}. At most 5,000 lines and 2 MB.`}
          >
            <FileDrop
              file={null}
              onFile={(chosen) => void choose(chosen)}
              check={openingFileProblem}
              onRefuse={setRefused}
              accept=".csv,text/csv"
              hint="CSV, up to 2 MB"
            />
          </Field>
        </Card>
      ) : file && isReady ? (
        <DryRun draft={draft} file={file} setDraft={setDraft} />
      ) : (
        <SkeletonRows rows={6} />
      )}
      <PastImports
        onUndone={(import_id) => draft?.import_id === import_id && setDraft({ ...draft, import_id: uuidv7() })}
      />
    </>
  );
};

export default OpeningBalances;

const useDraft = () => {
  const key = `porchlight.opening-import/${useUser().id}`;
  const [draft, set] = useState<Draft | null>(() => JSON.parse(local.get(key) ?? 'null') as Draft | null);
  const setDraft = (next: Draft | null) => {
    if (next) local.set(key, JSON.stringify(next));
    else local.remove(key);
    set(next);
  };
  return { draft, setDraft };
};

const useFile = (text: string | undefined) => {
  const [read, setRead] = useState<{ text: string; file: OpeningFile | null; problem: string | null } | null>(null);
  useEffect(() => {
    if (text === undefined) return;
    let isCurrent = true;
    readOpeningFile(text).then(
      (file) => isCurrent && setRead({ text, file, problem: null }),
      (error) => isCurrent && setRead({ text, file: null, problem: wordsOf(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return read !== null && read.text === text ? read : { file: null, problem: null };
};

const wordsOf = (error: unknown): string =>
  error instanceof OpeningFileError ? error.message : 'This file could not be read.';

type DryRunProps = { draft: Draft; file: OpeningFile; setDraft: (draft: Draft | null) => void };

const DryRun = ({ draft, file, setDraft }: DryRunProps) => {
  const plan = usePlan(file, draft.import_id);
  const posting = toPost(plan);
  const leftOut = leftOutOf(file, plan);
  const posted = plan.filter(({ state }) => state === 'posted').length;
  const totals = totalsOf(posting);
  const { submit, busy, failure, dismiss } = useSubmit(
    (error) => messageOf(error, 'The balances could not be imported. Please try again.'),
    { repeat: true },
  );
  const press = async () => {
    const count = posting.length;
    if (!(await submit(() => importLines(draft.import_id, plan, draft.late_fees)))) return;
    void toast(`${formatPlural(count, 'balance')} imported`);
    if (leftOut.length === 0) setDraft(null);
  };
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
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" busy={busy} disabled={posting.length === 0} onClick={() => void press()}>
          Import {formatPlural(posting.length, 'balance')}
        </Button>
        <Button onClick={() => setDraft(null)} disabled={busy}>
          Choose Another File
        </Button>
        {leftOut.length > 0 && (
          <Button onClick={() => void saveLeftOut(file, leftOut)}>
            Save {formatPlural(leftOut.length, 'Line')} Left Out
          </Button>
        )}
        {posted > 0 && <LinkButton href={paths.ageing()}>See the Aging</LinkButton>}
      </div>
      {leftOut.length > 0 && <LeftOutLines leftOut={leftOut} />}
      <Table
        caption="Lines"
        columns={COLUMNS}
        rows={plan}
        rowKey={({ line }) => String(line.line)}
        renderCard={(row) => <LineCard row={row} />}
      />
    </>
  );
};

const LeftOutLines = ({ leftOut }: { leftOut: readonly { line: number; msg: string }[] }) => (
  <Alert tone="info" title={`${formatPlural(leftOut.length, 'line')} left out`}>
    <ul className="num mt-1 grid gap-0.5">
      {leftOut.slice(0, SHOWN).map(({ line, msg }) => (
        <li key={line}>{msg.startsWith('Line ') ? msg : `Line ${line}: ${msg}`}</li>
      ))}
      {leftOut.length > SHOWN && <li>and {formatCount(leftOut.length - SHOWN)} more: save them to see all.</li>}
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
  own: { label: 'Your own', tone: 'warn' },
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
  { header: 'State', cell: (row) => <State row={row} /> },
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

/** An import that was undone is made anew under another id. */
const PastImports = ({ onUndone }: { onUndone: (import_id: string) => void }) => {
  const imports = usePastImports();
  const [undoing, setUndoing] = useState<PastImport | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  if (imports.length === 0) return null;
  const sum = (one: PastImport) => one.standing.reduce((cents, { amount_cents }) => cents + amount_cents, 0);
  const undo = (one: PastImport) =>
    undoImport(one).then(
      () => {
        onUndone(one.import_id);
        void toast('Import undone');
      },
      (error) => setFailure(messageOf(error, 'The import could not be undone. Please try again.')),
    );
  return (
    <Card title="Imports" flush>
      <div className="px-4">
        <ErrorAlert message={failure} onClose={() => setFailure(null)} />
      </div>
      <ul className="num mt-2">
        {imports.map((one) => (
          <li
            key={one.import_id}
            className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-2.5"
          >
            <span>
              {formatDateTime(one.at)}
              {one.by && ` by ${one.by}`}
              <span className="block text-ink-3 text-sm">
                {one.standing.length === 0
                  ? `${formatPlural(one.entries.length, 'balance')}, undone`
                  : `${formatPlural(one.standing.length, 'balance')}, ${formatMoney(sum(one))}`}
              </span>
            </span>
            {one.standing.length > 0 && (
              <Button size="small" onClick={() => setUndoing(one)}>
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={undoing !== null}
        onClose={() => setUndoing(null)}
        title="Undo Import"
        confirm="Undo Import"
        onConfirm={() => (undoing ? undo(undoing) : undefined)}
      >
        {undoing &&
          `${formatPlural(undoing.standing.length, 'balance')} of ${formatMoney(sum(undoing))} in all are reversed as of their own day. The entries and their reversals stay in the accounts.`}
      </ConfirmDialog>
    </Card>
  );
};
