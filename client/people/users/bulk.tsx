import { clsx } from 'clsx';
import { Check, Download } from 'lucide-react';
import { useState } from 'react';
import { useOnline, useRows, useSync } from '../../device/store.ts';
import { downloadCsv } from '../../files/download.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { formatCount } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { COLUMNS, TEMPLATE } from '../bulk-columns.ts';
import { type Creation, type Summary, useCreation } from './bulk-create.ts';
import { fileProblem } from './bulk-file.ts';
import { Validate } from './bulk-validate.tsx';
import { type FileReading, useFileReading } from './file-reading.ts';

const STEPS = ['Upload', 'Validate', 'Success'] as const;

const BulkDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const reading = useFileReading();
  const creation = useCreation();
  const creating = creation.state.phase === 'creating';
  const step = creation.state.phase === 'done' ? 2 : reading.state.phase === 'read' ? 1 : 0;
  // A running request cannot be canceled, and its answer should be seen.
  const close = () => !creating && onClose();
  return (
    <Dialog
      open={open}
      onClose={close}
      wide
      title="Bulk Add"
      subtitle="Add people and their addresses from a CSV file."
      footer={<Footer step={step} reading={reading} creation={creation} onClose={close} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-1">
        <Steps current={step} />
        {step === 0 && <Upload reading={reading} />}
        {step === 1 && <Validate reading={reading} creation={creation} />}
        {creation.state.phase === 'done' && <Success summary={creation.state.summary} reading={reading} />}
      </div>
    </Dialog>
  );
};

export default BulkDialog;

type Props = { step: number; reading: FileReading; creation: Creation; onClose: () => void };

const Footer = ({ step, reading, creation, onClose }: Props) => {
  const creating = creation.state.phase === 'creating';
  const content = reading.state.phase === 'read' ? reading.state.content : undefined;
  const chooseAnother = () => {
    creation.reset();
    reading.reset();
  };
  if (step === 2)
    return (
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    );
  return (
    <>
      {content && (
        <Button variant="ghost" onClick={chooseAnother} disabled={creating} className="mr-auto max-md:mr-0">
          Choose Another File
        </Button>
      )}
      <Button onClick={onClose} disabled={creating}>
        Cancel
      </Button>
      {content && (
        <Button
          variant="primary"
          busy={creating}
          disabled={content.errors.length > 0}
          onClick={() => creation.create(content.rows)}
        >
          {creating ? 'Creating…' : 'Create Users'}
        </Button>
      )}
    </>
  );
};

const Steps = ({ current }: { current: number }) => (
  <ol className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
    {STEPS.map((label, step) => (
      <li
        key={label}
        aria-current={step === current ? 'step' : undefined}
        className={clsx('flex items-center gap-1.75', step === current ? 'font-semibold text-ink' : 'text-ink-3')}
      >
        <span
          className={clsx(
            'num grid size-5 place-items-center rounded-full text-xs',
            step <= current ? 'bg-pine-soft font-semibold text-pine-text' : 'bg-grey-soft',
          )}
        >
          {step < current ? <Check aria-hidden className="size-3" strokeWidth={3} /> : step + 1}
        </span>
        {label}
      </li>
    ))}
  </ol>
);

const Upload = ({ reading: { state, readFile, reset } }: { reading: FileReading }) => (
  <>
    <Field label="CSV file" required className="grid-cols-[minmax(0,1fr)]">
      <FileDrop
        file={null}
        onFile={(file) => file && void readFile(file)}
        check={fileProblem}
        onRefuse={reset}
        accept=".csv,text/csv"
        hint="CSV, under 5 MB"
        disabled={state.phase === 'reading'}
      />
    </Field>
    {state.phase === 'reading' && (
      <div className="grid gap-1.5">
        <p className="truncate text-ink-2 text-sm">Reading {state.name}</p>
        <ProgressBar label="Reading the file" value={state.progress} max={1} />
      </div>
    )}
    {state.phase === 'none' && state.problem && (
      <Alert tone="error" onClose={() => reset()}>
        {state.problem}
      </Alert>
    )}
    <ColumnHelp />
  </>
);

const ColumnHelp = () => (
  <section className="grid gap-2.5 rounded-md bg-sunk px-4 py-3">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h3 className="font-semibold">Columns</h3>
      <Button size="small" icon={Download} onClick={() => downloadCsv(TEMPLATE.name, TEMPLATE.rows)}>
        Download Template
      </Button>
    </div>
    <dl className="grid gap-x-4 gap-y-1 text-sm md:grid-cols-[max-content_minmax(0,1fr)]">
      {COLUMN_NOTES.map(([column, note]) => (
        <div key={column} className="md:contents">
          <dt className="font-medium max-md:inline">{column}</dt> <dd className="text-ink-2 max-md:inline">{note}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const COLUMN_NOTES = [
  [`${COLUMNS.resident_name}, ${COLUMNS.resident_email}`, 'required in every row; use each email only once'],
  [COLUMNS.role, '“Resident” or “Board Member”; “Owner” and “Renter” are residents'],
  [
    `${COLUMNS.street}, ${COLUMNS.is_rented}`,
    'fill in both or neither; “Rental” or “Owner-occupied”, also “Renter” or “Owner”',
  ],
  [`${COLUMNS.unit}, ${COLUMNS.phone}`, 'optional'],
] as const;

const NOTICE_MS = 5000;
const STALE = 'Users created successfully, but failed to refresh the list. Please refresh the page.';

const Success = ({ summary, reading }: { summary: Summary; reading: FileReading }) => {
  const [dismissed, setDismissed] = useState(false);
  const stale = useStale(reading);
  const { usersCreated, addressesCreated, usersReactivated = 0 } = summary;
  return (
    <>
      {!dismissed && (
        <Alert tone="success" clearAfter={NOTICE_MS} onClose={() => setDismissed(true)}>
          Successfully created {usersCreated} users and {addressesCreated} addresses
        </Alert>
      )}
      {stale && <Alert tone="error">{STALE}</Alert>}
      <Facts
        entries={[
          ['New users', <Count key="users">{usersCreated}</Count>],
          ['Addresses', <Count key="addresses">{addressesCreated}</Count>],
          ['Reactivated', usersReactivated > 0 ? <Count key="reactivated">{usersReactivated}</Count> : null],
        ]}
      />
      <p className="text-ink-2">
        Invitation emails have been sent to new users. Reactivated users can use their existing credentials.
      </p>
    </>
  );
};

const Count = ({ children }: { children: number }) => <span className="num">{formatCount(children)}</span>;

/** True when the pull after the creation failed and the new users are missing. */
const useStale = ({ state }: FileReading): boolean => {
  const online = useOnline();
  const { failed } = useSync();
  const users = useRows('user');
  if (!failed && online) return false;
  const lastEmail = state.phase === 'read' ? state.content.rows.at(-1)?.user?.resident_email : undefined;
  return !users.all.some(({ email, deleted_at }) => email === lastEmail && !deleted_at);
};
