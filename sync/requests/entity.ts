import type * as z from 'zod/mini';
import type { requestUpdate } from '../../schema/request-inputs.ts';
import { REQUEST_CATEGORIES, REQUEST_STATUSES, type RequestStatus } from '../../schema/requests.ts';
import type { Request } from '../../schema/tables/requests.ts';
import { HOA_STAFF, maskHistory } from '../activity/history.ts';
import type { Descriptors } from '../entity.ts';
import { defineList, type OrderKey, orderByAge, type Tally, zeros } from '../list.ts';
import { can } from '../roles.ts';
import type { Actor } from '../tx.ts';
import { conflictsIn } from '../versions.ts';
import { chosen } from '../where.ts';

export const REQUEST_NOT_FOUND = 'Request not found or you do not have permission to view it';

export const canManage = (actor: Actor) => can(actor.role, 'requests.manage');

export const OPEN_STATUSES: readonly RequestStatus[] = ['open', 'in_progress', 'awaiting_info'];

export type RequestQuery = {
  search?: string;
  category?: readonly string[];
  status?: readonly string[];
  /** 'newest', 'oldest', or one of `SORT_KEYS`, with '-' before it descending. */
  sort?: string;
};

type Listed = Pick<Request, 'id' | 'title' | 'category' | 'status' | 'user_id' | 'address_id' | 'created_at'>;

const SORT_KEYS: Record<string, OrderKey<Listed>> = {
  title: { column: 'title', ignoreCase: true },
  category: { column: 'category' },
  status: { column: 'status', among: REQUEST_STATUSES },
};

const list = defineList<Listed, RequestQuery>({
  searchText: ({ title }) => title,
  linked: { user_id: 'user', address_id: 'address' },
  filters: ({ category, status }) => ({ category: chosen(category), status: chosen(status) }),
  order: ({ sort }) => orderByAge(SORT_KEYS, sort),
});

const noFigures = { byStatus: zeros(REQUEST_STATUSES), byCategory: zeros(REQUEST_CATEGORIES) };

export const figures: Tally<Pick<Request, 'status' | 'category'>, typeof noFigures> = {
  zero: () => structuredClone(noFigures),
  add: ({ byStatus, byCategory }, { status, category }, times) => {
    byStatus[status] += times;
    byCategory[category] += times;
  },
};

/** Status and assignee conflict where their author says what they were: who takes a change back changes nothing newer. */
export const conflictsOf = (
  request: Request,
  { resolution_notes, status, assigned_to, base }: Partial<z.output<typeof requestUpdate>>,
): string[] => conflictsIn(request, { resolution_notes, status, assigned_to }, base);

/** Residents do not see who has a request, nor that a rule gave it to someone. */
const historyFor = ({ history }: Request, viewer: Actor) =>
  maskHistory(
    history.filter(({ action }) => !action.startsWith('Assigned')),
    viewer,
  );

export const entities = {
  request: {
    audiences: [{ audience: 'board' }, { namedIn: 'user_id' }],
    view: (request, viewer) =>
      canManage(viewer)
        ? request
        : { ...request, assigned_to: null, history: historyFor(request, viewer), edits: undefined },
    list,
    conflicts: { updateRequest: conflictsOf },
    files: { feature: 'requests', mayAdd: (actor, { user_id }) => user_id === actor.id || canManage(actor) },
  },
  requestComment: {
    audiences: [{ audience: 'board' }, { namedIn: 'resident_id', when: { is_public: true } }],
    view: (comment, viewer) =>
      canManage(viewer) || !comment.is_staff || comment.user_id === viewer.id
        ? comment
        : { ...comment, user_id: '', author_name: HOA_STAFF },
    load: 'last',
    files: { feature: 'requests', mayAdd: (actor, { user_id }) => user_id === actor.id },
  },
} satisfies Descriptors;
