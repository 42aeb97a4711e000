import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import type { ExplainRows } from '../../../sync/ledger/explain.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCount, formatDate, formatMoney } from '../../ui/format.ts';
import { PlainTable } from '../../ui/plain-table.tsx';
import { useEntryPath } from '../entry-path.ts';
import type { Figure, FigurePart } from './account-figures.ts';

type Props = {
  figure: Figure;
  open: boolean;
  books: Pick<ExplainRows, 'payments'>;
  /** The account's name beside an entry, in a figure of many accounts. */
  nameOf?: (account_id: string) => string;
  onClose: () => void;
};

/** The entries that a figure is the sum of, with a line that repeats the sum; below a balance also all entries of the account. */
export const FigureDialog = ({ figure, open, onClose, ...props }: Props) => {
  const { label, of, cents, parts, history } = figure;
  const [isOpened, setOpened] = useState(false);
  const none = history ? 'No open charges and no credit.' : 'No entries.';
  return (
    <Dialog open={open} onClose={onClose} title={label} subtitle={parts.length === 0 ? none : (of ?? null)}>
      <Sum caption={`Entries in ${label.toLowerCase()}`} {...{ label, cents, parts, onClose, ...props }} />
      {history && !isOpened && (
        <Button size="small" onClick={() => setOpened(true)}>
          Show History
        </Button>
      )}
      {history && isOpened && (
        <section className="pt-3">
          <h3 className="pb-1 font-semibold">History</h3>
          <Sum caption="All entries" {...{ label, cents, onClose, ...props }} parts={history} />
        </section>
      )}
    </Dialog>
  );
};

type SumProps = Pick<Props, 'books' | 'nameOf' | 'onClose'> &
  Pick<Figure, 'label' | 'cents' | 'parts'> & { caption: string };

const Sum = ({ caption, label, cents, parts, books, nameOf, onClose }: SumProps) => {
  const entryPath = useEntryPath();
  return (
    <PlainTable caption={caption} heads={['Date', 'Entry', 'Amount']} hidesHeads>
      <tbody>
        <Shortened rows={parts}>
          {({ entry, cents: part, due_on = entry.due_on ?? entry.effective_on }) => (
            <tr key={`${entry.id}/${due_on}`} className="border-line border-b">
              <td className="w-px whitespace-nowrap py-2 pr-4 text-ink-3">{formatDate(due_on)}</td>
              <td className="py-2 pr-3 [overflow-wrap:anywhere]">
                <Link href={entryPath(entry)} onClick={onClose} className="text-ink hover:underline">
                  {titleOf(entry, books)}
                </Link>
                {nameOf && <span className="block text-ink-3 text-sm">{nameOf(entry.account_id)}</span>}
              </td>
              <td className="py-2 text-right">{formatMoney(part)}</td>
            </tr>
          )}
        </Shortened>
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <td colSpan={2} className="py-2.5">
            {label}
          </td>
          <td className="py-2.5 text-right">{formatMoney(cents)}</td>
        </tr>
      </tfoot>
    </PlainTable>
  );
};

const SHOWN = 100;

/** Some figures of a whole HOA are made of a thousand entries. */
const Shortened = ({ rows, children }: { rows: Figure['parts']; children: (part: FigurePart) => ReactNode }) => {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      {(isWhole ? rows : rows.slice(0, SHOWN)).map(children)}
      {!isWhole && rows.length > SHOWN && (
        <tr className="border-line border-b">
          <td colSpan={3} className="py-2">
            <Button size="small" onClick={() => setWhole(true)}>
              Show All {formatCount(rows.length)}
            </Button>
          </td>
        </tr>
      )}
    </>
  );
};
