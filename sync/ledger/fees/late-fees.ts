import { addDays, daysBetween } from '../../../schema/dates.ts';
import type { Entry } from '../../../schema/tables/ledger.ts';
import { type NewEntry, ownIdOf } from '../entries.ts';
import { reversedIds } from '../entry-status.ts';
import { fold } from '../fold.ts';
import { lateFeeOn } from './amounts.ts';
import type { FeeBooks, FeeOptions } from './books.ts';
import { disputedDebits, isAccountHeld, isDisputed, isOnPlan, pendingOn } from './holds.ts';
import {
  canBeLate,
  covers,
  governingRule,
  type LateFeeRule,
  mostFees,
  openAmounts,
  type Slot,
  slotsOf,
} from './slots.ts';

/** The same for every run, so that a charge has at most one fee a slot. */
const lateFeeIdOf = (charge: Pick<Entry, 'id' | 'account_id'>, on: string): string => `${ownIdOf(charge)}-late-${on}`;

/** The facts of an account that decide about its late fees; made anew for each entry that is added. */
export type Outlook = {
  slots: readonly Slot[];
  /** Cents of a charge by which a fee is counted: those that were open, less what is on its way, at the end of a day. 0
   * while it is held. */
  countedOn(charge: Entry, day: string): number;
  /** The late fees on a charge that stand. */
  feesOn(charge_id: string): readonly Entry[];
};

/** `ruleOf` answers which rule governs a charge. `through` is the last day of interest. */
export const outlookOn = (
  books: FeeBooks,
  options: FeeOptions,
  { through, ruleOf }: { through: string; ruleOf?: (charge: Entry) => LateFeeRule | undefined },
): Outlook => {
  const { entries, plans } = books;
  const { policies, dayOf } = options;
  const ruleFor = ruleOf ?? ((charge: Entry) => governingRule(policies, charge));
  const open = openAmounts(entries, { policies, plans });
  const disputed = disputedDebits(books, options);
  const fees = unreversedFees(entries);
  const slots = entries.flatMap((charge) => {
    const rule = canBeLate(charge) ? ruleFor(charge) : undefined;
    return rule && covers(rule, charge) ? slotsOf(charge, rule, { books, open, dayOf, through }) : [];
  });
  const countedOn = (charge: Entry, day: string): number => {
    if (isOnPlan(books, charge.id, day) || isDisputed(disputed, charge.id, day)) return 0;
    const cents = open.openOn(charge.id, day);
    const pending = cents > 0 ? pendingOn(books, day, options) : [];
    if (pending.length === 0) return cents;
    const cleared = fold([...entries, ...pending], { policies, plans, as_of: day });
    return cleared.debits.get(charge.id)?.open_cents ?? 0;
  };
  return { slots: slots.sort(bySlot), countedOn, feesOn: (id) => fees.get(id) ?? [] };
};

const bySlot = (a: Slot, b: Slot): number => {
  if (a.on !== b.on) return a.on < b.on ? -1 : 1;
  return a.charge.id < b.charge.id ? -1 : a.charge.id > b.charge.id ? 1 : 0;
};

/** The late fees that were not reversed, by the charge that they are on. */
export const unreversedFees = (entries: readonly Entry[]): Map<string, Entry[]> => {
  const reversed = reversedIds(entries);
  const fees = entries.filter(({ kind, id }) => kind === 'late_fee' && !reversed.has(id));
  return Map.groupBy(fees, ({ source_id }) => source_id ?? '');
};

/** The fee that a slot posts, by what was open at the end of the day before it. */
export const feeOf = (books: Pick<FeeBooks, 'account'>, outlook: Outlook, slot: Slot): NewEntry | undefined => {
  const { charge, rule, on, number } = slot;
  const dayBefore = addDays(on, -1);
  const earlier = outlook.feesOn(charge.id).filter(({ effective_on }) => effective_on < on);
  if (isAccountHeld(books, on) || earlier.length >= mostFees(rule.settings)) return undefined;
  const open_cents = outlook.countedOn(charge, dayBefore);
  if (open_cents < Math.max(1, rule.settings.least_open_cents)) return undefined;
  const earlier_cents = earlier.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const { formula, result_cents, amount_cents } = lateFeeOn(rule.settings, { open_cents, earlier_cents });
  if (amount_cents === 0) return undefined;
  return {
    id: lateFeeIdOf(charge, on),
    kind: 'late_fee',
    category: 'late_fee',
    amount_cents,
    effective_on: on,
    due_on: on,
    source_id: charge.id,
    rule: {
      policy_id: rule.id,
      charge_id: charge.id,
      slot: number,
      days: daysBetween(charge.due_on ?? charge.effective_on, dayBefore),
      open_cents,
      formula,
      ...(formula === 'percent'
        ? { percent_bp: rule.settings.percent_basis_points ?? 0 }
        : { flat_cents: result_cents }),
      result_cents,
      earlier_cents,
      cap_cents: rule.settings.cap_cents ?? null,
    },
  };
};
