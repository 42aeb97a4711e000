import { Download } from 'lucide-react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { ProgressBar } from '../ui/progress.tsx';
import { refusalOf } from './bulk-file.ts';
import { COLUMNS } from './bulk-headers.ts';
import type { Reading } from './bulk-reading.ts';
import { downloadTemplate } from './bulk-template.ts';

/** The first step: choosing the file, or getting the template for it. */
export const Upload = ({ reading: { state, take, drop } }: { reading: Reading }) => (
  <>
    <Field label="CSV file" required className="grid-cols-[minmax(0,1fr)]">
      <FileDrop
        file={null}
        onFile={(file) => file && void take(file)}
        check={refusalOf}
        onRefuse={drop}
        accept=".csv,text/csv"
        hint="CSV, under 5 MB"
        disabled={state.phase === 'reading'}
      />
    </Field>
    {state.phase === 'reading' && (
      <div className="grid gap-1.5">
        <p className="truncate text-ink-2 text-sm">Reading {state.name}</p>
        <ProgressBar label="Reading the file" value={state.share} max={1} />
      </div>
    )}
    {state.phase === 'none' && state.problem && (
      <Alert tone="error" onClose={() => drop()}>
        {state.problem}
      </Alert>
    )}
    <Columns />
  </>
);

const Columns = () => (
  <section className="grid gap-2.5 rounded-md bg-sunk px-4 py-3">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h3 className="font-semibold">Columns</h3>
      <Button size="small" icon={Download} onClick={() => void downloadTemplate()}>
        Download template
      </Button>
    </div>
    <dl className="grid gap-x-4 gap-y-1 text-sm md:grid-cols-[max-content_minmax(0,1fr)]">
      {NOTES.map(([column, note]) => (
        <div key={column} className="md:contents">
          <dt className="font-medium max-md:inline">{column}</dt> <dd className="text-ink-2 max-md:inline">{note}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const NOTES = [
  [`${COLUMNS.resident_name}, ${COLUMNS.resident_email}`, 'in every row; each email once'],
  [COLUMNS.role, '“Resident” or “Board Member”'],
  [`${COLUMNS.street}, ${COLUMNS.is_rented}`, 'both or neither; “Rental” or “Owner-occupied”'],
  [`${COLUMNS.unit}, ${COLUMNS.phone}`, 'may be left empty'],
] as const;
