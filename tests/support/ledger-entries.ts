import { type Fold, type FoldEntry, type FoldOptions, fold } from '../../sync/ledger/fold.ts';

type EntryKind = FoldEntry['kind'];

type Policies = FoldOptions['policies'];

export const dayOf = (n: number): string => `2030-01-${String(n).padStart(2, '0')}`;

export const entry = (id: string, kind: EntryKind, day: number, cents: number, more: Partial<FoldEntry> = {}) => {
  const effective_on = dayOf(day);
  const made: FoldEntry = {
    id,
    kind,
    amount_cents: cents,
    effective_on,
    posted_at: `${effective_on}T12:00:00Z`,
    ...more,
  };
  return made;
};

export const policy = (day: number, settings: object, made = day): Policies[number] => ({
  id: `policy-${day}-${made}`,
  kind: 'application',
  starts_on: dayOf(day),
  settings,
  made_at: `${dayOf(made)}T08:00:00Z`,
});

export const charge = (id: string, day: number, cents: number, more: Partial<FoldEntry> = {}) =>
  entry(id, 'charge', day, cents, { category: 'assessment', due_on: dayOf(day), ...more });
export const fine = (id: string, day: number, cents: number) => charge(id, day, cents, { category: 'fine' });
export const payment = (id: string, day: number, cents: number, pins: Record<string, number> = {}) =>
  entry(id, 'payment', day, -cents, {
    pins: Object.entries(pins).map(([debit_id, amount_cents]) => ({ debit_id, amount_cents })),
  });
export const of = (source_id: string, kind: EntryKind, id: string, day: number, cents: number) =>
  entry(id, kind, day, cents, { source_id });

export const asOf = (day: number, entries: FoldEntry[], options: Partial<FoldOptions> = {}) =>
  fold(entries, { policies: [], as_of: dayOf(day), ...options });

/** The covers of a fold, as 'payment charge cents day'. */
export const covers = ({ debits }: Fold<FoldEntry>) =>
  [...debits.values()]
    .flatMap((debit) => debit.covers)
    .map(({ credit_id, debit_id, cents, on }) => `${credit_id} ${debit_id} ${cents} ${Number(on.slice(8))}`)
    .sort();
export const openOf = ({ open }: Fold<FoldEntry>) =>
  Object.fromEntries(open.map((debit) => [debit.entry.id, debit.open_cents]));
export const leftOf = ({ credits }: Fold<FoldEntry>) =>
  Object.fromEntries([...credits.values()].map(({ entry, left_cents }) => [entry.id, left_cents]));
export const figures = ({
  balance_cents,
  due_now_cents,
  coming_cents,
  overdue_cents,
  credit_cents,
}: Fold<FoldEntry>) => ({
  balance: balance_cents,
  due: due_now_cents,
  coming: coming_cents,
  overdue: overdue_cents,
  credit: credit_cents,
});
