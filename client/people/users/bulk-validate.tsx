import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { useOnline } from '../../device/store.ts';
import { Alert } from '../../ui/alert.tsx';
import { formatCount, formatPlural } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { COLUMNS, FIELDS } from '../bulk-columns.ts';
import type { Creation } from './bulk-create.ts';
import { FAILED, firstErrors } from './bulk-errors.ts';
import type { BulkFile, BulkFileRow } from './bulk-file.ts';
import type { FileReading } from './file-reading.ts';

export const Validate = ({ reading, creation }: { reading: FileReading; creation: Creation }) => {
  const online = useOnline();
  if (reading.state.phase !== 'read') return null;
  const { name, content } = reading.state;
  const { state } = creation;
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        <b className="font-semibold">{name}</b>{' '}
        <span className="num text-ink-2">
          {formatPlural(content.rows.length, 'row')}
          {content.errors.length > 0 && `, ${formatPlural(content.errors.length, 'error')}`}
        </span>
      </p>
      {content.errors.length > 0 ? (
        <Errors title="Fix these in the file, then choose it again." errors={content.errors} />
      ) : (
        state.phase === 'idle' &&
        state.errors && <Errors title={FAILED} errors={state.errors} onClose={creation.reset} />
      )}
      {state.phase === 'creating' && (
        <div className="grid gap-1.5" role="status">
          <p className="text-ink-2 text-sm">Creating {formatPlural(content.rows.length, 'user')}…</p>
          <ProgressBar label="Creating the users" value={0} />
        </div>
      )}
      {!online && content.errors.length === 0 && (
        <Alert tone="info">You are offline. You need a connection to create users. Your file is kept here.</Alert>
      )}
      <Preview {...content} />
    </>
  );
};

const Errors = ({ title, errors, onClose }: { title: string; errors: string[]; onClose?: () => void }) => {
  const [only] = errors;
  if (errors.length === 1 && only?.startsWith('Row ') !== true)
    return (
      <Alert tone="error" onClose={onClose}>
        {only}
      </Alert>
    );
  return (
    <Alert tone="error" title={title} onClose={onClose}>
      <ul className="mt-1 grid gap-0.5">
        {firstErrors(errors).map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
    </Alert>
  );
};

const PREVIEW_ROWS = 10;

const Preview = ({ rows, invalid }: BulkFile) => (
  <section className="grid gap-1.5">
    <h3 className="font-semibold">
      Preview{rows.length > PREVIEW_ROWS && ` of the first ${PREVIEW_ROWS} of ${formatCount(rows.length)} rows`}
    </h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
    <section className="relative overflow-x-auto rounded-md border border-line" tabIndex={0} aria-label="Preview">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">Preview</caption>
        <thead>
          <tr className="bg-sunk">
            {['Row', ...Object.values(COLUMNS)].map((column) => (
              <th
                key={column}
                scope="col"
                className="whitespace-nowrap px-3 py-1.5 text-left font-[550] text-ink-3 text-xs"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, PREVIEW_ROWS).map((row) => (
            <PreviewRow key={row.number} row={row} invalid={invalid.has(row.number)} />
          ))}
        </tbody>
      </table>
    </section>
  </section>
);

const PreviewRow = ({ row: { number, cells }, invalid }: { row: BulkFileRow; invalid: boolean }) => (
  <tr className={clsx('border-line border-t', invalid && 'bg-red-soft')}>
    <th
      scope="row"
      className={clsx('num whitespace-nowrap px-3 py-1.5 text-left', invalid ? 'text-red' : 'font-normal text-ink-3')}
    >
      <span className="inline-flex items-center gap-1">
        {number}
        {invalid && (
          <>
            <CircleAlert aria-hidden className="size-3.5" />
            <span className="sr-only">has errors</span>
          </>
        )}
      </span>
    </th>
    {FIELDS.map((field) => (
      <td key={field} title={cells[field]} className="max-w-56 truncate px-3 py-1.5">
        {cells[field]}
      </td>
    ))}
  </tr>
);
