import { rollId } from '../../sync/meetings/books.ts';
import type { Tx } from '../../sync/tx.ts';
import type { Person } from './fixtures.ts';

type Ids = Record<'meeting' | 'item' | 'motion' | 'fact', string>;

/** A board meeting whose notice was sent, with an item, a motion on it and a fact. */
export const storeMeeting = async (tx: Tx, ids: Ids, board: Person, mark: string): Promise<void> => {
  await tx.put('meeting', {
    ...{ id: ids.meeting, kind: 'board_regular', title: mark, status: 'scheduled' },
    ...{ starts_at: '2098-05-01T18:00:00.000Z', ends_at: null, place: mark, remote_link: null, purpose: null },
    ...{ chair_id: board.id, secretary_id: null, desk_ids: [], proxy_officers: [], rules: null },
    ...{ executive_only: false, has_election: false, exec_summary: null, adjourned_from: null },
    ...{ adjourned_from_at: null, first_at: null, called_at: null, record_date: null, roll_frozen_at: null },
    ...{ notice_announcement_id: null, noticed: true, notice_reason: null, notice_of: null },
    ...{ cancel_announcement_id: null, cancel_reason: null, canceled_at: null, canceled_by_name: null },
    ...{ adjourned_at: null, minutes_status: 'none', minutes_approved_on: null, minutes_document_id: null },
    ...{ exec_minutes_document_id: null, sequence: 0, changed_at: tx.now },
    ...{ created_by: board.id, created_by_name: board.name, created_at: tx.now },
  });
  await tx.put('agendaItem', {
    ...{ id: ids.item, meeting_id: ids.meeting, kind: 'business', position: 1, title: mark, description: '' },
    ...{ minutes: null, presenter: null, executive: false, consent: false, proposal: '', record: null },
    ...{ on_adopt: null, on_fail: null, noticed: true, removed_at: null, created_at: tx.now },
  });
  const author = { at: tx.now, by: board.id, by_name: board.name, desk: 'Record', imported_by: null };
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
