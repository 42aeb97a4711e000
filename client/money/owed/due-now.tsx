import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { useEver } from '../../ui/frozen.ts';
import { lazyPart } from '../../ui/on-demand.ts';
import type { AccountBooks } from '../accounts.ts';
import { figuresOf } from './account-figures.ts';

const FigureDialog = lazyPart(async () => ({ default: (await import('./figure-dialog.tsx')).FigureDialog }));

type Props = { books: AccountBooks; today: string };

export const DueNow = ({ books, today }: Props) => {
  const [opened, setOpened] = useState(false);
  const everOpened = useEver(opened);
  const { due, overdue } = figuresOf(books, today);
  const since = due.parts.map(({ due_on }) => due_on).sort()[0];
  return (
    <div>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpened(true)} className="group block text-left">
        <span className="block text-ink-3 text-sm">Due now</span>
        <b
          className={clsx(
            'num block font-[640] text-[2.25rem] leading-tight tracking-[-0.02em]',
            overdue.cents > 0 && 'text-red',
          )}
        >
          {formatMoney(due.cents)}
        </b>
        {since && (
          <span className="num flex items-center gap-0.5 text-pine-text group-hover:underline">
            {since < today ? 'Since' : 'Due'} {formatDate(since)}: see why
            <ChevronRight aria-hidden className="size-4" />
          </span>
        )}
      </button>
      {due.cents === 0 && <p className="text-ink-2">Nothing is due.</p>}
      {books.on_its_way_cents > 0 && <p className="num text-ink-2">{formatMoney(books.on_its_way_cents)} on its way</p>}
      {everOpened && <FigureDialog figure={due} open={opened} books={books} onClose={() => setOpened(false)} />}
    </div>
  );
};
