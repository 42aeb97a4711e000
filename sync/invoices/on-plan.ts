import type { Invoice } from '../../schema/tables/invoices.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';
import { chargeIdOf } from '../ledger/entries.ts';

/** True if a plan that lasts spreads what is open of an invoice over later days. */
export const isOnPlan = (
  { id, account_id }: Pick<Invoice, 'id' | 'account_id'>,
  plans: readonly Pick<PaymentPlan, 'covers' | 'status'>[],
): boolean =>
  account_id !== null &&
  plans.some(({ covers, status }) => status === 'active' && covers.includes(chargeIdOf(account_id, { id })));
