import type * as z from 'zod/mini';
import {
  commentInput,
  REQUEST_CATEGORIES,
  REQUEST_STATUSES,
  type RequestStatus,
  requestAttachment,
  requestInput,
  requestUpdate,
} from '../schema/requests.ts';
import type { Request, RequestComment } from '../schema/tables/requests.ts';
import { type CalendarSource, lastChange } from './calendar.ts';
import { conflictsIn, recordEdits, refuseConflicts } from './edits.ts';
import { fileOf, replaceFile } from './files.ts';
import { defineList } from './list.ts';
import { notify } from './notifications.ts';
import { NEWEST_FIRST } from './order.ts';
import { claimPhotos, keysOf } from './photos.ts';
import { can, isStaff } from './roles.ts';
import { HOA_STAFF, historyEntry, maskHistory } from './staff.ts';
import { type Tally, zeros } from './tally.ts';
import { type Actor, assertNew, authorize, find, mutator, Refusal, type Synced, type Tx } from './tx.ts';
import { chosen } from './where.ts';

export const REQUEST_NOT_FOUND = 'Request not found or you do not have permission to view it';

export const canManage = (actor: Actor) => can(actor.role, 'requests.manage');
export const synced: Synced<Request> = {
  audiences: [{ audience: 'board' }, { namedIn: 'user_id' }],
  view: (request, viewer) =>
    canManage(viewer)
      ? request
      : { ...request, assigned_to: null, history: maskHistory(request.history, viewer), edits: undefined },
};

export const syncedComments: Synced<RequestComment> = {
  audiences: [{ audience: 'board' }, { namedIn: 'resident_id', when: { is_public: true } }],
  view: (comment, viewer) =>
    canManage(viewer) || !comment.is_staff || comment.user_id === viewer.id
      ? comment
      : { ...comment, user_id: '', author_name: HOA_STAFF },
};

export const OPEN_STATUSES: readonly RequestStatus[] = ['open', 'in_progress', 'awaiting_info'];

/** Its deadline, for who asked and for who is to settle it. */
export const calendar: CalendarSource<Request> = {
  where: ({ id }) => [
    { user_id: id, status: OPEN_STATUSES },
    { assigned_to: id, status: OPEN_STATUSES },
  ],
  events: (request, dayOf) => {
    const { id, title, category, resolution_deadline, rev } = request;
    if (!resolution_deadline) return [];
    return [
      {
        uid: `request-${id}`,
        // Over REST a deadline may be an instant.
        day: resolution_deadline.length === 10 ? resolution_deadline : dayOf(resolution_deadline),
        title: `Request: ${title}`,
        text: `${category}, to be settled by this day.`,
        path: `/requests/${id}`,
        revision: rev,
        changed_at: lastChange(request),
      },
    ];
  },
};

export type RequestQuery = {
  search?: string;
  category?: readonly string[];
  status?: readonly string[];
  sort?: 'newest' | 'oldest';
};

type Listed = Pick<Request, 'id' | 'title' | 'category' | 'status' | 'created_at'>;

export const list = defineList<Listed, RequestQuery>({
  searchText: ({ title }) => title,
  filters: ({ category, status }) => ({ category: chosen(category), status: chosen(status) }),
  order: ({ sort }) => (sort === 'oldest' ? [{ column: 'created_at' }, { column: 'id' }] : NEWEST_FIRST),
});

const noFigures = { byStatus: zeros(REQUEST_STATUSES), byCategory: zeros(REQUEST_CATEGORIES) };

export const figures: Tally<Pick<Request, 'status' | 'category'>, typeof noFigures> = {
  zero: () => structuredClone(noFigures),
  add: ({ byStatus, byCategory }, { status, category }, times) => {
    byStatus[status] += times;
    byCategory[category] += times;
  },
};

export const conflictsOf = (
  request: Request,
  { resolution_notes, base }: Partial<z.output<typeof requestUpdate>>,
): string[] => conflictsIn(request, { resolution_notes }, base);

const createRequest = mutator(
  requestInput,
  async (tx, args) => {
    assertNew(await tx.get('request', args.id));
    const photos = await claimPhotos(tx, 'request', args.id, args);
    await tx.put('request', {
      id: args.id,
      user_id: tx.actor.id,
      address_id: tx.actor.address_id,
      title: args.title,
      description: args.description,
      category: args.category,
      status: 'open',
      ...photos,
      assigned_to: null,
      resolution_deadline: null,
      resolution_notes: null,
      history: [historyEntry(tx, 'Created the request')],
      created_at: tx.now,
    });
    notify(tx, 'newRequest', { entity: 'request', ids: [args.id] });
  },
  keysOf,
);

const updateRequest = mutator(requestUpdate, async (tx, { id, base, ...changes }) => {
  const request = await findRequest(tx, id);
  authorize(canManage(tx.actor));
  const { resolution_notes } = changes;
  refuseConflicts(tx, request, conflictsOf(request, { resolution_notes, base }));
  if (changes.assigned_to) await findAssignee(tx, changes.assigned_to);
  const moved = changes.status !== undefined && changes.status !== request.status;
  await tx.put('request', {
    ...request,
    ...changes,
    status: changes.status ?? request.status,
    history: moved ? [...request.history, historyEntry(tx, `Set ${statusLabel(changes.status!)}`)] : request.history,
    edits: recordEdits(tx, request, { resolution_notes }),
  });
  if (moved) notify(tx, isEnd(changes.status!) ? 'decision' : 'status', { entity: 'request', ids: [id] });
  if (changes.assigned_to && changes.assigned_to !== request.assigned_to)
    notify(tx, 'assignment', { entity: 'request', ids: [id] });
});

const isEnd = (status: RequestStatus) => ['resolved', 'closed', 'rejected'].includes(status);

const attachRequestFile = mutator(
  requestAttachment,
  async (tx, args) => {
    const request = await findRequest(tx, args.id);
    const photo = await fileOf(tx, args.photo_url, 'request', request.id);
    const history = [...request.history, ...replaceFile(tx, request.photo, photo)];
    await tx.put('request', { ...request, photo_url: photo.key, photo, history });
  },
  (args) => [args.photo_url],
);

const addRequestComment = mutator(
  commentInput,
  async (tx, args) => {
    const [request, known] = await Promise.all([findRequest(tx, args.request_id), tx.get('requestComment', args.id)]);
    assertNew(known);
    authorize(args.is_public || canManage(tx.actor), 'Only the board can write private messages');
    const photos = await claimPhotos(tx, 'requestComment', args.id, args);
    await tx.put('requestComment', {
      id: args.id,
      request_id: request.id,
      resident_id: request.user_id,
      user_id: tx.actor.id,
      author_name: tx.actor.name,
      is_staff: isStaff(tx.actor.role),
      message: args.message,
      is_public: args.is_public,
      ...photos,
      created_at: tx.now,
    });
    if (args.is_public) notify(tx, 'reply', { entity: 'request', ids: [request.id], item: args.id });
  },
  keysOf,
);

const findRequest = (tx: Tx, id: string) => find(tx, 'request', id, REQUEST_NOT_FOUND);

const findAssignee = async (tx: Tx, id: string) => {
  const user = await tx.get('user', id);
  if (!user || user.deleted_at) throw new Refusal('not_found', 'Assignee not found');
};

const statusLabel = (status: RequestStatus) => status.replaceAll('_', ' ');

export const mutators = { createRequest, updateRequest, attachRequestFile, addRequestComment };
