import type { Entry } from '../../../schema/tables/ledger.ts';
import { portionsOf } from '../../../sync/ledger/plans.ts';
import type { AccountBooks } from '../accounts.ts';

export type Figure = {
  label: string;
  of?: string;
  cents: number;
  hint?: string;
  parts: readonly FigurePart[];
  /** All entries, for a balance: it is their sum as well, the newest first by the day from which they count. */
  history?: readonly FigurePart[];
};
/** `due_on` is the day shown: of a debit that is paid in parts, that of the part. */
export type FigurePart = { entry: Entry; cents: number; due_on?: string };

export type FigureName = 'due' | 'overdue' | 'coming' | 'credit' | 'balance';

/** The figures of an account as of the day of `books` (ALLO-09, EXPL-01). */
export const figuresOf = ({ fold, list }: AccountBooks, today: string): Record<FigureName, Figure> => {
  const portions = fold.open.flatMap((debit) => portionsOf(debit).map((part) => ({ entry: debit.entry, ...part })));
  const partsOf = (isMeant: (due_on: string) => boolean): FigurePart[] =>
    portions.filter(({ due_on }) => isMeant(due_on));
  const left = [...fold.credits.values()]
    .filter(({ left_cents }) => left_cents > 0)
    .map(({ entry, left_cents }) => ({ entry, cents: left_cents }));
  return {
    due: { label: 'Due now', cents: fold.due_now_cents, parts: partsOf((due_on) => due_on <= today) },
    overdue: { label: 'Overdue', cents: fold.overdue_cents, parts: partsOf((due_on) => due_on < today) },
    coming: { label: 'Coming up', cents: fold.coming_cents, parts: partsOf((due_on) => due_on > today) },
    credit: { label: 'Paid ahead', cents: fold.credit_cents, parts: left },
    balance: {
      label: 'Balance',
      cents: fold.balance_cents,
      parts: [
        ...fold.open.map(({ entry, open_cents }) => ({ entry, cents: open_cents })),
        ...left.map(({ entry, cents }) => ({ entry, cents: -cents })),
      ],
      history: list
        .filter(({ effective_on }) => effective_on <= today)
        .map((entry) => ({ entry, cents: entry.amount_cents, due_on: entry.effective_on }))
        .sort((one, other) => (one.due_on < other.due_on ? 1 : one.due_on > other.due_on ? -1 : 0)),
    },
  };
};
