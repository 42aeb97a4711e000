import { addDays, addMonths } from '../../../schema/dates.ts';
import type { Entry, Policy } from '../../../schema/tables/ledger.ts';
import { draftEntry } from '../entries.ts';
import type { FeeBooks, FeeOptions } from './books.ts';
import { dueFees } from './due.ts';
import { feeOf, outlookOn } from './late-fees.ts';
import type { LateFeeSettings } from './slots.ts';

const DAYS_AHEAD = 60;
const MONTHS_BACK = 12;

type FeeAhead = { charge_id: string; on: string; cents: number };
export type AccountPreview = {
  account_id: string;
  next: FeeAhead[];
  last_year: { count: number; cents: number };
};

/** In cents. `next` has the accounts that get a fee, in the order in which they were given. */
export type FeePreview = {
  next: { account_id: string; cents: number; fees: FeeAhead[] }[];
  next_cents: number;
  next_homes: number;
  last_year: { count: number; cents: number; homes: number };
};

/** `settings` are those of a rule that is not saved and starts on `starts_on`; without them the saved rules count alone, and
 * nothing is said of the last year. Late fees of days before `from` are passed over. */
export type PreviewOptions = FeeOptions & {
  settings?: LateFeeSettings;
  starts_on?: string;
  as_of: string;
  from?: string;
  /** The instant at which the HOA's ledger was opened: the invoices of before were sent on the day that they count from. */
  opened_at?: string | null;
};

/** The late fees of the 60 days after `as_of`, as things stand, and those that the settings would have charged over the 12
 * months before, whatever was in force then. */
export const previewAccount = (books: FeeBooks, options: PreviewOptions): AccountPreview => ({
  account_id: books.account.id,
  next: feesAhead(books, options),
  last_year: options.settings ? lastYear(books, options, options.settings) : { count: 0, cents: 0 },
});

export const sumPreviews = (accounts: readonly AccountPreview[]): FeePreview => {
  const next = accounts
    .filter((account) => account.next.length > 0)
    .map(({ account_id, next: fees }) => ({ account_id, cents: sumOf(fees), fees }));
  const past = accounts.map(({ last_year }) => last_year).filter(({ count }) => count > 0);
  const count = past.reduce((sum, one) => sum + one.count, 0);
  return {
    next,
    next_cents: sumOf(next),
    next_homes: next.length,
    last_year: { count, cents: sumOf(past), homes: past.length },
  };
};

const sumOf = (parts: readonly { cents: number }[]): number => parts.reduce((sum, { cents }) => sum + cents, 0);

const feesAhead = (books: FeeBooks, options: PreviewOptions): FeeAhead[] => {
  const { as_of, from = '' } = options;
  const policies = [...options.policies.filter(({ kind }) => kind !== 'interest'), ...policyToBe(options)];
  const then = { ...books, account: { ...books.account, fees_through: as_of } };
  const { entries } = dueFees(then, { ...options, policies }, { today: addDays(as_of, DAYS_AHEAD), from });
  return entries.map(({ source_id, effective_on: on, amount_cents: cents }) => ({
    charge_id: String(source_id),
    on,
    cents,
  }));
};

/** Made after all others, so that it counts where another starts on the same day. */
const policyToBe = ({ settings, starts_on, as_of }: PreviewOptions): Policy[] =>
  settings ? [{ ...NOBODY, id: '', kind: 'late_fee', starts_on: starts_on ?? as_of, settings, made_at: '9999' }] : [];
const NOBODY = { hoa_id: '', rev: 0, made_by: null, made_by_name: null };

const lastYear = (books: FeeBooks, options: PreviewOptions, settings: LateFeeSettings): AccountPreview['last_year'] => {
  const { as_of } = options;
  const since = addMonths(as_of, -MONTHS_BACK);
  const entries = books.entries.map((entry) => asSent(entry, options.opened_at ?? ''));
  const then = { ...books, entries, account: { ...books.account, fees_off_until: null } };
  const outlook = outlookOn(then, options, { through: as_of, ruleOf: () => ({ id: null, settings }) });
  const made = new Map<string, Entry[]>();
  for (const slot of outlook.slots) {
    const earlier = made.get(slot.charge.id) ?? [];
    const fee = feeOf(then, { ...outlook, feesOn: () => earlier }, slot);
    if (fee) made.set(slot.charge.id, [...earlier, draftEntry(books.account.id, fee)]);
  }
  const within = [...made.values()].flat().filter(({ effective_on }) => effective_on > since);
  return { count: within.length, cents: within.reduce((sum, { amount_cents }) => sum + amount_cents, 0) };
};

const asSent = (entry: Entry, opened_at: string): Entry =>
  entry.kind === 'charge' && entry.invoice_id !== null && entry.posted_at <= opened_at
    ? { ...entry, posted_at: entry.effective_on }
    : entry;
