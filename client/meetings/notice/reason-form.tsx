import type { Meeting } from '../../../schema/tables/meetings.ts';
import { messageOf } from '../../device/http.ts';
import { save } from '../../device/store.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { useDraft } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';

export const REASON_LIMIT = 500;

/** Why its notice is late, as typed before it is sent. */
export const reasonDraft = ({ id }: Meeting): string => `notice-reason/${id}`;

/** Why a notice that is out was late. */
export const ReasonForm = ({ meeting }: { meeting: Meeting }) => {
  const { value: reason, set: setReason, discard } = useDraft(reasonDraft(meeting), '');
  const { submit, busy, failure, dismiss, fail } = useSubmit((error) =>
    messageOf(error, 'The reason could not be saved.'),
  );
  const press = async () => {
    if (!reason.trim()) return fail('Please say why the notice is late.');
    const args = { id: meeting.id, announcement_id: meeting.notice_announcement_id, reason };
    if (await submit(() => save('sendMeetingNotice', args))) discard();
  };
  return (
    <PlainForm onSubmit={() => void press()}>
      <Field label="Why is the notice late?" hint="It stands in the minutes.">
        <Textarea
          value={reason}
          rows={2}
          maxLength={REASON_LIMIT}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <ErrorAlert message={failure} onClose={dismiss} />
      <span className="flex">
        <Button type="submit" busy={busy}>
          Save Reason
        </Button>
      </span>
    </PlainForm>
  );
};
