import { useMemo } from 'react';
import { DUE_FREQUENCIES, DUE_REASONS, DUE_STATUSES, type Due } from '../../schema/dues.ts';
import type { Invoice } from '../../schema/invoices.ts';
import type { User } from '../../schema/users.ts';
import { canReceive, DUE_NOT_FOUND, schedule } from '../../sync/dues.ts';
import { statusOf } from '../../sync/invoices.ts';
import { paths } from '../paths.ts';
import { filterPath, text, useListFilters, words } from '../screens/filters.ts';
import { useRows } from '../store.ts';
import { formatDate, formatLabel } from '../ui/format.ts';
import type { Option } from '../ui/select.tsx';

/** What the screen of one due says of it, and where it leads back to. */
export const GATE = {
  entity: 'due',
  name: 'Due',
  list: { label: 'Dues', href: paths.dues() },
  back: 'Back to Dues',
  absent: DUE_NOT_FOUND,
  failed: 'Failed to load dues. Please try again.',
} as const;

const options = <Value extends string>(values: readonly Value[]): Option<Value>[] =>
  values.map((value) => ({ value, label: formatLabel(value) }));

export const FREQUENCIES = options(DUE_FREQUENCIES);
export const REASONS = options(DUE_REASONS);
export const STATUSES = options(DUE_STATUSES);

/** The day of the next sending as people read it, "Not set" where there is none. */
export const nextSendDate = (due: Due): string => {
  const next = schedule(due, 1)[0];
  return next ? formatDate(next.send_date) : 'Not set';
};

const fields = { search: text, frequency: words(DUE_FREQUENCIES), status: words(DUE_STATUSES) };

export const useFilters = () => useListFilters(fields);
/** The address of the Dues tab with these filters. */
export const listPath = (changes: Partial<ReturnType<typeof useFilters>['filters']>): string =>
  filterPath(fields, paths.dues(), changes);

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

/** Everybody who can be sent a due, by name. For the board, whose device knows everybody. */
export const useReceivers = (): User[] => {
  const users = useRows('user');
  return useMemo(() => byName(users.all.filter(canReceive)), [users]);
};

// Once for all rows: localeCompare would look up its rules at every comparison.
const { compare } = new Intl.Collator('en');

/** People in the order of their names; the email stands for a missing one. */
export const byName = <Person extends Pick<User, 'name' | 'email'>>(people: Person[]): Person[] =>
  people.sort((a, b) => compare(a.name || a.email, b.name || b.email));
