import { clsx } from 'clsx';
import { useMemo } from 'react';
import { AGEING_FIGURES, type Ageing, type AgeingFigure, totalAgeing } from '../../../sync/ledger/ageing.ts';
import { AGEING_LABELS } from '../../../sync/ledger/report-csv.ts';
import { formatMoney } from '../../ui/format.ts';
import type { AgeingRow } from './ageing-rows.ts';

type TotalsProps = {
  all: readonly AgeingRow[];
  rows: readonly AgeingRow[];
  loaded: boolean;
  onOpen: (figure: AgeingFigure) => void;
};

export const AgeingTotals = ({ all, rows, loaded, onOpen }: TotalsProps) => {
  const [whole, shown] = useMemo(() => [all, rows].map(totalAgeing), [all, rows]) as [Ageing, Ageing];
  return (
    <div
      data-figures
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card md:grid-cols-4 lg:grid-cols-7"
    >
      {AGEING_FIGURES.map((figure) => (
        <button
          key={figure}
          type="button"
          aria-haspopup="dialog"
          onClick={() => onOpen(figure)}
          className={clsx(
            'bg-card px-4 py-2.5 text-left -outline-offset-2 transition-colors hover:bg-sunk max-md:px-3 max-md:py-1.5',
            figure === 'balance' && 'max-lg:order-first max-lg:col-span-2',
          )}
        >
          <b className="num block font-[620] text-lg tracking-[-0.02em]">{loaded ? formatMoney(shown[figure]) : '–'}</b>
          <span className="block text-ink-2 text-sm">{AGEING_LABELS[figure]}</span>
          {rows.length < all.length && (
            <span className="num block text-ink-3 text-sm">of {formatMoney(whole[figure])}</span>
          )}
        </button>
      ))}
    </div>
  );
};
