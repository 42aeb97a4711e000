import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { formatCount } from '../ui/format.ts';
import type { BulkFile } from './bulk-file.ts';
import { COLUMNS, FIELDS } from './bulk-headers.ts';
import type { ReadRow } from './bulk-rows.ts';

const SHOWN = 10;

/** The first rows as they were read, in a region that scrolls by itself. */
export const Preview = ({ rows, wrong }: BulkFile) => (
  <section className="grid gap-1.5">
    <h3 className="font-semibold text-sm">
      Preview{rows.length > SHOWN && ` of the first ${SHOWN} of ${formatCount(rows.length)} rows`}
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
          {rows.slice(0, SHOWN).map((row) => (
            <Line key={row.number} row={row} wrong={wrong.has(row.number)} />
          ))}
        </tbody>
      </table>
    </section>
  </section>
);

const Line = ({ row: { number, cells }, wrong }: { row: ReadRow; wrong: boolean }) => (
  <tr className={clsx('border-line border-t', wrong && 'bg-red-soft')}>
    <th
      scope="row"
      className={clsx('num whitespace-nowrap px-3 py-1.5 text-left', wrong ? 'text-red' : 'font-normal text-ink-3')}
    >
      <span className="inline-flex items-center gap-1">
        {number}
        {wrong && (
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
