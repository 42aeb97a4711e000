import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import { formatMoney } from '../../ui/format.ts';
import { useEver } from '../../ui/frozen.ts';
import { lazyPart } from '../../ui/on-demand.ts';
import type { AccountBooks } from '../accounts.ts';
import { type FigureName, figuresOf } from '../owed/account-figures.ts';
import { DueNow } from '../owed/due-now.tsx';
import { PayPart } from '../pay/pay-part.tsx';

const FigureDialog = lazyPart(async () => ({ default: (await import('../owed/figure-dialog.tsx')).FigureDialog }));

type Props = { account: Account; books: AccountBooks; today: string; home?: string; actions?: ReactNode };

/** The sum due now, since when and why, with the way to pay it; below it coming charges and payments ahead. `home` names the
 * account where there are several. */
export const BalanceCard = ({ account, books, today, home, actions }: Props) => {
  const [opened, setOpened] = useState<FigureName | null>(null);
  const everOpened = useEver(opened !== null);
  const figures = figuresOf(books, today);
  const { overdue, coming, credit, balance } = figures;
  return (
    <section
      aria-label={home ? `Balance of ${home}` : 'Balance'}
      className={clsx(
        'grid gap-3 rounded-lg border bg-card px-4 py-3.5 shadow-card md:px-5 md:py-4',
        overdue.cents > 0 ? 'border-red-line' : 'border-line',
      )}
    >
      {home && <h2 className="font-semibold text-lg [overflow-wrap:anywhere]">{home}</h2>}
      <div className="grid items-start gap-x-8 gap-y-3 md:grid-cols-2">
        <DueNow books={books} today={today} />
        <PayPart account={account} books={books} today={today} {...(home && { home })} />
      </div>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-2 border-line border-t pt-3">
        <SmallFigure name="coming" figure={coming} onOpen={setOpened} />
        <SmallFigure name="credit" figure={credit} onOpen={setOpened} />
        <SmallFigure name="balance" figure={balance} onOpen={setOpened} />
        {actions && <span className="ml-auto">{actions}</span>}
      </div>
      {everOpened && (
        <FigureDialog
          figure={figures[opened ?? 'balance']}
          open={opened !== null}
          books={books}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
};

type SmallFigureProps = {
  name: FigureName;
  figure: { label: string; cents: number };
  onOpen: (name: FigureName) => void;
};

const SmallFigure = ({ name, figure: { label, cents }, onOpen }: SmallFigureProps) => (
  <button type="button" aria-haspopup="dialog" onClick={() => onOpen(name)} className="group text-left touch:min-h-11">
    <span className="block text-ink-3 text-sm">{label}</span>
    <b className="num block font-[600] underline-offset-4 group-hover:underline">{formatMoney(cents)}</b>
  </button>
);
