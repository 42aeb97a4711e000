import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { bodyOf } from '../../../schema/meetings.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { isReachable } from '../../../sync/announcements/entity.ts';
import { noticeDue, noticeFrom, noticeOf, ROLL_MISSING } from '../../../sync/meetings/notice/notice.ts';
import { noticeText } from '../../../sync/meetings/notice/notice-text.ts';
import { NOT_LEGAL_ADVICE } from '../../../sync/meetings/rules.ts';
import { isStaff } from '../../../sync/roles.ts';
import { save, useOnline, useRows } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { SENT_LATER } from '../../screens/waiting.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useDraft } from '../../ui/draft.tsx';
import { formatPlural } from '../../ui/format.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { toast } from '../../ui/toast.tsx';
import { usePaperTitle } from '../agenda/papers.tsx';
import { useMinute } from '../model.ts';
import { ReasonField } from '../plain-fields.tsx';
import { useHoaTime } from '../time.ts';
import { LATE_WITHOUT_REASON, REASON_ASKED, reasonDraft } from './reason-form.tsx';

type Props = { meeting: Meeting; open: boolean; onClose: () => void };

/** The notice as it will go out. */
export const SendDialog = ({ meeting, open, onClose }: Props) => (
  <Dialog open={open} onClose={onClose} title="Send Notice">
    <Preview meeting={meeting} onClose={onClose} />
  </Dialog>
);

const Preview = (props: Omit<Props, 'open'>) => {
  const time = useHoaTime();
  const online = useOnline();
  const { due, earliest, title, message, reason, setReason, isLate, send, busy, failure, dismiss } = useNotice(props);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <p>{useRecipients(props.meeting)}</p>
      {!online && (
        <Alert tone="info">
          {SENT_LATER} {due && `Notice is due by ${time.short(due)}.`}
        </Alert>
      )}
      {earliest && (
        <Alert tone="info">
          Your rules say to send this notice on or after {time.short(earliest)}. You can still send it now.
        </Alert>
      )}
      <section aria-label="Preview" className="rounded-md border border-line bg-sunk px-3.5 py-3">
        <h3 className="pb-1.5 font-semibold [overflow-wrap:anywhere]">{title}</h3>
        <RichText html={message} />
      </section>
      {isLate && (
        <ReasonField
          label={REASON_ASKED}
          value={reason}
          onChange={setReason}
          required
          hint={`It was due by ${time.short(due ?? '')}. The reason is recorded in the minutes.`}
        />
      )}
      <p className="text-ink-3 text-sm">{NOT_LEGAL_ADVICE}</p>
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex justify-end gap-2">
        <Button onClick={props.onClose}>Cancel</Button>
        <Button variant="primary" busy={busy} onClick={() => void send()}>
          Send Notice
        </Button>
      </div>
    </div>
  );
};

/** The notice as it stands: `due` is null for none ahead, `earliest` is set before the rules allow it. */
const useNotice = ({ meeting, onClose }: Omit<Props, 'open'>) => {
  const { zone: time_zone } = useHoaTime();
  const online = useOnline();
  const now = useMinute();
  const name = useRows('hoa').all[0]?.name ?? '';
  const items = useRows('agendaItem').by('meeting_id', meeting.id);
  const [announcement_id] = useState(uuidv7);
  const { value: reason, set: setReason, discard } = useDraft(reasonDraft(meeting), '');
  const { submit, busy, failure, dismiss, fail } = useSubmit('The notice could not be sent. Please try again.');
  const due = noticeDue(meeting);
  const from = noticeFrom(meeting);
  const isLate = due !== null && now > Date.parse(due);
  const send = async () => {
    if (isLate && !reason.trim()) return fail(LATE_WITHOUT_REASON);
    // A notice that could not be sent to anybody is sent anew.
    const again = meeting.notice_of === noticeOf(meeting);
    const args = { id: meeting.id, announcement_id, reason: reason.trim() || null, again };
    if (!(await submit(() => save('sendMeetingNotice', args)))) return;
    discard();
    onClose();
    void toast(online ? 'The notice is being sent' : SENT_LATER);
  };
  return {
    ...noticeText(meeting, items, { name, time_zone }, usePaperTitle()),
    ...{ due, reason, setReason, isLate, send, busy, failure, dismiss },
    earliest: from !== null && now < Date.parse(from) ? from : null,
  };
};

/** The recipients in words. */
const useRecipients = (meeting: Meeting): string => {
  const users = useRows('user').all.filter(isReachable);
  const roll = useRows('rollUnit').by('meeting_id', meeting.id);
  if (meeting.executive_only)
    return `To the board: ${formatPlural(users.filter(({ role }) => isStaff(role)).length, 'person', 'people')}.`;
  if (bodyOf(meeting.kind) === 'board')
    return `To residents: ${formatPlural(users.filter(({ role }) => !isStaff(role)).length, 'person', 'people')}, by email and in the app.`;
  const onRoll = roll.filter(({ removed_at }) => !removed_at);
  if (onRoll.length === 0) return ROLL_MISSING;
  const voters = new Set(onRoll.flatMap(({ voter_ids }) => voter_ids));
  const count = users.filter(({ id }) => voters.has(id)).length;
  const without = onRoll.filter(({ voter_ids }) => voter_ids.length === 0).length;
  return `To the voters of the roll: ${formatPlural(count, 'person', 'people')}, by email and in the app. ${
    without > 0
      ? `${formatPlural(without, 'unit has', 'units have')} no one with an account. Find them under “By Paper”.`
      : ''
  }`.trim();
};
