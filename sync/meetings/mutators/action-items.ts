import { ACTION_OWNER_REQUIRED } from '../../../schema/action-words.ts';
import { actionItemInput, actionItemUpdate } from '../../../schema/minutes-inputs.ts';
import type { ActionItem } from '../../../schema/tables/minutes.ts';
import { isStaff } from '../../roles.ts';
import { authorize, find, ID_TAKEN, mutator, Refusal, type Tx } from '../../tx.ts';
import { canManage } from '../entity.ts';
import { isExecutiveAction } from '../executive.ts';
import { sessionFacts } from '../executive-rows.ts';
import { findRecordable } from '../rights.ts';
import { authorOf } from './recording.ts';

export const ACTION_NOT_FOUND = 'Action item not found or you do not have permission to view it';
const BOARD_OWNS = 'Only a board member can own this because it comes from an executive session.';

/** A known one is passed over where it comes from a file. */
const createActionItem = mutator(actionItemInput, async (tx, { file, at = tx.now, ...args }) => {
  const [known, author] = await Promise.all([tx.get('actionItem', args.id), authorOf(tx, file)]);
  if (args.meeting_id) await findRecordable(tx, args.meeting_id);
  else authorize(canManage(tx.actor));
  if (known) return passOver(tx, known, args.meeting_id, author.imported_by);
  const created_at = new Date(at).toISOString();
  const executive = await isExecutive(tx, { ...args, created_at });
  await tx.put('actionItem', {
    ...args,
    ...(await ownerOf(tx, args, executive)),
    status: 'open',
    done_note: null,
    done_at: null,
    executive,
    created_by: author.by,
    created_by_name: author.by_name,
    created_at,
    imported_by: author.imported_by,
  });
});

const passOver = async (tx: Tx, known: ActionItem, meeting_id: string | null, imported_by: string | null) => {
  if (known.meeting_id !== meeting_id || (imported_by === null && known.imported_by === null))
    throw new Refusal('conflict', ID_TAKEN);
  if (imported_by === null) await tx.put('actionItem', { ...known, imported_by: null });
};

type From = Pick<ActionItem, 'meeting_id' | 'item_id' | 'motion_id' | 'executive_session_id' | 'created_at'>;

/** As its item, motion, meeting and session are. Throws Refusal('not_found') for those of another meeting. */
const isExecutive = async (tx: Tx, made: From): Promise<boolean> => {
  const { meeting_id, item_id, motion_id } = made;
  const [meeting, item, motion] = await Promise.all([
    meeting_id ? tx.get('meeting', meeting_id) : undefined,
    item_id ? tx.get('agendaItem', item_id) : undefined,
    motion_id ? tx.get('motion', motion_id) : undefined,
  ]);
  if (item_id && (!item || item.meeting_id !== meeting_id)) throw new Refusal('not_found', 'Agenda item not found');
  if (motion_id && (!motion || motion.meeting_id !== meeting_id)) throw new Refusal('not_found', 'Motion not found');
  if (!meeting) return false;
  const facts = await sessionFacts(tx, meeting);
  return isExecutiveAction({ meeting, ...facts, items: item ? [item] : [], motions: motion ? [motion] : [] }, made);
};

type Owner = Pick<ActionItem, 'owner_id' | 'owner_name'>;

/** A user, or somebody without an account by name. */
const ownerOf = async (tx: Tx, { owner_id, owner_name }: Owner, executive: boolean): Promise<Owner> => {
  if (!owner_id) {
    if (!owner_name) throw new Refusal('invalid', ACTION_OWNER_REQUIRED, [OWNER_ISSUE]);
    return { owner_id: null, owner_name };
  }
  const user = await tx.get('user', owner_id);
  if (!user || user.deleted_at) throw new Refusal('not_found', 'Owner not found');
  if (executive && !isStaff(user.role)) throw new Refusal('invalid', BOARD_OWNS);
  return { owner_id, owner_name: user.name || user.email };
};

const OWNER_ISSUE = { path: 'owner_name', msg: ACTION_OWNER_REQUIRED };

/** The board changes anything; its owner says that it is done. */
const updateActionItem = mutator(actionItemUpdate, async (tx, { id, ...changes }) => {
  const item = await find(tx, 'actionItem', id, ACTION_NOT_FOUND);
  if (!canManage(tx.actor)) authorize(isDoneByOwner(tx, item, changes));
  const next = { ...item, ...changes };
  const isReassigned = changes.owner_id !== undefined || changes.owner_name !== undefined;
  const { status } = next;
  await tx.put('actionItem', {
    ...next,
    ...(isReassigned && (await ownerOf(tx, newOwner(changes, item), item.executive))),
    done_note: status === 'done' ? next.done_note : null,
    done_at: status === 'done' ? (item.status === 'done' ? item.done_at : tx.now) : null,
  });
});

type Changes = Partial<Owner & Pick<ActionItem, 'status'>>;

const isDoneByOwner = ({ actor }: Tx, { owner_id }: ActionItem, { status, ...changes }: Changes & object): boolean => {
  const others = Object.keys(changes).filter((key) => key !== 'done_note');
  return owner_id === actor.id && status === 'done' && others.length === 0;
};

/** A name that is typed takes the place of a user. */
const newOwner = ({ owner_id = null, owner_name }: Changes, item: ActionItem): Owner => ({
  owner_id,
  owner_name: owner_name ?? (owner_id ? '' : item.owner_name),
});

export const mutators = { createActionItem, updateActionItem };
