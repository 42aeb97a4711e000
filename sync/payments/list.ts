import type { Payment } from '../../schema/tables/invoices.ts';
import { defineList, NEWEST_FIRST } from '../list.ts';

export type PaymentQuery = { account_id?: string | undefined; deposit_id?: string | undefined };

export const paymentList = defineList<Pick<Payment, 'id' | 'created_at' | 'account_id' | 'deposit_id'>, PaymentQuery>({
  filters: ({ account_id, deposit_id }) => ({ account_id, deposit_id }),
  order: () => NEWEST_FIRST,
});
