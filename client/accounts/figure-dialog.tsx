import { Link } from 'wouter';
import { titleOf } from '../../sync/ledger/explain.ts';
import { paths } from '../paths.ts';
import { Dialog } from '../ui/dialog.tsx';
import { formatDate, formatMoney } from '../ui/format.ts';
import type { Figure } from './figures.ts';
import type { AccountBooks } from './model.ts';

type Props = { figure: Figure; open: boolean; books: AccountBooks; onClose: () => void };

/** The entries that a figure is the sum of, with a line that repeats the sum. */
export const FigureDialog = ({ figure: { label, cents, parts }, open, books, onClose }: Props) => (
  <Dialog open={open} onClose={onClose} title={label} subtitle={parts.length === 0 ? 'Nothing adds up to this.' : null}>
    <table className="num w-full border-collapse">
      <caption className="sr-only">What {label.toLowerCase()} is the sum of</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Entry</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ entry, cents: part }) => (
          <tr key={entry.id} className="border-line border-b">
            <td className="whitespace-nowrap py-2 pr-3 text-ink-3">{formatDate(entry.due_on ?? entry.effective_on)}</td>
            <td className="py-2 pr-3 [overflow-wrap:anywhere]">
              <Link
                href={paths.accountEntry(entry.account_id, entry.id)}
                onClick={onClose}
                className="text-ink hover:underline"
              >
                {titleOf(entry, books)}
              </Link>
            </td>
            <td className="py-2 text-right">{formatMoney(part)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <td colSpan={2} className="py-2.5">
            {label}
          </td>
          <td className="py-2.5 text-right">{formatMoney(cents)}</td>
        </tr>
      </tfoot>
    </table>
  </Dialog>
);
