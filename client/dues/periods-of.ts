import type { Invoice } from '../../schema/invoices.ts';
import { statusOf } from '../../sync/invoices.ts';

/** The invoices of one sending, and what they come to in cents. */
export type Period = {
  period: string;
  due_date: string;
  invoices: Invoice[];
  /** Invoices. */
  sent: number;
  paid: number;
  /** Cents. */
  collected: number;
  outstanding: number;
  overdue: number;
  /** What is asked for in all, canceled invoices left out. */
  asked: number;
};

/** The sendings of a due, newest first. */
export const periodsOf = (invoices: readonly Invoice[], today: string): Period[] => {
  const byPeriod = Map.groupBy(invoices, ({ period }) => period);
  return [...byPeriod.keys()]
    .sort()
    .reverse()
    .map((period) => periodOf(period, byPeriod.get(period)!, today));
};

const periodOf = (period: string, invoices: Invoice[], today: string): Period => {
  const sum = (...statuses: string[]) =>
    invoices.reduce(
      (cents, invoice) => (statuses.includes(statusOf(invoice, today)) ? cents + invoice.amount_cents : cents),
      0,
    );
  return {
    period,
    due_date: invoices[0]!.due_date,
    invoices,
    sent: invoices.length,
    paid: invoices.filter(({ status }) => status === 'paid').length,
    collected: sum('paid'),
    outstanding: sum('pending', 'overdue'),
    overdue: sum('overdue'),
    asked: sum('paid', 'pending', 'overdue'),
  };
};
