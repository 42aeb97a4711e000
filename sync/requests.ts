import {
  commentInput,
  type HistoryEntry,
  REQUEST_CATEGORIES,
  REQUEST_STATUSES,
  type Request,
  type RequestComment,
  type RequestStatus,
  requestAttachment,
  requestInput,
  requestUpdate,
} from '../schema/requests.ts';
import { can, isStaff } from './roles.ts';
import { fold } from './search.ts';
import { type Actor, ask, found, fresh, mutator, Refusal, type Synced, type Tx } from './tx.ts';

export const REQUEST_NOT_FOUND = 'Request not found or you do not have permission to view it';
export const HOA_STAFF = 'HOA Staff';

export const canManage = (actor: Actor) => can(actor.role, 'requests.manage');
/** The owner and the board read a request, write in its thread and attach its file. */
export const canJoin = (actor: Actor, request: Pick<Request, 'user_id'>) =>
  canManage(actor) || request.user_id === actor.id;

export const synced: Synced<Request> = {
  audiences: (request) => ['board', request.user_id],
  view: (request, viewer) =>
    canManage(viewer)
      ? request
      : { ...request, assigned_to: null, history: request.history.map((entry) => maskStaff(entry, viewer)) },
};

export const syncedComments: Synced<RequestComment> = {
  audiences: (comment) => (comment.is_public ? ['board', comment.resident_id] : ['board']),
  view: (comment, viewer) =>
    canManage(viewer) || !comment.is_staff || comment.user_id === viewer.id
      ? comment
      : { ...comment, user_id: '', author_name: HOA_STAFF },
};

const maskStaff = (entry: HistoryEntry, viewer: Actor): HistoryEntry =>
  entry.staff && entry.user_id !== viewer.id ? { ...entry, user_id: '', name: HOA_STAFF } : entry;

/** Search, filter and order of the list. Empty sets mean no filter. */
export type RequestQuery = {
  search?: string;
  category?: readonly string[];
  status?: readonly string[];
  sort?: 'newest' | 'oldest';
};

/** The rows a query admits, in its order. REST asks the same of SQL; a property test holds the two equal. */
export const list = <Row extends Pick<Request, 'id' | 'title' | 'category' | 'status' | 'created_at'>>(
  rows: readonly Row[],
  query: RequestQuery,
): Row[] => {
  const admits = matcher(query);
  const admitted = rows.filter(admits).sort(newestFirst);
  return query.sort === 'oldest' ? admitted.reverse() : admitted;
};

/** The test a query makes of one row. */
export const matcher = (query: RequestQuery) => {
  const term = fold(query.search?.trim() ?? '');
  const { category = [], status = [] } = query;
  return (row: Pick<Request, 'title' | 'category' | 'status'>): boolean =>
    (category.length === 0 || category.includes(row.category)) &&
    (status.length === 0 || status.includes(row.status)) &&
    (term === '' || fold(row.title).includes(term));
};

/** Newest first; rows of the same instant by id, so that every device shows one order. */
export const newestFirst = (a: { created_at: string; id: string }, b: { created_at: string; id: string }): number =>
  a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1;

/** Counts over all requests, and the three newest. */
export const summary = (rows: readonly Request[]) => ({
  byStatus: countBy(REQUEST_STATUSES, rows, (row) => row.status),
  byCategory: countBy(REQUEST_CATEGORIES, rows, (row) => row.category),
  recent: [...rows].sort(newestFirst).slice(0, 3),
});

const countBy = <Key extends string, Row>(keys: readonly Key[], rows: readonly Row[], keyOf: (row: Row) => Key) => {
  const counts = Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;
  for (const row of rows) counts[keyOf(row)] += 1;
  return counts;
};

const createRequest = mutator(
  requestInput,
  async (tx, args) => {
    fresh(await tx.get('request', args.id));
    const photo = args.photo_url ? await tx.file(args.photo_url) : null;
    await tx.put('request', {
      id: args.id,
      user_id: tx.actor.id,
      address_id: tx.actor.address_id,
      title: args.title,
      description: args.description,
      category: args.category,
      status: 'open',
      photo_url: photo?.key ?? null,
      photo,
      assigned_to: null,
      resolution_deadline: null,
      resolution_notes: null,
      history: [entry(tx, 'Created the request')],
      created_at: tx.now,
    });
  },
  (args) => [args.photo_url],
);

const updateRequest = mutator(requestUpdate, async (tx, { id, ...changes }) => {
  const request = found(await tx.get('request', id), REQUEST_NOT_FOUND);
  await askJoin(tx, request);
  ask(canManage(tx.actor));
  if (changes.assigned_to) await findAssignee(tx, changes.assigned_to);
  const moved = changes.status !== undefined && changes.status !== request.status;
  await tx.put('request', {
    ...request,
    ...changes,
    status: changes.status ?? request.status,
    history: moved ? [...request.history, entry(tx, `Set ${statusLabel(changes.status!)}`)] : request.history,
  });
});

const attachRequestFile = mutator(
  requestAttachment,
  async (tx, args) => {
    const request = found(await tx.get('request', args.id), REQUEST_NOT_FOUND);
    await askJoin(tx, request);
    const photo = await tx.file(args.photo_url);
    await tx.put('request', { ...request, photo_url: photo.key, photo });
  },
  (args) => [args.photo_url],
);

const addRequestComment = mutator(commentInput, async (tx, args) => {
  const request = found(await tx.get('request', args.request_id), REQUEST_NOT_FOUND);
  await askJoin(tx, request);
  fresh(await tx.get('requestComment', args.id));
  ask(args.is_public || canManage(tx.actor), 'Only the board can write private messages');
  await tx.put('requestComment', {
    id: args.id,
    request_id: request.id,
    resident_id: request.user_id,
    user_id: tx.actor.id,
    author_name: tx.actor.name,
    is_staff: isStaff(tx.actor.role),
    message: args.message,
    is_public: args.is_public,
    created_at: tx.now,
  });
});

/** A request of the same HOA that the actor may not see is as absent as one that never was. */
const askJoin = async (tx: Tx, request: Request) => {
  if (!canJoin(tx.actor, request)) throw new Refusal('not_found', REQUEST_NOT_FOUND);
};

const findAssignee = async (tx: Tx, id: string) => {
  const user = await tx.get('user', id);
  if (!user || user.deleted_at) throw new Refusal('not_found', 'Assignee not found');
};

const statusLabel = (status: RequestStatus) => status.replaceAll('_', ' ');

const entry = (tx: Tx, action: string): HistoryEntry => ({
  action,
  user_id: tx.actor.id,
  name: tx.actor.name,
  staff: isStaff(tx.actor.role),
  timestamp: tx.now,
});

export const mutators = { createRequest, updateRequest, attachRequestFile, addRequestComment };
