import type { Meeting } from '../../../schema/tables/meetings.ts';
import { save } from '../../device/store.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { useDraft } from '../../ui/draft.tsx';
import { IN_THE_MINUTES, ReasonField } from '../plain-fields.tsx';

/** The draft of the reason for a late notice. */
export const reasonDraft = ({ id }: Meeting): string => `notice-reason/${id}`;
export const REASON_ASKED = 'Why is the notice late?';
export const LATE_WITHOUT_REASON = 'Please say why the notice is late.';

/** Adds the reason to a notice that was sent late. */
export const ReasonForm = ({ meeting }: { meeting: Meeting }) => {
  const { value: reason, set: setReason, discard } = useDraft(reasonDraft(meeting), '');
  const { submit, busy, failure, dismiss, fail } = useSubmit('The reason could not be saved. Please try again.');
  const press = async () => {
    if (!reason.trim()) return fail(LATE_WITHOUT_REASON);
    const args = { id: meeting.id, announcement_id: meeting.notice_announcement_id, reason };
    if (await submit(() => save('sendMeetingNotice', args))) discard();
  };
  return (
    <PlainForm onSubmit={press}>
      <ReasonField label={REASON_ASKED} value={reason} onChange={setReason} hint={IN_THE_MINUTES} />
      <ErrorAlert message={failure} onClose={dismiss} />
      <span className="flex">
        <Button type="submit" busy={busy}>
          Save Reason
        </Button>
      </span>
    </PlainForm>
  );
};
