import { bodyOf } from '../../../schema/meetings.ts';
import type { Unsaved } from '../../../schema/rows.ts';
import type { AgendaItem, Meeting } from '../../../schema/tables/meetings.ts';
import type { Tx } from '../../tx.ts';
import { isHeld } from '../canceled.ts';
import { derivedId } from '../ids.ts';
import { newItem } from '../writing.ts';
import { actionsByDefault, positionsAfter } from './agenda.ts';
import { minutesTitle } from './linked-records.ts';

const ofSameBody = (meetings: readonly Meeting[], { id, kind }: Pick<Meeting, 'id' | 'kind'>): Meeting[] =>
  meetings
    .filter((one) => one.id !== id && (one.status !== 'canceled' || isHeld(one)) && bodyOf(one.kind) === bodyOf(kind))
    .sort((a, b) => (a.starts_at < b.starts_at ? -1 : 1));

/** The fields of the item that approves a meeting's minutes: adopting its motion approves them. */
const approving = ({ id, starts_at }: Meeting, hoa: { time_zone: string } | undefined) => {
  const record = { entity: 'meeting' as const, id };
  return { title: minutesTitle(starts_at, hoa), kind: 'minutes' as const, record, ...actionsByDefault(record) };
};

/** The meeting of the same body that was held last before this one, if its minutes are not approved. */
export const lastUnapproved = async (
  tx: Tx,
  meeting: Pick<Meeting, 'id' | 'kind' | 'starts_at'>,
): Promise<Partial<AgendaItem> | undefined> => {
  const { hoa_id } = tx.actor;
  const [meetings, hoa] = await Promise.all([tx.list('meeting', 'hoa_id', hoa_id), tx.get('hoa', hoa_id)]);
  const held = ofSameBody(meetings, meeting).filter(
    ({ starts_at, adjourned_at }) => adjourned_at && starts_at < meeting.starts_at,
  );
  const last = held.at(-1);
  return last && !last.minutes_approved_on ? approving(last, hoa) : undefined;
};

/** Puts the approval of a meeting's minutes on the agenda of the next meeting of the same body: into the item for minutes that is
 * free, else, before its notice, into a new one. Does nothing where it stands there or stood there. */
export const putOnNextAgenda = async (tx: Tx, meeting: Meeting): Promise<void> => {
  const { hoa_id } = tx.actor;
  const [meetings, hoa] = await Promise.all([tx.list('meeting', 'hoa_id', hoa_id), tx.get('hoa', hoa_id)]);
  const later = ofSameBody(meetings, meeting).filter(
    ({ starts_at, called_at }) => !called_at && starts_at > meeting.starts_at,
  );
  const [next] = later;
  if (!next) return;
  const items = await tx.list('agendaItem', 'meeting_id', next.id);
  if (items.some(({ record }) => record?.entity === 'meeting' && record.id === meeting.id)) return;
  const free = items.find(({ kind, record, removed_at }) => kind === 'minutes' && !record && !removed_at);
  if (free) await tx.put('agendaItem', { ...free, ...approving(meeting, hoa) });
  else if (!next.noticed) await tx.put('agendaItem', newMinutesItem(tx, next, items, approving(meeting, hoa), meeting));
};

const OPENING: readonly AgendaItem['kind'][] = ['call_to_order', 'quorum', 'notice_proof', 'minutes'];

const newMinutesItem = (
  tx: Tx,
  next: Meeting,
  items: readonly AgendaItem[],
  words: ReturnType<typeof approving>,
  { id }: Meeting,
): Unsaved<AgendaItem> => {
  const opening = items.filter(({ kind, removed_at }) => OPENING.includes(kind) && !removed_at);
  const before = opening.sort((a, b) => a.position - b.position).at(-1);
  const [position] = positionsAfter(items, before?.id, 1) ?? positionsAfter(items, undefined, 1)!;
  return newItem(tx, next, { ...words, id: derivedId(next.id, id), position: position! });
};
