import { useMemo } from 'react';
import type { Invoice } from '../../../schema/tables/invoices.ts';
import { isPaidSoon } from '../../../sync/payments/pending.ts';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { useIsPaymentPending } from '../pay/paying.ts';

/** True while a payment that is on its way, or being processed, pays what is open of an invoice: nobody is asked for it then. */
export const usePaidSoon = (invoice: Invoice): boolean => {
  const { account_id } = invoice;
  const entries = useRows('entry').by('account_id', account_id ?? '');
  const ofAccount = useRows('payment').by('account_id', account_id);
  const own = useRows('payment').by('invoice_id', invoice.id);
  const policies = useRows('policy').all;
  const plans = useRows('plan').by('account_id', account_id ?? '');
  const today = useHoaToday();
  const isPending = useIsPaymentPending(account_id);
  return useMemo(
    () => isPending || isPaidSoon(invoice, { entries, payments: account_id ? ofAccount : own, policies, plans }, today),
    [isPending, invoice, entries, account_id, ofAccount, own, policies, plans, today],
  );
};
