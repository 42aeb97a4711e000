import type * as z from 'zod/mini';
import { ENTRY_NOT_FOUND } from '../../schema/ledger.ts';
import { commentInput, requestAttachment, requestInput, requestUpdate } from '../../schema/request-inputs.ts';
import type { RequestStatus } from '../../schema/requests.ts';
import type { Request } from '../../schema/tables/requests.ts';
import { historyEntry } from '../activity/history.ts';
import { recordEdits, refuseConflicts } from '../edits.ts';
import { notify } from '../notifications/rules.ts';
import { fileOf, replaceFile } from '../photos/files.ts';
import { claimPhotos, keysOf } from '../photos/rules.ts';
import { isStaff } from '../roles.ts';
import { assertNew, authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import { assigneeByRule, ruleEntry } from './assigning.ts';
import { canManage, conflictsOf, REQUEST_NOT_FOUND } from './entity.ts';

const createRequest = mutator(
  requestInput,
  async (tx, args) => {
    const [known, assigned_to] = await Promise.all([tx.get('request', args.id), assigneeByRule(tx, args.category)]);
    assertNew(known);
    if (args.entry_id) await find(tx, 'entry', args.entry_id, ENTRY_NOT_FOUND);
    const photos = await claimPhotos(tx, 'request', args.id, args);
    await tx.put('request', {
      id: args.id,
      user_id: tx.actor.id,
      address_id: tx.actor.address_id,
      title: args.title,
      description: args.description,
      category: args.category,
      entry_id: args.entry_id || null,
      status: 'open',
      ...photos,
      assigned_to,
      resolution_deadline: null,
      resolution_notes: null,
      history: [historyEntry(tx, 'Created the request'), ...(assigned_to ? [ruleEntry(tx, args.category)] : [])],
      created_at: tx.now,
    });
    notify(tx, 'newRequest', { entity: 'request', ids: [args.id] });
    if (assigned_to) notify(tx, 'assignment', { entity: 'request', ids: [args.id] });
  },
  keysOf,
);

const updateRequest = mutator(requestUpdate, async (tx, { id, base, ...changes }) => {
  const request = await findRequest(tx, id);
  authorize(canManage(tx.actor));
  refuseConflicts(tx, request, conflictsOf(request, { ...changes, base }));
  if (changes.assigned_to) await findAssignee(tx, changes.assigned_to);
  await changeRequest(tx, request, changes);
});

type RequestChange = Omit<z.output<typeof requestUpdate>, 'id' | 'base'>;

/** `action` is what the history says of another status. */
export const changeRequest = async (
  tx: Tx,
  request: Request,
  changes: RequestChange,
  action = changes.status && `Set ${statusLabel(changes.status)}`,
): Promise<void> => {
  const { id } = request;
  const moved = changes.status !== undefined && changes.status !== request.status;
  await tx.put('request', {
    ...request,
    ...changes,
    status: changes.status ?? request.status,
    history: moved ? [...request.history, historyEntry(tx, action!)] : request.history,
    edits: recordEdits(tx, request, { resolution_notes: changes.resolution_notes }),
  });
  if (moved) notify(tx, isEnd(changes.status!) ? 'decision' : 'status', { entity: 'request', ids: [id] });
  if (changes.assigned_to && changes.assigned_to !== request.assigned_to)
    notify(tx, 'assignment', { entity: 'request', ids: [id] });
};

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
    authorize(args.status === undefined || canManage(tx.actor));
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
    if (args.status && args.status !== request.status) await changeRequest(tx, request, { status: args.status });
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
