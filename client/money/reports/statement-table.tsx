import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import type { AccountStatement } from '../../../sync/ledger/statement.ts';
import { formatDate, formatMoney } from '../../ui/format.ts';
import type { AccountBooks } from '../accounts.ts';

type Props = { statement: AccountStatement; books: AccountBooks; from: string | null; to: string };

export const StatementTable = ({ statement, books, from, to }: Props) => (
  <>
    <table className="num w-full border-collapse">
      <caption className="sr-only">Statement</caption>
      <thead>
        <tr className="border-line-strong border-b text-ink-3 text-xs">
          <Th>Date</Th>
          <Th>Description</Th>
          <Th right>
            <span className={PHONE}>Amount</span>
            <span className="max-md:hidden print:inline">Charge</span>
          </Th>
          <Th right wide>
            Payment
          </Th>
          <Th right wide>
            Balance
          </Th>
        </tr>
      </thead>
      <tbody>
        {from && <OpeningLine from={from} cents={statement.opening_cents} />}
        {statement.lines.map((line) => (
          <StatementLine key={line.entry.id} line={line} books={books} />
        ))}
        {statement.lines.length === 0 && (
          <tr className="border-line border-b">
            <td colSpan={5} className="py-3 text-ink-2">
              No charges or payments in this period.
            </td>
          </tr>
        )}
      </tbody>
      <Totals statement={statement} to={to} />
    </table>
    <OpenByDueDate books={books} />
  </>
);

const OpeningLine = ({ from, cents }: { from: string; cents: number }) => (
  <tr className="border-line border-b text-ink-2">
    <Td nowrap>{formatDate(from)}</Td>
    <Td>Opening balance</Td>
    <MoneyCells cents={cents} />
    <Td right wide>
      {formatMoney(cents)}
    </Td>
  </tr>
);

type LineProps = { line: AccountStatement['lines'][number]; books: AccountBooks };

const StatementLine = ({ line: { entry, cents, balance_cents, corrects }, books }: LineProps) => (
  <tr className={clsx('border-line border-b', corrects && 'text-ink-3 line-through')}>
    <Td nowrap>{formatDate(entry.effective_on)}</Td>
    <Td>
      {titleOf(entry, books)}
      {entry.due_on && <span className="block text-ink-3 text-sm">due {formatDate(entry.due_on)}</span>}
      {entry.reason && <span className="block text-ink-3 text-sm">{entry.reason}</span>}
    </Td>
    <MoneyCells cents={cents} />
    <Td right wide>
      {formatMoney(balance_cents)}
    </Td>
  </tr>
);

/** Phones have payments among the charges, as negative amounts. */
const MoneyCells = ({ cents }: { cents: number }) => (
  <>
    <Td right>
      {cents > 0 && formatMoney(cents)}
      {cents < 0 && <span className={PHONE}>{formatMoney(cents)}</span>}
    </Td>
    <Td right wide>
      {cents < 0 && formatMoney(-cents)}
    </Td>
  </>
);

const PHONE = 'md:hidden print:hidden';

const Totals = ({ statement, to }: Pick<Props, 'statement' | 'to'>) => (
  <tfoot>
    <tr className="border-line border-b text-ink-2">
      <Td nowrap> </Td>
      <Td>Total</Td>
      <Td right>
        {formatMoney(statement.charged_cents)}
        <span className={clsx('block', PHONE)}>{formatMoney(-statement.paid_cents)}</span>
      </Td>
      <Td right wide>
        {formatMoney(statement.paid_cents)}
      </Td>
      <Td right wide>
        {' '}
      </Td>
    </tr>
    <tr className="font-semibold">
      <td colSpan={2} className="py-2 pr-3">
        {statement.closing_cents < 0 ? 'Credit' : 'Balance'} on {formatDate(to)}
      </td>
      <td colSpan={3} className="py-2 text-right text-lg">
        {formatMoney(Math.abs(statement.closing_cents))}
      </td>
    </tr>
  </tfoot>
);

const OpenByDueDate = ({ books }: { books: AccountBooks }) => {
  const open = [...books.fold.debits.values()].filter(({ open_cents }) => open_cents > 0);
  if (open.length === 0) return null;
  const sorted = open.sort((a, b) => ((a.entry.due_on ?? '') < (b.entry.due_on ?? '') ? -1 : 1));
  return (
    <section className="break-inside-avoid pt-5">
      <h2 className="pb-1 font-semibold">Open</h2>
      <ul className="num">
        {sorted.map(({ entry, open_cents }) => (
          <li key={entry.id} className="flex justify-between gap-4 border-line border-t py-1.5">
            <span>
              {titleOf(entry, books)}{' '}
              <span className="text-ink-3">due {formatDate(entry.due_on ?? entry.effective_on)}</span>
            </span>
            <span>{formatMoney(open_cents)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

type CellProps = { right?: boolean; wide?: boolean; nowrap?: boolean; children: ReactNode };

/** A cell that is `wide` is left out on phones. */
const cell = ({ right, wide, nowrap }: CellProps) =>
  clsx(
    'py-1.5 align-top not-last:pr-3 max-md:not-last:pr-2 max-md:nth-last-3:pr-0 print:nth-last-3:pr-3',
    right ? 'text-right' : 'text-left',
    wide && 'max-md:hidden print:table-cell',
    nowrap && 'whitespace-nowrap max-md:text-xs',
  );

const Th = (props: CellProps) => (
  <th scope="col" className={`${cell(props)} font-[550]`}>
    {props.children}
  </th>
);
const Td = (props: CellProps) => <td className={cell(props)}>{props.children}</td>;
