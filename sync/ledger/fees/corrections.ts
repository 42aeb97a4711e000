import { addDays } from '../../../schema/dates.ts';
import type { Entry } from '../../../schema/tables/ledger.ts';
import { dayInWords } from '../../words.ts';
import { type NewEntry, ownIdOf } from '../entries.ts';
import { reversedIds } from '../entry-status.ts';
import { lateFeeOn } from './amounts.ts';
import type { FeeBooks, FeeOptions } from './books.ts';
import { withEntries } from './due.ts';
import { outlookOn, unreversedFees } from './late-fees.ts';
import { governingRule, type LateFeeRule, mostFees } from './slots.ts';

const DAYS_BACK = 120;

/** The entries that correct late fees of the last 120 days which money recorded later shows to be too high: the reversal of a fee that
 * would not have been posted, a waiver of what another is too high by. Fees are never raised. */
export const feeCorrections = (books: FeeBooks, options: FeeOptions, today: string): NewEntry[] => {
  const since = addDays(today, -DAYS_BACK);
  const fees = [...unreversedFees(books.entries).values()]
    .flat()
    .filter(({ effective_on }) => effective_on >= since)
    .sort((a, b) => (a.effective_on + a.id < b.effective_on + b.id ? -1 : 1));
  const made: NewEntry[] = [];
  let known = books;
  for (const fee of fees) {
    const late = recordedLater(books.entries, fee);
    const correction = late && correctionOf(known, options, fee, late);
    if (!correction) continue;
    made.push(correction);
    known = withEntries(known, [correction]);
  }
  return made;
};

/** The newest entry that was posted after a fee and counts from before it. */
const recordedLater = (entries: readonly Entry[], fee: Entry): Entry | undefined =>
  entries
    .filter(({ kind, amount_cents }) => amount_cents < 0 && !NOT_MONEY.includes(kind))
    .filter(({ effective_on, posted_at }) => effective_on < fee.effective_on && posted_at > fee.posted_at)
    .sort((a, b) => (a.posted_at < b.posted_at ? 1 : -1))[0];
const NOT_MONEY: readonly string[] = ['transfer', 'opening'];

const correctionOf = (books: FeeBooks, options: FeeOptions, fee: Entry, late: Entry): NewEntry | undefined => {
  const charge = books.entries.find(({ id }) => id === fee.source_id);
  const rule = charge && ruleOf(options, fee, charge);
  if (!rule) return undefined;
  const right = amountNow(books, options, { fee, charge, rule });
  const waived = waivedOf(books.entries, fee.id);
  const excess = fee.amount_cents - waived - right;
  if (excess <= 0) return undefined;
  const common = { effective_on: fee.effective_on, source_id: fee.id, reason: reasonOf(late) };
  if (right > 0 || waived > 0)
    return { ...common, id: `${ownIdOf(fee)}-to-${right}`, kind: 'waiver', amount_cents: -excess };
  return { ...common, id: `${ownIdOf(fee)}-undone`, kind: 'reversal', amount_cents: -excess, category: fee.category };
};

/** As things stood when the fee was posted: it stays with its rule, and what was decided later holds nothing. */
const amountNow = (
  books: FeeBooks,
  options: FeeOptions,
  { fee, charge, rule }: { fee: Entry; charge: Entry; rule: LateFeeRule },
): number => {
  const then = { ...books, plans: books.plans.filter(({ made_at }) => made_at <= fee.posted_at) };
  const outlook = outlookOn(then, options, { through: fee.effective_on, ruleOf: () => undefined });
  const earlier = outlook.feesOn(charge.id).filter(({ effective_on }) => effective_on < fee.effective_on);
  if (earlier.length >= mostFees(rule.settings)) return 0;
  const open_cents = outlook.countedOn(charge, addDays(fee.effective_on, -1));
  if (open_cents < Math.max(1, rule.settings.least_open_cents)) return 0;
  const earlier_cents = earlier.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  return lateFeeOn(rule.settings, { open_cents, earlier_cents }).amount_cents;
};

const ruleOf = ({ policies }: FeeOptions, { rule }: Entry, charge: Entry): LateFeeRule | undefined => {
  const policy = policies.find(({ id }) => id === rule?.policy_id);
  return policy
    ? { id: policy.id, settings: policy.settings as LateFeeRule['settings'] }
    : governingRule(policies, charge);
};

const waivedOf = (entries: readonly Entry[], fee_id: string): number => {
  const reversed = reversedIds(entries);
  return entries
    .filter(({ id, kind, source_id }) => source_id === fee_id && RELIEF.includes(kind) && !reversed.has(id))
    .reduce((sum, { amount_cents }) => sum - amount_cents, 0);
};
const RELIEF: readonly string[] = ['waiver', 'write_off'];

const reasonOf = ({ kind, effective_on }: Entry): string =>
  `The ${kind === 'payment' ? 'payment' : 'correction'} of ${dayInWords(effective_on)} was recorded later.`;
