import { addMonths } from '../../schema/dates.ts';
import { INSTALMENTS, type Instalment, LEAST_INSTALMENT_CENTS } from '../../schema/payment-plans.ts';

/** How a plan is to be cut: into so many instalments, or into instalments of an amount. */
type PlanShape = { count: number } | { amount_cents: number };

/** Equal instalments from `first_on` on, each a month after the one before; the last takes the remainder. Empty where the
 * total cannot be cut so. */
export const proposeInstalments = (total_cents: number, first_on: string, shape: PlanShape): Instalment[] => {
  const count = 'count' in shape ? shape.count : countOf(total_cents, shape.amount_cents);
  const each = 'count' in shape ? Math.floor(total_cents / shape.count) : shape.amount_cents;
  if (!Number.isInteger(count) || count < INSTALMENTS.min || count > INSTALMENTS.max || each < LEAST_INSTALMENT_CENTS)
    return [];
  return Array.from({ length: count }, (_, at) => ({
    due_on: addMonths(first_on, at),
    cents: at < count - 1 ? each : total_cents - each * (count - 1),
  }));
};

/** A remainder that is too small for an instalment joins the last one. */
const countOf = (total_cents: number, amount_cents: number): number => {
  const rest = total_cents % amount_cents;
  return Math.floor(total_cents / amount_cents) + (rest >= LEAST_INSTALMENT_CENTS ? 1 : 0);
};
