import { useState } from 'react';
import { Link } from 'wouter';
import { addDays, addMonths } from '../../../schema/dates.ts';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import { accountStatement } from '../../../sync/ledger/statement.ts';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import type { AccountBooks } from '../accounts.ts';
import { useEntryPath } from '../entry-path.ts';

type Props = { books: AccountBooks; today: string; open: boolean; onClose: () => void };

const ChangeDialog = ({ books, today, open, onClose }: Props) => {
  const [from, setFrom] = useState(() => addMonths(today, -1));
  const [to, setTo] = useState(today);
  const [first, last] = from <= to ? [from, to] : [to, from];
  return (
    <Dialog open={open} onClose={onClose} title="Why Did It Change?">
      <div className="grid grid-cols-2 gap-3 pb-4">
        <Field label="From end of day">
          <DatePicker value={from} onChange={(day) => setFrom(day || from)} min="2000-01-01" />
        </Field>
        <Field label="To end of day">
          <DatePicker value={to} onChange={(day) => setTo(day || to)} min="2000-01-01" />
        </Field>
      </div>
      <Between books={books} first={first} last={last} onOpen={onClose} />
    </Dialog>
  );
};

export default ChangeDialog;

type BetweenProps = { books: AccountBooks; first: string; last: string; onOpen: () => void };

const Between = ({ books, first, last, onOpen }: BetweenProps) => {
  const entryPath = useEntryPath();
  const { opening_cents, lines, closing_cents } = accountStatement(books.list, { from: addDays(first, 1), to: last });
  return (
    <table className="num w-full border-collapse">
      <caption className="sr-only">Entries between the two balances</caption>
      <thead>
        <BalanceRow day={first} cents={opening_cents} className="[&>*]:py-2 [&>*]:font-[560]" />
      </thead>
      <tbody>
        {lines.map(({ entry, cents }) => (
          <tr key={entry.id} className="border-line border-t">
            <td className="whitespace-nowrap py-2 pr-3 align-top text-ink-3">{formatDate(entry.effective_on)}</td>
            <td className="py-2 pr-3 [overflow-wrap:anywhere]">
              <Link href={entryPath(entry)} onClick={onOpen} className="text-ink hover:underline">
                {titleOf(entry, books)}
              </Link>
            </td>
            <td className="py-2 text-right align-top">{formatMoney(cents)}</td>
          </tr>
        ))}
        {lines.length === 0 && (
          <tr className="border-line border-t">
            <td colSpan={3} className="py-2 text-ink-2">
              No changes between these dates.
            </td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <BalanceRow
          day={last}
          cents={closing_cents}
          className="border-line border-t [&>*]:py-2.5 [&>*]:font-semibold"
        />
      </tfoot>
    </table>
  );
};

const BalanceRow = ({ day, cents, className }: { day: string; cents: number; className: string }) => (
  <tr className={className}>
    <th scope="row" colSpan={2} className="text-left">
      Balance on {formatDate(day)}
    </th>
    <td className="text-right">{formatMoney(cents)}</td>
  </tr>
);
