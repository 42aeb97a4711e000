import type { Entry, Policy } from '../../schema/tables/ledger.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';
import type { Tx } from '../tx.ts';
import { entryIdOf } from './entries.ts';
import { type Fold, fold } from './fold.ts';

/** All rows of one account that decide what is owed on it. Books are never changed: a posting makes new ones. */
export type AccountBooks = {
  readonly entries: readonly Entry[];
  readonly policies: readonly Policy[];
  readonly plans: readonly PaymentPlan[];
};

/** Reads the books of an account in one go, with the places of the entries to come (`ids`, without the account's). */
export const readBooks = async (tx: Tx, account_id: string, ids: readonly string[] = []): Promise<AccountBooks> => {
  const [entries, policies, plans] = await Promise.all([
    tx.list('entry', 'account_id', account_id),
    tx.list('policy', 'hoa_id', tx.actor.hoa_id),
    tx.list('plan', 'account_id', account_id),
    tx.get('account', account_id),
    tx.get('hoa', tx.actor.hoa_id),
    ...ids.map((id) => tx.get('entry', entryIdOf(account_id, id))),
  ]);
  return { entries, policies, plans };
};

/** Entries are never effective later than a day from now, so that every entry counts. */
export const LAST_DAY = '9999-12-31';

/** `paid_on` is the day of the last money that covers the charge, '' where none does. */
export type ChargeState = { open_cents: number; reversed_on: string | null; paid_on: string };

type History = {
  /** As of a day; as of LAST_DAY where none is given. */
  foldOn(day?: string): Fold<Entry>;
  /** As of LAST_DAY. */
  stateOf(charge_id: string): ChargeState;
};

/** The folds of books, each made once. */
export const historyOf = (books: AccountBooks): History => {
  const known = histories.get(books);
  if (known) return known;
  const made = newHistory(books);
  histories.set(books, made);
  return made;
};
const histories = new WeakMap<AccountBooks, History>();

const newHistory = ({ entries, policies, plans }: AccountBooks): History => {
  const folds = new Map<string, Fold<Entry>>();
  const foldOn = (day = LAST_DAY): Fold<Entry> => {
    const folded = folds.get(day) ?? fold(entries, { policies, plans, as_of: day });
    folds.set(day, folded);
    return folded;
  };
  const reversals = entries.filter(({ kind }) => kind === 'reversal');
  const reversed = new Map(reversals.map(({ source_id, effective_on }) => [source_id, effective_on]));
  const stateOf = (id: string): ChargeState => {
    const debit = foldOn().debits.get(id);
    const days = debit?.covers.map(({ on }) => on).sort() ?? [];
    return { open_cents: debit?.open_cents ?? 0, reversed_on: reversed.get(id) ?? null, paid_on: days.at(-1) ?? '' };
  };
  return { foldOn, stateOf };
};
