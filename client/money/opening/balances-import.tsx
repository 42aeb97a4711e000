import { useEffect, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { messageOf } from '../../device/http.ts';
import { useUser } from '../../device/session.ts';
import { useAreComplete } from '../../device/store.ts';
import { decodeText } from '../../files/decode-text.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { formatDateTime, formatMoney, formatPlural } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { local } from '../../ui/local-storage.ts';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import {
  OPENING_COLUMNS,
  type OpeningFile,
  OpeningFileError,
  openingFileProblem,
  readOpeningFile,
  saveTemplate,
} from './opening-csv.ts';
import { DryRun, type OpeningDraft } from './opening-dry-run.tsx';
import { type PastImport, undoImport, usePastImports } from './opening-import.ts';

/** /accounts/opening-balances: takes over what was owed in another system. */
const OpeningBalances = () => {
  const { draft, setDraft } = useDraft();
  const { file, problem } = useFile(draft?.text);
  const [refused, setRefused] = useState<string | null>(null);
  const isReady = useAreComplete(['account', 'entry', 'user', 'address']);
  const failure = refused ?? problem;
  return (
    <>
      <Breadcrumb entries={[{ label: 'Accounts', href: paths.accounts() }, { label: 'Opening Balances' }]} />
      <PageHeader
        title="Opening Balances"
        subtitle="Import balances from another system with a CSV file"
        actions={<Button onClick={() => void saveTemplate()}>Save Template</Button>}
      />
      {failure && (
        <Alert tone="error" onClose={() => (refused ? setRefused(null) : setDraft(null))}>
          {failure}
        </Alert>
      )}
      {!draft || problem ? (
        <ChooseFile onDraft={setDraft} onRefuse={setRefused} />
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

type ChooseProps = { onDraft: (draft: OpeningDraft) => void; onRefuse: (problem: string | null) => void };

const ChooseFile = ({ onDraft, onRefuse }: ChooseProps) => {
  const choose = async (chosen: File | null) => {
    if (!chosen) return;
    onRefuse(null);
    try {
      const text = decodeText(new Uint8Array(await chosen.arrayBuffer()));
      onDraft({ import_id: uuidv7(), name: chosen.name, text, late_fees: false });
    } catch (error) {
      onRefuse(wordsOf(error));
    }
  };
  return (
    <Card>
      <Field label="CSV file" hint={`Columns in any order: ${OPENING_COLUMNS.join(', ')}. Up to 5,000 lines and 2 MB.`}>
        <FileDrop
          file={null}
          onFile={(chosen) => void choose(chosen)}
          check={openingFileProblem}
          onRefuse={onRefuse}
          accept=".csv,text/csv"
          hint="CSV, up to 2 MB"
        />
      </Field>
    </Card>
  );
};

const useDraft = () => {
  const key = `porchlight.opening-import/${useUser().id}`;
  const [draft, set] = useState<OpeningDraft | null>(() => JSON.parse(local.get(key) ?? 'null') as OpeningDraft | null);
  const setDraft = (next: OpeningDraft | null) => {
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

/** An import that was undone is made anew under another id. */
const PastImports = ({ onUndone }: { onUndone: (import_id: string) => void }) => {
  const imports = usePastImports();
  const [undoing, setUndoing] = useState<PastImport | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  if (imports.length === 0) return null;
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
          <ImportLine key={one.import_id} made={one} onUndo={() => setUndoing(one)} />
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
          `${formatPlural(undoing.openings.length, 'balance')} of ${formatMoney(sumOf(undoing))} in all will be reversed as of their original dates. The entries and their reversals stay on the accounts.`}
      </ConfirmDialog>
    </Card>
  );
};

const sumOf = ({ openings }: PastImport) => openings.reduce((cents, { amount_cents }) => cents + amount_cents, 0);

const ImportLine = ({ made, onUndo }: { made: PastImport; onUndo: () => void }) => (
  <li className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-2.5">
    <span>
      {formatDateTime(made.at)}
      {made.by && ` by ${made.by}`}
      <span className="block text-ink-3 text-sm">
        {made.openings.length === 0
          ? `${formatPlural(made.entries.length, 'balance')}, undone`
          : `${formatPlural(made.openings.length, 'balance')}, ${formatMoney(sumOf(made))}`}
      </span>
    </span>
    {made.openings.length > 0 && (
      <Button size="small" onClick={onUndo}>
        Undo
      </Button>
    )}
  </li>
);
