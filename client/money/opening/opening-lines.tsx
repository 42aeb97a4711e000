import { Alert } from '../../ui/alert.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { formatCount, formatDate, formatMoney, formatPlural } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';
import type { LineState, PlannedLine } from './opening-import.ts';

export const LineTable = ({ rows }: { rows: readonly PlannedLine[] }) => (
  <Table
    caption="Lines"
    columns={COLUMNS}
    rows={rows}
    rowKey={({ line }) => String(line.line)}
    renderCard={(row) => <LineCard row={row} />}
  />
);

export const LeftOutLines = ({ leftOut }: { leftOut: readonly { line: number; msg: string }[] }) => (
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
