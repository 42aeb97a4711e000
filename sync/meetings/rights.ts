import type { Meeting } from '../../schema/tables/meetings.ts';
import { isStaff } from '../roles.ts';
import { type Actor, find, isVisible, Refusal, type Tx } from '../tx.ts';
import { USER_NOT_FOUND } from '../users/entity.ts';
import { canManage, entities } from './entity.ts';
import { MEETING_NOT_FOUND } from './kinds.ts';

export const MOTION_NOT_FOUND = 'Motion not found or you do not have permission to view it';
const NO_LONGER_RECORDS =
  'You are no longer on the board, so this was not saved. Hand over this device’s record to a board member.';

const DAY_MS = 86_400_000;
const DESK_DAYS = 14;

type Recordable = Pick<Meeting, 'recorder_ids' | 'starts_at' | 'ends_at' | 'adjourned_at'>;

/** True if the actor may record what happens in the meeting: the board always; a user it named for a desk until 14 days after
 * the meeting, also when they have left the board. `now` is ISO 8601. */
export const canRecord = (actor: Pick<Actor, 'id' | 'role'>, meeting: Recordable, now: string): boolean =>
  canManage(actor) || (meeting.recorder_ids?.includes(actor.id) === true && Date.parse(now) <= endOfDesks(meeting));

const endOfDesks = ({ adjourned_at, ends_at, starts_at }: Recordable): number =>
  Date.parse(adjourned_at ?? ends_at ?? starts_at) + DESK_DAYS * DAY_MS;

/** Found without regard to who may see it, because who records may have left the board. Throws Refusal. */
export const findRecordable = async (tx: Tx, id: string): Promise<Meeting> => {
  const meeting = await tx.get('meeting', id);
  if (!meeting) throw new Refusal('not_found', MEETING_NOT_FOUND);
  if (canRecord(tx.actor, meeting, tx.now)) return meeting;
  const mayKnow = meeting.recorder_ids?.includes(tx.actor.id) || isVisible(entities.meeting, meeting, tx.actor);
  throw mayKnow ? new Refusal('forbidden', NO_LONGER_RECORDS) : new Refusal('not_found', MEETING_NOT_FOUND);
};

/** Throws Refusal('not_found') unless all are users of the HOA. */
export const staffAmong = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const users = await Promise.all(ids.map((id) => find(tx, 'user', id, USER_NOT_FOUND)));
  return users.filter(({ role, deleted_at }) => isStaff(role) && !deleted_at).map(({ id }) => id);
};

export const assertStaff = (ids: readonly string[], staff: readonly string[]): void => {
  const msg = 'Only board members can be assigned to a desk.';
  if (ids.some((id) => !staff.includes(id))) throw new Refusal('invalid', msg, [{ path: 'desk_ids', msg }]);
};
