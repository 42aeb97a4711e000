import * as z from 'zod/mini';
import { amount } from './due-inputs.ts';
import { centsOf } from './dues.ts';
import { id } from './inputs.ts';
import { AMOUNT_TOO_SMALL, ONLINE_METHODS, ONLINE_MINIMUM } from './paying.ts';

const PAID_INVOICES_LIMIT = 100;

/** The check before says where it is no amount. */
const isPayable = (dollars: number) => centsOf(dollars) < 1 || centsOf(dollars) >= ONLINE_MINIMUM;
/** Dollars. */
export const onlineAmount = amount.check(z.refine(isPayable, AMOUNT_TOO_SMALL));

/** All that is due, an amount, or chosen invoices; with both, the amount pays the invoices as far as it goes, and what is left
 * of it is paid on the account. */
export const payInput = z
  .object({
    amount: z.optional(onlineAmount),
    all_due: z.optional(z.boolean()),
    invoice_ids: z.optional(
      z
        .array(id)
        .check(
          z.minLength(1, 'Please select an invoice.'),
          z.maxLength(PAID_INVOICES_LIMIT, `At most ${PAID_INVOICES_LIMIT} invoices can be paid at once.`),
        ),
    ),
    method: z.optional(z.enum(ONLINE_METHODS, { error: 'Please select a method.' })),
  })
  .check(
    z.superRefine(({ amount: dollars, all_due, invoice_ids }, context) => {
      const isChosen = dollars !== undefined || invoice_ids !== undefined;
      if (Boolean(all_due) !== isChosen) return;
      context.addIssue({ code: 'custom', path: ['amount'], message: 'Please enter a valid amount.' });
    }),
  );
export type PayInput = z.output<typeof payInput>;
