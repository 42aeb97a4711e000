import { useAtomValue } from 'jotai';
import { useEffect, useMemo } from 'react';
import type { Entity } from '../../../schema/rows.ts';
import { troubledPayments } from '../../../sync/dashboard/attention.ts';
import { rowsAtoms, storeAtom, useAreComplete, useRows } from '../../device/store.ts';

const READ_LAST: readonly Entity[] = ['requestComment'];

/** The payments that a person should look at, the oldest first. */
export const useTroubledPayments = (now: Date) => {
  const [payments, invoices, disputes] = [usePaymentsLater(), useRows('invoice'), useRows('dispute')];
  return useMemo(
    () => troubledPayments(payments.all, (id) => invoices.get(id), now, disputes.all),
    [payments, invoices, disputes, now],
  );
};

/** The payments of everybody are many, and nothing reads them at start: they come once all else is in memory. */
const usePaymentsLater = () => {
  const store = useAtomValue(storeAtom);
  const isTime = useAreComplete(READ_LAST);
  useEffect(() => {
    if (isTime) void store?.load('payment');
  }, [store, isTime]);
  return useAtomValue(rowsAtoms.payment);
};
