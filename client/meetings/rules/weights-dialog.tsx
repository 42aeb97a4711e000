import { useState } from 'react';
import { Refusal } from '../../../sync/tx.ts';
import { api } from '../../device/api.ts';
import { messageOf } from '../../device/http.ts';
import { useOnline } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { NumberInput } from '../../forms/fields.tsx';
import { wholeOrNull } from '../../forms/numbers.ts';
import { useSubmit } from '../../forms/submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { formatCount, formatPlural } from '../../ui/format.ts';
import { toast } from '../../ui/toast.tsx';

type Line = { line: number; street: string; unit: string | null; weight: string };
type Outcome = {
  units: number;
  changed: number;
  sum: number;
  problems: { line: number; message: string }[];
  warning: string | null;
};

/** Weights from a CSV file with the columns street, unit and weight: checked first, then set all at once. Needs a connection. */
const WeightsDialog = ({ onClose }: { onClose: () => void }) => {
  const online = useOnline();
  const { file, choose, total, setTotal, check, outcome, run, busy, failure, fail, dismiss } = useWeights(onClose);
  const isReady = outcome !== null && outcome.problems.length === 0 && outcome.changed > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import Weights"
      subtitle="A CSV file with the columns street, unit and weight"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={!isReady || !online} onClick={run}>
            Import
          </Button>
        </>
      }
    >
      <div className="grid gap-3.5">
        {!online && <Alert tone="info">This needs a connection.</Alert>}
        <Field
          label="Total of all weights"
          hint="As stated in your documents. You’ll get a warning if the sum differs."
        >
          <NumberInput value={total} onChange={(text) => setTotal(text.replace(/\D/g, ''))} onBlur={check} />
        </Field>
        <Field label="File">
          <FileDrop
            file={file}
            onFile={(chosen) => void choose(chosen)}
            check={({ size }) => (size > BYTES_LIMIT ? 'The file is larger than 1 MB.' : undefined)}
            onRefuse={fail}
            accept=".csv,text/csv"
            hint="CSV, up to 1 MB"
          />
        </Field>
        {outcome && <DryRun outcome={outcome} />}
        <ErrorAlert message={failure} onClose={dismiss} />
      </div>
    </Dialog>
  );
};

export default WeightsDialog;

/** The file, the total as typed, and the outcome of the last dry run. */
const useWeights = (onImported: () => void) => {
  const [file, setFile] = useState<File | null>(null);
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [total, setTotal] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { submit, ...submission } = useSubmit('The weights could not be imported. Please try again.', { repeat: true });
  const send = (rows: readonly Line[], dry_run: boolean) =>
    submit(async () => {
      const body = { lines: rows, total: wholeOrNull(total), dry_run };
      setOutcome(await api<Outcome>('/api/voting-units/import', { method: 'POST', body }));
    });
  const choose = async (chosen: File | null) => {
    setFile(chosen);
    setLines([]);
    setOutcome(null);
    if (!chosen) return;
    try {
      const read = await readLines(chosen);
      setLines(read);
      await send(read, true);
    } catch (error) {
      submission.fail(messageOf(error, 'The file could not be read.'));
    }
  };
  const run = async () => {
    if (!(await send(lines, false))) return;
    void toast('Weights imported');
    onImported();
  };
  const check = () => lines.length > 0 && void send(lines, true);
  return { file, choose, total, setTotal, check, outcome, run, ...submission };
};

const MOST_SHOWN = 20;

const DryRun = ({ outcome: { units, changed, sum, problems, warning } }: { outcome: Outcome }) => (
  <div aria-live="polite" className="num grid gap-2">
    <p>
      {formatPlural(units, 'unit')} found, {formatCount(changed)} would change. The weights of all units add up to{' '}
      {formatCount(sum)}.
    </p>
    {warning && <Alert tone="info">{warning}</Alert>}
    {problems.length > 0 && (
      <Alert tone="error" title={`${formatPlural(problems.length, 'line')} must be fixed first`}>
        <ul>
          {problems.slice(0, MOST_SHOWN).map(({ line, message }) => (
            <li key={line}>
              Line {line}: {message}
            </li>
          ))}
        </ul>
        {problems.length > MOST_SHOWN && <p>And {formatCount(problems.length - MOST_SHOWN)} more.</p>}
      </Alert>
    )}
  </div>
);

const BYTES_LIMIT = 1024 * 1024;

/** Throws Refusal, whose message says what is wrong with the file. */
const readLines = async (file: File): Promise<Line[]> => {
  const { default: papa } = await import('papaparse');
  const text = (await file.text()).replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const [header = [], ...rows] = papa.parse<string[]>(text, { newline: '\n' }).data;
  const names = header.map((cell) => cell.trim().toLowerCase());
  const at = { street: names.indexOf('street'), unit: names.indexOf('unit'), weight: names.indexOf('weight') };
  const missing = (['street', 'weight'] as const).find((name) => at[name] < 0);
  if (missing) throw new Refusal('invalid', `The column ${missing} is missing.`);
  return rows
    .map((cells, n) => ({
      line: n + 2,
      street: cells[at.street]?.trim() ?? '',
      unit: cells[at.unit]?.trim() || null,
      weight: cells[at.weight]?.trim() ?? '',
    }))
    .filter(({ street, weight }) => street !== '' || weight !== '');
};
