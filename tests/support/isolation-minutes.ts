import { uuidv7 } from 'uuidv7';
import type { Tx } from '../../sync/tx.ts';
import type { Person } from './fixtures.ts';
import { required } from './required.ts';

type Ids = Record<'meeting' | 'item' | 'motion' | 'decided' | 'request' | 'result' | 'text' | 'actionItem', string>;

/** A motion that is decided, whose result resolves the request, a text of the minutes, and an action item of the board's. */
export const storeMinutes = async (tx: Tx, ids: Ids, board: Person, mark: string): Promise<void> => {
  const author = {
    at: tx.now,
    by: board.id,
    by_name: board.name,
    desk: 'Record',
    imported_by: null,
    executive_session_id: null,
  };
  const none = { units: 0, weight: 0 };
  await tx.put('motion', {
    ...required(await tx.get('motion', ids.motion)),
    ...{ id: ids.decided, item_id: uuidv7() },
    on_adopt: [{ entity: 'request', id: ids.request, status: 'resolved' }],
  });
  await tx.put('meetingFact', {
    ...{ id: ids.result, meeting_id: ids.meeting, kind: 'result', subject: ids.decided, text: '', replaces: [] },
    data: {
      ...{ outcome: 'adopted', method: 'voice', totals: { for: none, against: none, abstain: none } },
      ...{ needed: 0, of: 0, counted: [], text_id: null },
      presence: { present: 3, total: 3, needed: 2, met: true, units: 3, weight: 3 },
    },
    ...{ recorded_at: tx.now, ...author },
  });
  await tx.put('minutesText', {
    ...{ id: ids.text, meeting_id: ids.meeting, item_id: ids.item, text: `<p>${mark}</p>`, replaces: [], ...author },
  });
  await tx.put('actionItem', {
    ...{ id: ids.actionItem, title: mark, owner_id: board.id, owner_name: board.name, due_on: null },
    ...{ meeting_id: ids.meeting, item_id: ids.item, motion_id: ids.motion, status: 'open' },
    ...{
      done_note: null,
      done_at: null,
      executive: false,
      desk: 'Record',
      imported_by: null,
      executive_session_id: null,
    },
    ...{ created_by: board.id, created_by_name: board.name, created_at: tx.now },
  });
};
