import type * as z from 'zod/mini';
import { addDays, addMonths, dayIn } from '../../schema/dates.ts';
import type { dueUpdate } from '../../schema/due-inputs.ts';
import { MONTHS_BETWEEN } from '../../schema/dues.ts';
import type { Due } from '../../schema/tables/dues.ts';
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

export const schedule = (due: Due, count: number): { send_date: string; due_date: string }[] =>
  due.status === 'inactive'
    ? []
    : Array.from({ length: count }, (_, at) => sendDateOf(due, due.periods_sent + at)).flatMap((send_date) =>
        send_date === null ? [] : [{ send_date, due_date: addDays(send_date, due.due_date_offset) }],
      );

type Update = Partial<z.output<typeof dueUpdate>>;

/** Chosen people are merged, so they conflict only where the rule that they belong to is another by now. */
export const conflictsOf = (due: Due, { title, description, base, ...named }: Update): string[] =>
  conflictsIn(due, { title, description, recipient_rule: ruleNamed(named) }, base);

/** As it is stored; undefined where nobody is named. */
const ruleNamed = ({ recipient_rule, recipients, excluded }: Update): Due['recipient_rule'] | undefined => {
  if (recipient_rule) return recipient_rule === 'listed' ? null : recipient_rule;
  if (recipients) return null;
  return excluded && 'except';
};

export const todayOf = (hoa: { time_zone: string } | undefined, instant: string | Date): string =>
  dayIn(hoa?.time_zone ?? 'America/Chicago', new Date(instant));

/** Residents do not read whom else a due names, only whether it bills each home of theirs. */
const seenByResident = (due: Due, id: string) => ({
  ...due,
  recipients: [id],
  recipient_rule: due.recipient_rule && ('every_home' as const),
  ...{ excluded: undefined, edits: undefined },
});

export const entities = {
  due: {
    audiences: [{ audience: 'board' }, { namedIn: 'recipients' }],
    view: (due, viewer) => (canManage(viewer) ? due : seenByResident(due, viewer.id)),
    list,
    conflicts: { updateDue: conflictsOf },
  },
} satisfies Descriptors;
