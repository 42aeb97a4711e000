import { useMemo } from 'react';
import type { Invoice, Payment } from '../../schema/invoices.ts';
import { outstanding, statusOf } from '../../sync/invoices.ts';
import { useUser } from '../session.ts';
import { useRows } from '../store.ts';
import { useHoaToday } from './today.ts';

/** The invoices addressed to the user, whatever their role. */
export const useMyInvoices = (): Invoice[] => {
  const invoices = useRows('invoice');
  const { id } = useUser();
  return useMemo(() => invoices.all.filter(({ recipient_id }) => recipient_id === id), [invoices, id]);
};

/** What some invoices come to, in cents, and how many of them are to be paid. */
export const useFigures = (invoices: readonly Invoice[]) => {
  const today = useHoaToday();
  return useMemo(() => {
    const open = invoices.filter(({ status }) => status === 'pending');
    const overdue = open.filter((invoice) => statusOf(invoice, today) === 'overdue');
    const paid = invoices.filter(({ status }) => status === 'paid');
    return {
      open: open.length,
      outstanding: outstanding(open),
      overdue: overdue.length,
      overdue_cents: outstanding(overdue),
      paid: paid.length,
      collected: paid.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
      /** The first due date that is still to come. */
      next: open
        .map(({ due_date }) => due_date)
        .sort()
        .find((due_date) => due_date >= today),
    };
  }, [invoices, today]);
};

/** What moved, or tried to, for one invoice, oldest first. */
export const usePayments = (invoice_id: string): Payment[] => {
  const payments = useRows('payment');
  return useMemo(
    () => payments.all.filter((payment) => payment.invoice_id === invoice_id).toReversed(),
    [payments, invoice_id],
  );
};
