import { addDays, addMonths, daysBetween, laterOf } from '../../../schema/dates.ts';
import { LATE_FEE_CATEGORIES } from '../../../schema/policies.ts';
import type { PolicySettings } from '../../../schema/policy-inputs.ts';
import type { Entry, Policy } from '../../../schema/tables/ledger.ts';
import { policyOn } from '../../policies/rules.ts';
import { LAST_DAY } from '../books.ts';
import { takesBack } from '../entry-status.ts';
import { type Fold, fold } from '../fold.ts';
import type { FoldPlan } from '../types.ts';
import type { FeeBooks, FeeOptions } from './books.ts';

export type LateFeeSettings = PolicySettings['late_fee'];
/** A late-fee rule; `id` is null where it is not saved. */
export type LateFeeRule = { id: string | null; settings: LateFeeSettings };

/** A day on which a charge is looked at, `number` counting from 1. */
export type Slot = { charge: Entry; rule: LateFeeRule; number: number; on: string };

/** True if a debit is of a kind that may carry a late fee: never a fee, a cost or what was moved with a sale, and of the
 * balances taken over only those of which the import says so. */
export const canBeLate = ({ kind, category, rule, amount_cents }: Entry): boolean => {
  if (amount_cents <= 0 || !LATE.includes(category ?? 'assessment')) return false;
  return kind === 'charge' || (kind === 'opening' && rule?.late_fees === 1);
};
const LATE: readonly string[] = LATE_FEE_CATEGORIES;

/** The rule that governs a charge for good: that in force on its due date. */
export const governingRule = (policies: readonly Policy[], charge: Entry): LateFeeRule | undefined => {
  const policy = policyOn(policies, 'late_fee', charge.due_on ?? charge.effective_on);
  return policy && { id: policy.id, settings: policy.settings as LateFeeSettings };
};

export const covers = ({ settings }: LateFeeRule, { category }: Pick<Entry, 'category'>): boolean =>
  settings.enabled && settings.categories.some((one) => one === (category ?? 'assessment'));

/** How many fees a rule posts on one charge at most. */
export const mostFees = ({ repeat, times }: LateFeeSettings): number => (repeat === 'once' ? 1 : times);

/** The slots of a charge up to a day. What opens it again starts the clock anew, and the numbers continue. */
export const slotsOf = (
  charge: Entry,
  rule: LateFeeRule,
  { books, open, dayOf, through }: { books: FeeBooks; open: OpenAmounts; through: string } & Pick<FeeOptions, 'dayOf'>,
): Slot[] => {
  const first = clockStart(charge, dayOf);
  const starts = [first, ...restarts(charge, rule, { books, open, through }).filter((day) => day > first)];
  const days = starts.flatMap((start, at) => slotDays(start, rule.settings, starts[at + 1] ?? addDays(through, 1)));
  return days.map((on, at) => ({ charge, rule, number: at + 1, on }));
};

const slotDays = (start: string, settings: LateFeeSettings, before: string): string[] => {
  const first = addDays(start, settings.grace_days + 1);
  const days: string[] = [];
  for (let month = 0; month < mostFees(settings); month += 1) {
    const on = addMonths(first, month);
    if (on >= before) break;
    days.push(on);
  }
  return days;
};

/** The due date; later for an invoice that was sent late, and for a balance taken over after it was due. */
export const clockStart = (charge: Entry, dayOf: FeeOptions['dayOf']): string => {
  const { effective_on, posted_at } = charge;
  const due_on = charge.due_on ?? effective_on;
  if (charge.invoice_id == null && charge.kind !== 'opening') return due_on;
  // Days of one instant differ by one at most, so that most need no time zone.
  if (posted_at.slice(0, 10) <= effective_on) return due_on;
  const posted_on = dayOf(posted_at);
  const given = charge.kind === 'opening' ? posted_on : addDays(posted_on, daysBetween(effective_on, due_on));
  return laterOf(given, due_on);
};

/** The days on which a charge that was paid was opened again, or a plan that covers it ended, in order. */
const restarts = (
  charge: Entry,
  { settings }: LateFeeRule,
  { books, open, through }: { books: FeeBooks; open: OpenAmounts; through: string },
): string[] => {
  const least = Math.max(1, settings.least_open_cents);
  const opened = books.entries
    .filter((entry) => takesBack(entry) && entry.effective_on <= through)
    .map(({ effective_on }) => effective_on)
    .filter((day) => open.openOn(charge.id, addDays(day, -1)) < least && open.openOn(charge.id, day) >= least)
    .filter((day) => day > charge.effective_on);
  const ended = books.plans.flatMap(({ covers, status, ended_on }) =>
    status !== 'finished' && ended_on !== null && ended_on <= through && covers.includes(charge.id) ? [ended_on] : [],
  );
  return [...new Set([...opened, ...ended])].sort();
};

type OpenAmounts = {
  /** Cents of a debit that were open at the end of a day. */
  openOn(debit_id: string, day: string): number;
  /** The days on which entries count, in order. */
  days: readonly string[];
};

/** Reads how much of each debit was open at the end of any day. */
export const openAmounts = (
  entries: readonly Entry[],
  options: { policies: readonly Policy[]; plans: readonly FoldPlan[] },
): OpenAmounts => {
  const days = [...new Set(entries.map(({ effective_on }) => effective_on))].sort();
  // Nothing is ever taken from what covers a debit, so that one fold knows every day.
  if (!entries.some(takesBack)) return { days, openOn: fromCovers(fold(entries, { ...options, as_of: LAST_DAY })) };
  const folds = new Map<string, Fold<Entry>>();
  const openOn = (debit_id: string, day: string): number => {
    const last = days.findLast((one) => one <= day);
    if (last === undefined) return 0;
    const folded = folds.get(last) ?? fold(entries, { ...options, as_of: last });
    folds.set(last, folded);
    return folded.debits.get(debit_id)?.open_cents ?? 0;
  };
  return { days, openOn };
};

const fromCovers =
  ({ debits }: Fold<Entry>): OpenAmounts['openOn'] =>
  (debit_id, day) => {
    const debit = debits.get(debit_id);
    if (!debit || debit.entry.effective_on > day) return 0;
    const covered = debit.covers.reduce((sum, { cents, on }) => (on <= day ? sum + cents : sum), 0);
    return debit.entry.amount_cents - covered;
  };
