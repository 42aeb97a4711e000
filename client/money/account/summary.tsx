import { clsx } from 'clsx';
import { useState } from 'react';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { type Figure, type FigureName, figuresOf } from '../owed/account-figures.ts';
import { FigureDialog } from '../owed/figure-dialog.tsx';
import type { AccountBooks } from './model.ts';

/** The sum due now, large, with the other figures beside it. Each opens its parts. */
export const Summary = ({ books, today }: { books: AccountBooks; today: string }) => {
  const figures = figuresOf(books, today);
  const [opened, setOpened] = useState<FigureName | null>(null);
  const { overdue, coming, credit } = figures;
  const oldest = overdue.parts.map(({ due_on }) => due_on).sort()[0];
  return (
    <section
      aria-label="Balance"
      className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4 rounded-lg border border-line bg-card px-5 py-4 shadow-card print:border-0 print:px-0"
    >
      <div>
        <FigureButton figure={figures.due} large alarm={overdue.cents > 0} onOpen={() => setOpened('due')} />
        {oldest && (
          <p className="num font-[560] text-red">
            {formatMoney(overdue.cents)} of it is overdue, the oldest since {formatDate(oldest)}
          </p>
        )}
        {figures.due.cents === 0 && <p className="text-ink-2">Nothing is due.</p>}
        {books.on_its_way_cents > 0 && (
          <p className="num text-ink-2">{formatMoney(books.on_its_way_cents)} on its way</p>
        )}
      </div>
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <FigureButton figure={coming} onOpen={() => setOpened('coming')} />
        <FigureButton figure={credit} onOpen={() => setOpened('credit')} />
        <FigureButton figure={figures.balance} onOpen={() => setOpened('balance')} />
      </div>
      <FigureDialog
        figure={figures[opened ?? 'due']}
        open={opened !== null}
        books={books}
        onClose={() => setOpened(null)}
      />
    </section>
  );
};

type FigureButtonProps = { figure: Figure; large?: boolean; alarm?: boolean; onOpen: () => void };

const FigureButton = ({ figure: { label, cents }, large = false, alarm = false, onOpen }: FigureButtonProps) => (
  <button type="button" onClick={onOpen} className="group block text-left" aria-haspopup="dialog">
    <span className="block text-ink-3 text-sm">{label}</span>
    <b
      className={clsx(
        'num block font-[640] tracking-[-0.02em] decoration-1 underline-offset-4 group-hover:underline',
        large ? 'text-[2rem] leading-tight' : 'text-xl',
        alarm && 'text-red',
      )}
    >
      {formatMoney(cents)}
    </b>
  </button>
);
