import type * as z from 'zod/mini';
import type { Violation } from '../../schema/tables/violations.ts';
import type { violationStatus } from '../../schema/violation-inputs.ts';
import { VIOLATION_CATEGORIES, VIOLATION_STATUSES, type ViolationStatus } from '../../schema/violations.ts';
import { historyEntry } from '../activity/history.ts';
import type { Descriptors } from '../entity.ts';
import { defineList, type OrderKey, orderByAge, type Tally, zeros } from '../list.ts';
import { can } from '../roles.ts';
import type { Actor, Tx } from '../tx.ts';
import { conflictsIn } from '../versions.ts';
import { chosen } from '../where.ts';

export const VIOLATION_NOT_FOUND = 'Violation not found or you do not have permission to view it';

export const canManage = (actor: Pick<Actor, 'role'>) => can(actor.role, 'violations.manage');

/** `overdue_on`: those alone that are overdue on this day. */
export type ViolationQuery = {
  search?: string;
  category?: readonly string[];
  status?: readonly string[];
  overdue_on?: string | undefined;
  /** 'newest', 'oldest', or one of `SORT_KEYS`, with '-' before it descending. */
  sort?: string;
};

type Listed = Pick<
  Violation,
  'id' | 'title' | 'category' | 'status' | 'due_date' | 'user_id' | 'address_id' | 'created_at'
>;

const SORT_KEYS: Record<string, OrderKey<Listed>> = {
  title: { column: 'title', ignoreCase: true },
  category: { column: 'category' },
  status: { column: 'status', among: VIOLATION_STATUSES },
  due: { column: 'due_date' },
};

const list = defineList<Listed, ViolationQuery>({
  searchText: ({ title }) => title,
  linked: { user_id: 'user', address_id: 'address' },
  filters: ({ category, status, overdue_on }) => ({
    category: chosen(category),
    status: overdue_on ? ['open'].filter((open) => !status?.length || status.includes(open)) : chosen(status),
    ...(overdue_on && { due_date: { lt: overdue_on } }),
  }),
  order: ({ sort }) => orderByAge(SORT_KEYS, sort),
});

const noFigures = { byStatus: zeros(VIOLATION_STATUSES), byCategory: zeros(VIOLATION_CATEGORIES) };

export const figures: Tally<Pick<Violation, 'status' | 'category'>, typeof noFigures> = {
  zero: () => structuredClone(noFigures),
  add: ({ byStatus, byCategory }, { status, category }, times) => {
    byStatus[status] += times;
    byCategory[category] += times;
  },
};

/** `today` is the viewer's calendar date. */
export const isOverdue = ({ due_date, status }: Pick<Violation, 'due_date' | 'status'>, today: string) =>
  status === 'open' && due_date < today;

export const noteUnsentNotice = async (tx: Tx, id: string): Promise<void> => {
  const violation = await tx.get('violation', id);
  if (!violation || !isEnd(violation.status) || violation.history.some(({ action }) => isUnsent(action))) return;
  await tx.put('violation', { ...violation, history: [...violation.history, historyEntry(tx, NOTICE_UNSENT)] });
};

const NOTICE_UNSENT = 'No notice was emailed because the violation had already ended';
/** Histories of earlier releases have the older sentence. */
const isUnsent = (action: string) =>
  action === NOTICE_UNSENT || action === 'Sent no notice by email: the violation had ended before';

/** The resolution notes can conflict, and the status where its author says what it was: who takes a change back changes
 * nothing newer. */
export const conflictsOf = (violation: Violation, change: Partial<z.output<typeof violationStatus>>): string[] =>
  conflictsIn(withNotes(violation), { ...notesAfter(change), status: change.status }, change.base);

export const notesAfter = ({ status, resolution_notes }: Partial<z.output<typeof violationStatus>>) => ({
  resolution_notes: (status && isEnd(status) && resolution_notes) || null,
});
export const withNotes = (violation: Violation) => ({
  ...violation,
  resolution_notes: violation.resolution?.resolution_notes ?? null,
});

export const isEnd = (status: ViolationStatus) => status === 'resolved' || status === 'dismissed';

export const entities = {
  violation: {
    audiences: [{ audience: 'board' }, { namedIn: 'user_id' }],
    view: (violation, viewer) => (canManage(viewer) ? violation : { ...violation, edits: undefined }),
    list,
    conflicts: { setViolationStatus: conflictsOf },
    compared: withNotes,
    files: { feature: 'violations', mayAdd: canManage },
  },
  violationMessage: {
    audiences: [{ audience: 'board' }, { namedIn: 'resident_id', when: { is_internal: false } }],
    view: (message) => message,
    order: [
      { column: 'sent_at', descending: true },
      { column: 'id', descending: true },
    ],
    load: 'last',
    files: { feature: 'violations', mayAdd: (actor, { sender_id }) => sender_id === actor.id },
  },
} satisfies Descriptors;
