import type * as z from 'zod/mini';
import { addDays, addMonths, dayIn } from '../../schema/dates.ts';
import type { dueUpdate } from '../../schema/due-inputs.ts';
import { MONTHS_BETWEEN } from '../../schema/dues.ts';
import type { Due } from '../../schema/tables/dues.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import type { User } from '../../schema/tables/users.ts';
import type { Descriptors } from '../entity.ts';
import { defineList, type OrderKey, orderByAge } from '../list.ts';
import { can } from '../roles.ts';
import type { Actor } from '../tx.ts';
import { conflictsIn } from '../versions.ts';
import { chosen } from '../where.ts';

export const DUE_NOT_FOUND = 'Due not found or you do not have permission to view it';

export const canManage = (actor: Pick<Actor, 'role'>) => can(actor.role, 'dues.manage');
export const canReceive = (user: Pick<User, 'status' | 'deleted_at'>) => user.status === 'active' && !user.deleted_at;

export type DueQuery = {
  search?: string;
  frequency?: readonly string[];
  status?: readonly string[];
  /** 'newest', 'oldest', or one of `SORT_KEYS`, with '-' before it descending. */
  sort?: string;
};

type Listed = Pick<Due, 'id' | 'title' | 'frequency' | 'status' | 'amount_cents' | 'created_at'>;

const SORT_KEYS: Record<string, OrderKey<Listed>> = {
  title: { column: 'title', ignoreCase: true },
  amount: { column: 'amount_cents' },
  frequency: { column: 'frequency', among: Object.keys(MONTHS_BETWEEN) },
  status: { column: 'status' },
};

const list = defineList<Listed, DueQuery>({
  searchText: ({ title }) => title,
  filters: ({ frequency, status }) => ({ frequency: chosen(frequency), status: chosen(status) }),
  order: ({ sort }) => orderByAge(SORT_KEYS, sort),
});

/** Null if there is no period `n` (from 0). Counts from the anchor, so that the 31st returns after a shorter month. */
export const sendDateOf = ({ anchor_date, frequency }: Pick<Due, 'anchor_date' | 'frequency'>, n: number) => {
  const months = MONTHS_BETWEEN[frequency];
  return months === 0 && n > 0 ? null : addMonths(anchor_date, months * n);
};

type Terms = Pick<Due, 'send_date' | 'frequency' | 'due_date_offset'>;

/** The dates of a due that is changed to these terms. A new send date or frequency starts counting periods again. */
export const datesOf = (
  { send_date, frequency, due_date_offset }: Terms,
  saved: Pick<Due, 'send_date' | 'frequency' | 'anchor_date' | 'periods_sent'>,
): Pick<Due, 'anchor_date' | 'periods_sent' | 'due_date'> => {
  const isMoved = send_date !== saved.send_date || frequency !== saved.frequency;
  const count = isMoved && send_date !== null ? { anchor_date: send_date, periods_sent: 0 } : saved;
  return {
    anchor_date: count.anchor_date,
    periods_sent: count.periods_sent,
    due_date: send_date === null ? null : addDays(send_date, due_date_offset),
  };
};

export const schedule = (due: Due, count: number): { send_date: string; due_date: string }[] =>
  due.status === 'inactive'
    ? []
    : Array.from({ length: count }, (_, at) => sendDateOf(due, due.periods_sent + at)).flatMap((send_date) =>
        send_date === null ? [] : [{ send_date, due_date: addDays(send_date, due.due_date_offset) }],
      );

export const conflictsOf = (due: Due, { title, description, base }: Partial<z.output<typeof dueUpdate>>): string[] =>
  conflictsIn(due, { title, description }, base);

/** The dues with unpaid ones among `invoices` before all others, that with the earliest first. The others keep their order. */
export const duesByDebt = <D extends Pick<Due, 'id'>>(
  dues: readonly D[],
  invoices: readonly Pick<Invoice, 'due_id' | 'status' | 'due_date'>[],
): D[] => {
  const unpaid = invoices.filter(({ status }) => status === 'pending');
  const firstOf = Map.groupBy(unpaid, ({ due_id }) => due_id);
  const owedSince = ({ id }: D) =>
    firstOf
      .get(id)
      ?.map(({ due_date }) => due_date)
      .toSorted()[0];
  const owed = dues.flatMap((due) => {
    const since = owedSince(due);
    return since === undefined ? [] : [{ due, since }];
  });
  const isOwed = new Set(owed.map(({ due }) => due));
  return [
    ...owed.sort((a, b) => (a.since === b.since ? 0 : a.since < b.since ? -1 : 1)).map(({ due }) => due),
    ...dues.filter((due) => !isOwed.has(due)),
  ];
};

export const todayOf = (hoa: { time_zone: string } | undefined, instant: string | Date): string =>
  dayIn(hoa?.time_zone ?? 'America/Chicago', new Date(instant));

export const entities = {
  due: {
    audiences: [{ audience: 'board' }, { namedIn: 'recipients' }],
    view: (due, viewer) => (canManage(viewer) ? due : { ...due, recipients: [viewer.id], edits: undefined }),
    list,
    conflicts: { updateDue: conflictsOf },
  },
} satisfies Descriptors;
