import { addDays, addMonths, laterOf } from '../../../schema/dates.ts';
import type { PolicySettings } from '../../../schema/policy-inputs.ts';
import type { Entry, Policy } from '../../../schema/tables/ledger.ts';
import { policyOn } from '../../policies/rules.ts';
import { type NewEntry, ownIdOf } from '../entries.ts';
import { interestOn } from './amounts.ts';
import type { FeeBooks, FeeOptions } from './books.ts';
import { isAccountHeld } from './holds.ts';
import type { Outlook } from './late-fees.ts';
import { canBeLate, clockStart } from './slots.ts';

type Bearing = { charge: Entry; policy: Policy; settings: PolicySettings['interest']; from: string };

/** The charges that bear interest, each with the first day that counts. The rule on its due date governs a charge for good. */
export const interestBearing = (entries: readonly Entry[], { policies, dayOf }: FeeOptions): Bearing[] =>
  policies.some(({ kind }) => kind === 'interest')
    ? entries.flatMap((charge) => {
        if (!canBeLate(charge) || !ASSESSMENTS.includes(charge.category ?? 'assessment')) return [];
        const policy = policyOn(policies, 'interest', charge.due_on ?? charge.effective_on);
        const settings = policy?.settings;
        if (!policy || !settings?.enabled) return [];
        return [{ charge, policy, settings, from: addDays(clockStart(charge, dayOf), settings.start_days) }];
      })
    : [];
const ASSESSMENTS: readonly string[] = ['assessment', 'special_assessment'];

/** The first days of months, after `after` and up to `through`, on which interest is looked at. */
export const interestDays = (bearing: readonly Bearing[], after: string, through: string): string[] => {
  const first = bearing.map(({ from }) => from).sort()[0];
  if (first === undefined) return [];
  const days: string[] = [];
  const month = `${laterOf(first, after).slice(0, 7)}-01`;
  for (let at = 0, on = month; on <= through; at += 1, on = addMonths(month, at))
    if (on > after && on > first) days.push(on);
  return days;
};

/** The entries that the first day of a month posts for the days of the month before: for each charge an entry for each time in which the
 * same was open. Effective on the last of those days' month. */
export const interestOf = (
  books: FeeBooks,
  outlook: Pick<Outlook, 'countedOn'>,
  bearing: readonly Bearing[],
  on: string,
): NewEntry[] => {
  const [begin, end] = [addMonths(on, -1), addDays(on, -1)];
  return bearing.flatMap((one) => {
    const spans = spansOf(books, outlook, one.charge, { from: laterOf(one.from, begin), to: end });
    return spans.map((span) => entryOf(one, span, end)).filter(({ amount_cents }) => amount_cents > 0);
  });
};

type Span = { from: string; to: string; base_cents: number; days: number };

const spansOf = (
  books: FeeBooks,
  { countedOn }: Pick<Outlook, 'countedOn'>,
  charge: Entry,
  { from, to }: { from: string; to: string },
): Span[] => {
  const spans: Span[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const base_cents = isAccountHeld(books, day) ? 0 : countedOn(charge, day);
    const last = spans.at(-1);
    if (last?.base_cents === base_cents) Object.assign(last, { to: day, days: last.days + 1 });
    else spans.push({ from: day, to: day, base_cents, days: 1 });
  }
  return spans.filter(({ base_cents }) => base_cents > 0);
};

const entryOf = ({ charge, policy, settings }: Bearing, span: Span, effective_on: string): NewEntry => ({
  id: `${ownIdOf(charge)}-interest-${span.from}`,
  kind: 'interest',
  category: 'interest',
  amount_cents: interestOn(span.base_cents, settings.annual_basis_points, span.days),
  effective_on,
  due_on: effective_on,
  source_id: charge.id,
  rule: { policy_id: policy.id, charge_id: charge.id, rate_bp: settings.annual_basis_points, ...span },
});
