import { clsx } from 'clsx';
import { ReceiptText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import { accountStatement, type StatementLine } from '../../../sync/ledger/statement.ts';
import { useWaiting, WaitingMark } from '../../screens/waiting.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { EmptyState } from '../../ui/list.tsx';
import { FLUSH_HEADS, PlainTable } from '../../ui/plain-table.tsx';
import type { AccountBooks } from '../accounts.ts';
import { useEntryPath } from '../entry-path.ts';

const SHOWN = 15;

export const EntryList = ({ books, shown: first = SHOWN }: { books: AccountBooks; shown?: number }) => {
  const [shown, setShown] = useState(first);
  const lines = useMemo(() => {
    const all = accountStatement(books.list, { from: null, to: null }).lines;
    return all.toReversed();
  }, [books.list]);
  if (lines.length === 0)
    return (
      <EmptyState
        icon={ReceiptText}
        title="No charges or payments yet"
        hint="Charges and payments will show up here."
      />
    );
  return (
    <Card title="Entries" flush>
      <PlainTable caption="Entries" className="mt-2" heads={HEADS} headClass={FLUSH_HEADS}>
        <tbody>
          {lines.slice(0, shown).map((line) => (
            <Line key={line.entry.id} line={line} books={books} />
          ))}
        </tbody>
      </PlainTable>
      {lines.length > shown && (
        <p className="border-line border-t px-4 py-2.5 print:hidden">
          <Button size="small" onClick={() => setShown(lines.length)}>
            Show All {lines.length}
          </Button>
        </p>
      )}
    </Card>
  );
};

const HEADS = ['Date', 'Description', ['Amount', 'text-right'], ['Balance', 'text-right max-md:hidden']] as const;

const Line = ({ line: { entry, balance_cents, corrects }, books }: { line: StatementLine; books: AccountBooks }) => {
  const entryPath = useEntryPath();
  const waiting = useWaiting().get(entry.payment_id ?? entry.id);
  return (
    <tr className={clsx('border-line border-t [&>td]:px-4 [&>td]:py-2', corrects && 'text-ink-3 line-through')}>
      <td className="whitespace-nowrap align-top text-ink-2 max-md:text-sm">{formatDate(entry.effective_on)}</td>
      <td className="align-top [overflow-wrap:anywhere]">
        <Link data-row href={entryPath(entry)} className="text-ink hover:underline">
          {titleOf(entry, books)}
        </Link>{' '}
        <WaitingMark item={waiting} />
        {entry.memo && entry.kind !== 'charge' && <span className="block text-ink-3 text-sm">{entry.memo}</span>}
      </td>
      <td className={clsx('text-right align-top', entry.amount_cents < 0 && 'text-good')}>
        {formatMoney(entry.amount_cents)}
      </td>
      <td className="text-right align-top text-ink-2 max-md:hidden">{formatMoney(balance_cents)}</td>
    </tr>
  );
};
