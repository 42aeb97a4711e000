import { minutesPublication, minutesStatusInput, minutesTextInput } from '../../../schema/minutes-inputs.ts';
import { plainText } from '../../../schema/rich-text.ts';
import type { Unsaved } from '../../../schema/rows.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import type { MinutesText } from '../../../schema/tables/minutes.ts';
import { todayOf } from '../../dues/entity.ts';
import { outboxKeys } from '../../outbox-keys.ts';
import { authorize, find, ID_TAKEN, mutator, Refusal, type Tx } from '../../tx.ts';
import { putOnNextAgenda } from '../agenda/minutes-item.ts';
import { canManage } from '../entity.ts';
import { variantId } from '../facts/fact-content.ts';
import { MEETING_NOT_FOUND } from '../kinds.ts';
import { lockedSentence } from '../minutes/minutes-words.ts';
import { findRecordable } from '../rights.ts';
import { authorOf } from './recording.ts';

/** A text is never lost: what is typed on in a row that was replaced meanwhile, or that a file says otherwise, becomes a
 * version beside it. Throws Refusal('conflict') once the minutes are approved. */
const saveMinutesText = mutator(minutesTextInput, async (tx, { file, at = tx.now, ...args }) => {
  const [meeting, known, author] = await Promise.all([
    findRecordable(tx, args.meeting_id),
    tx.get('minutesText', args.id),
    authorOf(tx, file),
  ]);
  if (meeting.minutes_approved_on) throw new Refusal('conflict', lockedSentence(meeting.minutes_approved_on));
  if (args.item_id) await findItemOf(tx, meeting, args.item_id);
  const row: Row = { ...args, at: new Date(at).toISOString(), ...author };
  if (!known) return tx.put('minutesText', row);
  if (known.meeting_id !== row.meeting_id || known.item_id !== row.item_id || known.by !== row.by)
    throw new Refusal('conflict', ID_TAKEN);
  await continueText(tx, known, row);
});

type Row = Unsaved<MinutesText>;

const findItemOf = async (tx: Tx, meeting: Meeting, id: string): Promise<void> => {
  const item = await tx.get('agendaItem', id);
  if (item?.meeting_id !== meeting.id) throw new Refusal('not_found', 'Agenda item not found');
};

const continueText = async (tx: Tx, known: MinutesText, row: Row): Promise<void> => {
  const isSame = plainText(known.text) === plainText(row.text) && known.text.length === row.text.length;
  if (row.imported_by !== null) return isSame || row.at <= known.at ? undefined : putVariant(tx, known, row);
  if (isSame && known.imported_by === null) return;
  const texts = await tx.list('minutesText', 'meeting_id', known.meeting_id);
  const isReplaced = texts.some(({ replaces }) => replaces.includes(known.id));
  const isOther = known.imported_by !== null && !isSame;
  if (isOther || (isReplaced && !isSame)) return putVariant(tx, known, row);
  const executive_session_id = row.executive_session_id ?? known.executive_session_id;
  const { text, at, desk } = row;
  await tx.put('minutesText', { ...known, text, at, desk, executive_session_id, imported_by: null });
};

/** Replaces what its row replaced, so that both are versions. */
const putVariant = async (tx: Tx, known: MinutesText, row: Row): Promise<void> => {
  const texts = await tx.list('minutesText', 'meeting_id', known.meeting_id);
  const replaced = new Set(texts.flatMap(({ replaces }) => replaces));
  let id = variantId(known.id, '');
  while (replaced.has(id)) id = variantId(id, '');
  await tx.put('minutesText', { ...row, id, replaces: known.replaces });
};

const setMinutesStatus = mutator(minutesStatusInput, async (tx, { meeting_id, status, late_at }) => {
  const meeting = await find(tx, 'meeting', meeting_id, MEETING_NOT_FOUND);
  authorize(canManage(tx.actor));
  if (status === 'approved' && meeting.minutes_approved_on) return lookAtLate(tx, meeting, late_at);
  if (meeting.minutes_status === status) return;
  if (status === 'approved') return approveMinutes(tx, meeting, null);
  if (meeting.minutes_approved_on) throw new Refusal('conflict', lockedSentence(meeting.minutes_approved_on));
  await tx.put('meeting', { ...meeting, minutes_status: status });
  if (status === 'in_review') await putOnNextAgenda(tx, meeting);
});

/** Entries that came meanwhile wait on. */
const lookAtLate = async (tx: Tx, meeting: Meeting, late_at: string | undefined): Promise<void> => {
  if (late_at && meeting.minutes_late_at && new Date(late_at).toISOString() >= meeting.minutes_late_at)
    await tx.put('meeting', { ...meeting, minutes_late_at: null });
};

/** Locks the sections. A job freezes the text, because composing it reads all that happened. Does nothing to minutes
 * that are approved. */
export const approveMinutes = async (tx: Tx, meeting: Meeting, motion_id: string | null): Promise<void> => {
  if (meeting.minutes_approved_on) return;
  const approved_on = todayOf(await tx.get('hoa', tx.actor.hoa_id), tx.now);
  const approved = {
    minutes_status: 'approved' as const,
    minutes_approved_on: approved_on,
    minutes_approved_at: tx.now,
  };
  await tx.put('meeting', { ...meeting, ...approved });
  await tx.put('approvedMinutes', {
    id: meeting.id,
    board_text: '',
    public_text: '',
    executive_text: '',
    approved_on,
    approved_by_name: tx.actor.name,
    motion_id,
    at: tx.now,
  });
  const payload = { meeting_id: meeting.id };
  tx.after({ kind: 'freezeMinutes', key: outboxKeys.freezeMinutes(meeting.id, tx.now), payload });
};

/** A job makes the file and the document: those of before are replaced. */
const publishMinutes = mutator(minutesPublication, async (tx, { meeting_id }) => {
  const meeting = await find(tx, 'meeting', meeting_id, MEETING_NOT_FOUND);
  authorize(canManage(tx.actor));
  if (meeting.status !== 'scheduled') throw new Refusal('conflict', 'This meeting has no minutes to publish.');
  const payload = { meeting_id, user_id: tx.actor.id };
  tx.after({ kind: 'publishMinutes', key: outboxKeys.publishMinutes(meeting_id, tx.now), payload });
});

export const mutators = { saveMinutesText, setMinutesStatus, publishMinutes };
