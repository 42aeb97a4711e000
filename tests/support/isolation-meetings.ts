import { rollId } from '../../sync/meetings/books.ts';
import type { Tx } from '../../sync/tx.ts';
import type { Person } from './fixtures.ts';
import { itemRow, meetingRow, rollRow } from './meetings.ts';

type Ids = Record<'meeting' | 'draftMeeting' | 'rollUnit' | 'item' | 'motion' | 'fact', string>;

/** A board meeting whose notice was sent, with an item, a motion on it and a fact. */
export const storeMeeting = async (tx: Tx, ids: Ids, board: Person, mark: string): Promise<void> => {
  const told = { title: mark, noticed: true };
  const frozen = { roll_frozen_at: tx.now, place: mark };
  await tx.put('meeting', meetingRow(board, 'board_regular', { id: ids.meeting, ...frozen, ...told }));
  await tx.put('agendaItem', itemRow(ids.meeting, 1, { id: ids.item, ...told }));
  await tx.put('meeting', meetingRow(board, 'member_annual', { id: ids.draftMeeting, title: mark, status: 'draft' }));
  const director = { id: ids.rollUnit, address_id: null, user_id: board.id, label: mark };
  await tx.put('rollUnit', rollRow(ids.meeting, board.id, 1, director));
  const author = {
    at: tx.now,
    by: board.id,
    by_name: board.name,
    desk: 'Record',
    imported_by: null,
    executive_session_id: null,
  };
  await tx.put('motion', {
    ...{ id: ids.motion, meeting_id: ids.meeting, item_id: ids.item, number: '1', mover: mark, mover_id: null },
    ...{ threshold: { kind: 'majority', basis: 'units' }, method: 'voice', executive: false, public_summary: null },
    ...{ on_adopt: null, on_fail: null, item_ids: null, decisions: null, ...author },
  });
  await tx.put('meetingFact', {
    ...{ id: ids.fact, meeting_id: ids.meeting, kind: 'arrived', subject: rollId(ids.meeting, board.id) },
    ...{ data: { way: 'in_person' as const }, text: '', replaces: [], recorded_at: tx.now, ...author },
  });
};
